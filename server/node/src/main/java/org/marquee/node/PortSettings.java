package org.marquee.node;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.access.FailedAuthentications;
import org.marquee.access.TrustedPeers;
import org.marquee.http.ServerSettings;
import org.marquee.http.admission.ConnectionLimits;
import org.marquee.http.admission.Proxies;
import org.marquee.http.connection.ConnectionTimes;
import org.marquee.http.message.Cors;
import org.marquee.v1.answer.Gateway;

/// The operator's settings of the two ports of a node (docs/configuration.md).
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
  private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9._-]{0,252}[a-z0-9])?");

  /// As browsers send it: scheme and host in lower case, a port that is not the usual one.
  private static final Pattern ORIGIN =
      Pattern.compile("[a-z][a-z0-9+.-]*://([a-z0-9._-]+|\\[[0-9a-f:.]+])(:[0-9]{1,5})?");

  /// How many connections the interface takes where nothing else is set.
  public static final int USUAL_CONNECTIONS = 10_000;

  private static final int FEWEST_CONNECTIONS = 16;

  /// The highest number that a limit may have.
  public static final int HIGHEST = 1_000_000;

  /// Health checks and metrics need few.
  private static final int OPERATIONS_CONNECTIONS = 32;

  /// File descriptors that the interface leaves to the rest of the node: about 50 for the program,
  /// 23 for the database, those of the operations port, and some for refused connections, imports
  /// and what is closing.
  private static final long RESERVED = 160;

  /// The file descriptors of an event loop, of which both ports have one a processor.
  private static final long DESCRIPTORS_A_PROCESSOR = 4;

  /// The settings where nothing else is set.
  public static final PortSettings USUAL =
      new PortSettings(
          limits(USUAL_CONNECTIONS, null, Proxies.NONE),
          Set.of(),
          Cors.ANY,
          ConnectionTimes.USUAL,
          FailedAuthentications.USUAL);

  /// How many connections the interface takes: never more than the file descriptors of the process
  /// allow.
  ///
  /// @param perAddress null: a share of `most`
  public static ConnectionLimits limits(int most, @Nullable Integer perAddress, Proxies proxies) {
    return limits(most, perAddress, proxies, descriptors());
  }

  /// @param descriptors the file descriptors that the process may have
  static ConnectionLimits limits(
      int most, @Nullable Integer perAddress, Proxies proxies, long descriptors) {
    int bearable = Math.min(most, bearable(descriptors));
    return new ConnectionLimits(
        bearable, perAddress == null ? ConnectionLimits.share(bearable) : perAddress, proxies);
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

  /// Names of the operations port.
  ///
  /// @param names in lower case
  public record Hosts(Set<String> names) {
    /// Reads names that are separated by commas.
    ///
    /// @throws IllegalArgumentException if one of them is no name of a host
    public static Hosts read(String text) {
      Set<String> hosts = new HashSet<>();
      for (String name : list(text)) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (!NAME.matcher(lower).matches()) {
          throw new IllegalArgumentException(
              name + " is not a host name; give names only, without ports");
        }
        hosts.add(lower);
      }
      return new Hosts(Set.copyOf(hosts));
    }
  }

  /// Reads addresses and CIDR blocks that are separated by commas.
  ///
  /// @throws IllegalArgumentException if one of them is none, or there is none
  public static TrustedPeers peers(String text) {
    List<String> blocks = list(text);
    if (blocks.isEmpty()) {
      throw new IllegalArgumentException("no address is given");
    }
    return TrustedPeers.parse(blocks);
  }

  /// Reads which web pages may read the answers: `*`, `none`, or origins separated by commas.
  ///
  /// @throws IllegalArgumentException if one of them is no origin
  public static Cors cors(String text) {
    List<String> named = list(text);
    if (named.isEmpty() || named.equals(List.of("*"))) {
      return Cors.ANY;
    }
    return named.equals(List.of("none")) ? Cors.OFF : Cors.of(origins(named));
  }

  /// The origins as browsers send them: in small letters, without the usual port.
  static Set<String> origins(List<String> named) {
    Set<String> origins = new HashSet<>();
    for (String name : named) {
      String origin = name.toLowerCase(Locale.ROOT);
      if (!ORIGIN.matcher(origin).matches()) {
        throw new IllegalArgumentException(
            name
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

  private static List<String> list(String text) {
    return Arrays.stream(text.split(",", -1))
        .map(String::strip)
        .filter(each -> !each.isEmpty())
        .toList();
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
  public Gateway gateway() {
    return new Gateway.BuiltIn(new FailedAuthentications(failedAuthentications, System::nanoTime));
  }

  /// The names of the operations port: the configured ones, and the one it listens on.
  Set<String> operationsHosts(InetSocketAddress address) {
    Set<String> all = new HashSet<>(hosts);
    all.add(address.getHostString().toLowerCase(Locale.ROOT));
    return all;
  }
}
