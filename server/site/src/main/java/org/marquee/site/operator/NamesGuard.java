package org.marquee.site.operator;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetAddress;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.access.MinuteBudget;
import org.marquee.http.admission.ClientNetwork;
import org.marquee.http.message.Request;

/// Who may see the names of organizations and what they used: people at this machine, and others
/// with a password over TLS (docs/operators-page.md).
public final class NamesGuard {
  /// People at this machine only.
  public static final NamesGuard LOCAL = new NamesGuard(null);

  /// Fewer characters can be guessed.
  public static final int SHORTEST_PASSWORD = 12;

  /// Wrong passwords of an address in a minute. After that the right one is refused too.
  private static final int MOST_WRONG = 10;

  /// What a proxy adds. A request with one of these comes from elsewhere, whatever its connection.
  private static final List<String> FORWARDED =
      List.of(
          "Forwarded",
          "Via",
          "X-Forwarded-For",
          "X-Forwarded-Host",
          "X-Forwarded-Proto",
          "X-Real-IP");

  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}|\\[::1]");
  private static final Pattern TLS = Pattern.compile("(?i)(^|[;,\\s])proto=\"?https\"?($|[;,\\s])");
  private static final String BASIC = "basic ";

  /// What a request may see.
  public enum Sight {
    /// The names.
    NAMES,
    /// The names, with the password.
    LOCKED,
    /// Nothing for now: too many wrong passwords came from that address.
    GUESSED,
    /// Not the names: the password must not be sent without TLS.
    CLEARTEXT,
    /// Not the names: there is no password.
    NEVER
  }

  private final @Nullable String password;

  /// The wrong passwords of each address.
  private final MinuteBudget<Long> wrong = new MinuteBudget<>(MOST_WRONG, System::nanoTime);

  /// @param password null: nobody but people at this machine
  public NamesGuard(@Nullable String password) {
    this.password = password;
  }

  /// Whether a password shows the names.
  public boolean isPassword(String tried) {
    return password != null
        && MessageDigest.isEqual(tried.getBytes(UTF_8), password.getBytes(UTF_8));
  }

  /// What a request may see.
  public Sight sight(Request request) {
    if (isLocal(request)) {
      return Sight.NAMES;
    }
    if (password == null) {
      return Sight.NEVER;
    }
    if (!cameByTls(request)) {
      return Sight.CLEARTEXT;
    }
    long client = ClientNetwork.of(request.client());
    List<String> sent = request.headers().all("Authorization");
    if (!sent.isEmpty() && wrong.look(client) > 0) {
      return Sight.GUESSED;
    }
    if (isRight(sent)) {
      return Sight.NAMES;
    }
    long _ = sent.isEmpty() ? 0 : wrong.spend(client);
    return Sight.LOCKED;
  }

  /// A page that has its own name resolve to this machine has that name as the host.
  private static boolean isLocal(Request request) {
    InetAddress peer = request.peer();
    return peer.isLoopbackAddress()
        && LOOPBACK.matcher(request.host()).matches()
        && FORWARDED.stream().allMatch(name -> request.headers().all(name).isEmpty());
  }

  /// A proxy in front of this port says so. A client that says so itself harms only itself.
  private static boolean cameByTls(Request request) {
    return request.headers().all("X-Forwarded-Proto").equals(List.of("https"))
        || request.headers().all("Forwarded").stream().anyMatch(each -> TLS.matcher(each).find());
  }

  private boolean isRight(List<String> fields) {
    if (fields.size() != 1 || !fields.getFirst().toLowerCase(Locale.ROOT).startsWith(BASIC)) {
      return false;
    }
    try {
      String sent =
          new String(
              Base64.getDecoder().decode(fields.getFirst().substring(BASIC.length()).strip()),
              UTF_8);
      // The name of the user does not matter.
      return isPassword(sent.substring(sent.indexOf(':') + 1));
    } catch (IllegalArgumentException _) {
      return false;
    }
  }
}
