package org.marquee.fetch;

import java.net.URI;
import java.util.Locale;

/// The server that an address names (RFC 9110, 4.3.1).
///
/// @param scheme `http` or `https`
/// @param host in lower case; an IPv6 address in brackets
/// @param port the one in the address, or the scheme's default
record Origin(String scheme, String host, int port) {

  static Origin of(URI address) {
    String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
    String host = String.valueOf(address.getHost()).toLowerCase(Locale.ROOT);
    int usual = scheme.equals("https") ? 443 : 80;
    return new Origin(scheme, host, address.getPort() >= 0 ? address.getPort() : usual);
  }

  /// Who answers there: the host, with its port unless that is the usual one of a scheme. A site by
  /// http and by https is one server, and each port of one machine may be another.
  String server() {
    return port == 80 || port == 443 ? host : host + ':' + port;
  }

  boolean isSecure() {
    return scheme.equals("https");
  }
}
