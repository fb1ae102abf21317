package org.marquee.node;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.access.FailedAuthentications;
import org.marquee.access.TrustedPeers;
import org.marquee.http.ConnectionTimes;
import org.marquee.http.Cors;
import org.marquee.http.ServerSettings;
import org.marquee.http.admission.ConnectionLimits;
import org.marquee.http.admission.ForwardedField;
import org.marquee.http.admission.Proxies;
import org.marquee.v1.answer.Gateway;

/// The operator's settings of the two ports of a node (docs/operations.md).
///
/// @param connections how many connections the interface takes
/// @param hosts the names by which the operations port may be called, in lower case
/// @param cors which web pages may read the answers of the interface
/// @param times how long the interface waits for clients
/// @param failedAuthentications of one address in a minute; 0: any number
public record PortSettings(
    ConnectionLimits connections,
    Set<String> hosts,
    Cors cors,
    ConnectionTimes times,
    int failedAuthentications) {
  private static final String CONNECTIONS = "MARQUEE_CONNECTIONS";
  private static final String PER_ADDRESS = "MARQUEE_CONNECTIONS_PER_ADDRESS";
  private static final String STREAMS = "MARQUEE_STREAMS";
  private static final String PROXIES = "MARQUEE_PROXIES";
  private static final String FORWARDED_FIELD = "MARQUEE_FORWARDED_FIELD";
  private static final String FAILED_AUTHENTICATIONS = "MARQUEE_FAILED_AUTHENTICATIONS";
  private static final String GATEWAY_PEERS = "MARQUEE_GATEWAY_PEERS";
  private static final String HOSTS = "MARQUEE_OPS_HOSTS";
  private static final String ORIGINS = "MARQUEE_CORS_ORIGINS";

  private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9._-]{0,252}[a-z0-9])?");

  /// As browsers send it: scheme and host in lower case, a port that is not the usual one.
  private static final Pattern ORIGIN =
      Pattern.compile("[a-z][a-z0-9+.-]*://([a-z0-9._-]+|\\[[0-9a-f:.]+])(:[0-9]{1,5})?");

  private static final int USUAL_CONNECTIONS = 10_000;
  private static final int FEWEST_CONNECTIONS = 16;
  private static final int HIGHEST = 1_000_000;

  /// Health checks and metrics need few.
  private static final int OPERATIONS_CONNECTIONS = 32;

  /// File descriptors that the interface leaves to the rest of the node: about 50 for the program,
  /// 23 for the database, those of the operations port, and some for refused connections, imports
  /// and what is closing.
  private static final long RESERVED = 160;

  /// Of each event loop, of which both ports have one a processor.
  private static final long DESCRIPTORS_A_PROCESSOR = 4;

  /// The settings of the environment.
  ///
  /// @throws InvalidSetting if a variable cannot be read
  public static PortSettings configured() {
    return read(System::getenv, descriptors());
  }

  /// The settings that these variables make.
  ///
  /// @param environment the value of a variable; null where it is not set
  /// @param descriptors the file descriptors that the process may have
  public static PortSettings read(UnaryOperator<@Nullable String> environment, long descriptors) {
    int bearable = bearable(descriptors);
    int most =
        Math.min(
            number(environment, CONNECTIONS, 1, Math.min(USUAL_CONNECTIONS, bearable)), bearable);
    int perAddress = number(environment, PER_ADDRESS, 1, ConnectionLimits.share(most));
    return new PortSettings(
        new ConnectionLimits(
            most,
            perAddress,
            new Proxies(proxies(environment), forwardedField(environment)),
            number(environment, STREAMS, 1, ConnectionLimits.USUAL_STREAMS)),
        hosts(environment),
        cors(environment),
        times(environment),
        number(environment, FAILED_AUTHENTICATIONS, 0, FailedAuthentications.USUAL));
  }

  /// Which web pages may read the answers, by the environment; see [#cors].
  ///
  /// @throws InvalidSetting if the variable cannot be read
  public static Cors configuredCors() {
    return cors(System::getenv);
  }

  private static int bearable(long descriptors) {
    long processors = Runtime.getRuntime().availableProcessors();
    long left = descriptors - RESERVED - DESCRIPTORS_A_PROCESSOR * processors;
    return Math.clamp(left, FEWEST_CONNECTIONS, HIGHEST);
  }

  private static long descriptors() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
        ? system.getMaxFileDescriptorCount()
        : Long.MAX_VALUE;
  }

  private static int number(
      UnaryOperator<@Nullable String> environment, String name, int least, int otherwise) {
    String text = environment.apply(name);
    if (text == null || text.isBlank()) {
      return otherwise;
    }
    String digits = text.strip();
    int number = digits.matches("[0-9]{1,7}") ? Integer.parseInt(digits) : -1;
    if (number < least || number > HIGHEST) {
      throw new InvalidSetting(
          "%s must be a number from %d to %d, not %s".formatted(name, least, HIGHEST, digits));
    }
    return number;
  }

  private static Predicate<InetAddress> proxies(UnaryOperator<@Nullable String> environment) {
    List<String> blocks = list(environment.apply(PROXIES));
    if (blocks.isEmpty()) {
      blocks = list(environment.apply(GATEWAY_PEERS));
    }
    try {
      return TrustedPeers.parse(blocks)::contains;
    } catch (IllegalArgumentException e) {
      throw new InvalidSetting(PROXIES + ": " + e.getMessage());
    }
  }

  /// A proxy that sends one field passes the other on as the client wrote it, so only one counts.
  private static ForwardedField forwardedField(UnaryOperator<@Nullable String> environment) {
    String name = environment.apply(FORWARDED_FIELD);
    if (name == null || name.isBlank()) {
      return ForwardedField.X_FORWARDED_FOR;
    }
    return Arrays.stream(ForwardedField.values())
        .filter(each -> each.field().equalsIgnoreCase(name.strip()))
        .findFirst()
        .orElseThrow(() ->
            new InvalidSetting(
                FORWARDED_FIELD
                    + " must be X-Forwarded-For, Forwarded or none, not "
                    + name.strip()));
  }

  private static Set<String> hosts(UnaryOperator<@Nullable String> environment) {
    Set<String> hosts = new HashSet<>();
    for (String name : list(environment.apply(HOSTS))) {
      String lower = name.toLowerCase(Locale.ROOT);
      if (!NAME.matcher(lower).matches()) {
        throw new InvalidSetting(
            HOSTS + ": " + name + " is not a host name; give names only, without ports");
      }
      hosts.add(lower);
    }
    return Set.copyOf(hosts);
  }

  private static Cors cors(UnaryOperator<@Nullable String> environment) {
    List<String> named = list(environment.apply(ORIGINS));
    if (named.isEmpty() || named.equals(List.of("*"))) {
      return Cors.ANY;
    }
    if (named.equals(List.of("none"))) {
      return Cors.OFF;
    }
    return Cors.of(origins(named));
  }

  /// The origins as browsers send them: in small letters, without the usual port.
  static Set<String> origins(List<String> named) {
    Set<String> origins = new HashSet<>();
    for (String name : named) {
      String origin = name.toLowerCase(Locale.ROOT);
      if (!ORIGIN.matcher(origin).matches()) {
        throw new InvalidSetting(
            ORIGINS
                + ": "
                + name
                + " is not an origin; give scheme and host without a path, as https://rex.example,"
                + " or only * or none");
      }
      origins.add(withoutUsualPort(origin));
    }
    return origins;
  }

  private static String withoutUsualPort(String origin) {
    return origin.replaceFirst("^(https://.*):443$", "$1").replaceFirst("^(http://.*):80$", "$1");
  }

  private static List<String> list(@Nullable String text) {
    return Arrays.stream((text == null ? "" : text).split(",", -1))
        .map(String::strip)
        .filter(each -> !each.isEmpty())
        .toList();
  }

  private static ConnectionTimes times(UnaryOperator<@Nullable String> environment) {
    ConnectionTimes usual = ConnectionTimes.USUAL;
    return new ConnectionTimes(
        time(environment, "MARQUEE_HEAD_TIME", usual.head()),
        time(environment, "MARQUEE_IDLE_TIME", usual.idle()),
        time(environment, "MARQUEE_LINGER_TIME", usual.linger()),
        time(environment, "MARQUEE_DRAIN_TIME", usual.drain()));
  }

  private static Duration time(
      UnaryOperator<@Nullable String> environment, String name, Duration usual) {
    Duration time = Period.read(name, environment.apply(name), usual);
    if (!time.isPositive()) {
      throw new InvalidSetting(name + " must be longer than 0s");
    }
    return time;
  }

  /// How the interface listens.
  ServerSettings api(InetSocketAddress address) {
    return ServerSettings.at(address).withTimes(times).withConnections(connections).withCors(cors);
  }

  /// How the operations port listens.
  ServerSettings operations(InetSocketAddress address) {
    return ServerSettings.at(address)
        .withConnections(ConnectionLimits.withoutShares(OPERATIONS_CONNECTIONS));
  }

  /// The limits of the interface, by name: those of its port, and what the gateway adds.
  SequencedMap<String, Long> limits(SequencedMap<String, Long> ofPort) {
    SequencedMap<String, Long> all = new LinkedHashMap<>(ofPort);
    all.put("failedAuthenticationsPerMinute", (long) failedAuthentications);
    return all;
  }

  /// The gateway built in.
  Gateway gateway() {
    return new Gateway.BuiltIn(new FailedAuthentications(failedAuthentications, System::nanoTime));
  }

  /// The names of the operations port: the configured ones, and the one it listens on.
  Set<String> operationsHosts(InetSocketAddress address) {
    Set<String> all = new HashSet<>(hosts);
    all.add(address.getHostString().toLowerCase(Locale.ROOT));
    return all;
  }
}
