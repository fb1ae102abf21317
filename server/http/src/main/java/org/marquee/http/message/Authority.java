package org.marquee.http.message;

import io.netty.util.NetUtil;
import java.util.Locale;

/// The host and port of a `Host` field or an absolute target (RFC 3986, 3.2; RFC 9110, 7.2).
final class Authority {
  private static final int HIGHEST_PORT = 65_535;
  private static final int MOST_PORT_DIGITS = 5;

  private Authority() {}

  /// Whether `text` is a host with or without a port, and nothing else: no user, no empty host.
  static boolean isValid(String text) {
    if (text.startsWith("[")) {
      int end = text.indexOf(']');
      return end > 0
          && text.indexOf('%') < 0 // a zone means something on one machine only
          && NetUtil.isValidIpV6Address(text.substring(1, end))
          && (end + 1 == text.length()
              || (text.charAt(end + 1) == ':' && isPort(text.substring(end + 2))));
    }
    int colon = text.indexOf(':');
    return colon < 0
        ? isName(text)
        : isName(text.substring(0, colon)) && isPort(text.substring(colon + 1));
  }

  /// The host of a valid authority, in lower case: `rex.example`, `127.0.0.1`, `[::1]`.
  static String host(String valid) {
    int end = valid.startsWith("[") ? valid.indexOf(']') + 1 : valid.indexOf(':');
    return (end < 0 ? valid : valid.substring(0, end)).toLowerCase(Locale.ROOT);
  }

  /// Empty is allowed.
  private static boolean isPort(String text) {
    for (int at = 0; at < text.length(); at++) {
      if (text.charAt(at) < '0' || text.charAt(at) > '9') {
        return false;
      }
    }
    return text.isEmpty()
        || (text.length() <= MOST_PORT_DIGITS && Integer.parseInt(text) <= HIGHEST_PORT);
  }

  private static boolean isName(String text) {
    for (int at = 0; at < text.length(); at++) {
      char letter = text.charAt(at);
      boolean escape =
          letter == '%'
              && at + 2 < text.length()
              && isHex(text.charAt(at + 1))
              && isHex(text.charAt(at + 2));
      if (!escape && !isNameLetter(letter)) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  private static boolean isNameLetter(char letter) {
    return (letter >= 'a' && letter <= 'z')
        || (letter >= 'A' && letter <= 'Z')
        || (letter >= '0' && letter <= '9')
        || "-._~!$&'()*+,;=".indexOf(letter) >= 0;
  }

  private static boolean isHex(char letter) {
    return letter < 0x80 && Character.digit(letter, 16) >= 0;
  }
}
