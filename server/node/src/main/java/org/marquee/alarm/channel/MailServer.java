package org.marquee.alarm.channel;

import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Properties;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/// A server that takes mail from us.
///
/// @param host its name or address
/// @param port where it listens
/// @param security how the connection is encrypted
/// @param user null: it asks for none
/// @param password null where there is no user
public record MailServer(
    String host, int port, Security security, @Nullable String user, @Nullable String password) {
  private static final int SUBMISSION = 587;
  private static final int IMPLICIT = 465;

  /// How a connection to it is encrypted.
  public enum Security {
    /// From the first byte (RFC 8314).
    IMPLICIT,
    /// After STARTTLS, or nothing is sent.
    STARTTLS,
    /// Not at all: the server is on this machine.
    NONE
  }

  /// Reads `smtps://mail.example` or `smtp://mail.example:587`. The second needs STARTTLS, unless
  /// the server is on this machine.
  ///
  /// @throws IllegalArgumentException if it is neither
  public static MailServer parse(String address, @Nullable String user, @Nullable String password) {
    URI uri = uri(address);
    String host = uri.getHost();
    if (uri.getScheme().equals("smtps")) {
      return new MailServer(host, port(uri, IMPLICIT), Security.IMPLICIT, user, password);
    }
    Security security = isHere(host) ? Security.NONE : Security.STARTTLS;
    return new MailServer(host, port(uri, SUBMISSION), security, user, password);
  }

  private static URI uri(String address) {
    try {
      URI uri = URI.create(address);
      if (uri.getHost() != null
          && uri.getUserInfo() == null
          && String.valueOf(uri.getScheme()).matches("smtps?")) {
        return uri;
      }
    } catch (IllegalArgumentException _) {
      // Its message would repeat the address.
    }
    throw new IllegalArgumentException(
        "must be smtps://HOST or smtp://HOST, with a port if it is not the usual one");
  }

  private static int port(URI uri, int usual) {
    return uri.getPort() < 0 ? usual : uri.getPort();
  }

  private static boolean isHere(String host) {
    try {
      return host.equals("localhost")
          || InetAddress.ofLiteral(host.replaceAll("[\\[\\]]", "")).isLoopbackAddress();
    } catch (IllegalArgumentException _) {
      return false; // another name
    }
  }

  /// The settings of the mail library.
  ///
  /// @param within for each step of a conversation
  /// @param secure knows whose certificates count
  Properties properties(Duration within, SSLSocketFactory secure) {
    Properties all = new Properties();
    all.put("mail.smtp.ssl.socketFactory", secure);
    String millis = Long.toString(within.toMillis());
    all.setProperty("mail.transport.protocol", "smtp");
    all.setProperty("mail.smtp.host", host);
    all.setProperty("mail.smtp.port", Integer.toString(port));
    all.setProperty("mail.smtp.connectiontimeout", millis);
    all.setProperty("mail.smtp.timeout", millis);
    all.setProperty("mail.smtp.writetimeout", millis);
    all.setProperty("mail.smtp.auth", Boolean.toString(user != null));
    all.setProperty("mail.smtp.ssl.enable", Boolean.toString(security == Security.IMPLICIT));
    all.setProperty("mail.smtp.starttls.required", Boolean.toString(security == Security.STARTTLS));
    all.setProperty("mail.smtp.starttls.enable", Boolean.toString(security == Security.STARTTLS));
    all.setProperty("mail.smtp.ssl.checkserveridentity", "true");
    return all;
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
