package org.marquee.feed;

/// Tells URIs (RFC 3986) from what merely looks like one. `java.net.URI` takes non-ASCII letters
/// and relative references, and refuses some hosts that the RFC allows.
final class Uri {
  // Which part of a URI a character may stand in; a bit each.
  private static final int SCHEME = 1;
  private static final int USER_INFO = 2;
  private static final int REG_NAME = 4;
  private static final int PATH = 8;
  private static final int QUERY = 16;
  private static final byte[] PLACES = places();

  private Uri() {}

  private static byte[] places() {
    byte[] places = new byte[128];
    for (char letter = 'a'; letter <= 'z'; letter++) {
      places[letter] = SCHEME | USER_INFO | REG_NAME | PATH | QUERY;
      places[Character.toUpperCase(letter)] = places[letter];
    }
    for (char digit = '0'; digit <= '9'; digit++) {
      places[digit] = SCHEME | USER_INFO | REG_NAME | PATH | QUERY;
    }
    allow("-._~!$&'()*+,;=", USER_INFO | REG_NAME | PATH | QUERY, places);
    allow("+-.", SCHEME, places);
    allow(":", USER_INFO | PATH | QUERY, places);
    allow("@/", PATH | QUERY, places);
    allow("?", QUERY, places);
    return places;
  }

  private static void allow(String letters, int where, byte[] places) {
    letters.chars().forEach(letter -> places[letter] |= (byte) where);
  }

  /// Whether `text` is a URI with a scheme; a fragment is allowed (RFC 3986, 3).
  static boolean isUri(String text) {
    int colon = text.indexOf(':');
    if (colon < 1 || !isLetter(text.charAt(0)) || !consistsOf(SCHEME, text, 0, colon)) {
      return false;
    }
    int end = text.length();
    int hash = text.indexOf('#', colon);
    if (hash >= 0) {
      if (!consistsOf(QUERY, text, hash + 1, end)) {
        return false;
      }
      end = hash;
    }
    int question = text.indexOf('?', colon);
    if (question >= 0 && question < end) {
      if (!consistsOf(QUERY, text, question + 1, end)) {
        return false;
      }
      end = question;
    }
    int path = colon + 1;
    if (text.startsWith("//", path)) {
      int slash = text.indexOf('/', path + 2);
      int authorityEnd = slash < 0 || slash > end ? end : slash;
      if (!isAuthority(text.substring(path + 2, authorityEnd))) {
        return false;
      }
      path = authorityEnd;
    }
    return consistsOf(PATH, text, path, end);
  }

  /// `[userinfo "@"] host [":" port]` (RFC 3986, 3.2).
  private static boolean isAuthority(String authority) {
    int at = authority.indexOf('@');
    if (at >= 0 && !consistsOf(USER_INFO, authority, 0, at)) {
      return false;
    }
    String host = authority.substring(at + 1);
    if (host.startsWith("[")) {
      int bracket = host.indexOf(']');
      return bracket > 0
          && isAddress(host.substring(1, bracket))
          && (bracket + 1 == host.length()
              || (host.charAt(bracket + 1) == ':' && isPort(host, bracket + 2)));
    }
    int colon = host.indexOf(':');
    return colon < 0
        ? consistsOf(REG_NAME, host, 0, host.length())
        : consistsOf(REG_NAME, host, 0, colon) && isPort(host, colon + 1);
  }

  private static boolean isPort(String text, int from) {
    for (int at = from; at < text.length(); at++) {
      if (!isDigit(text.charAt(at))) {
        return false;
      }
    }
    return true;
  }

  /// What stands in brackets: IPv6address or IPvFuture (RFC 3986, 3.2.2).
  private static boolean isAddress(String text) {
    if (text.startsWith("v") || text.startsWith("V")) {
      int dot = text.indexOf('.');
      return dot > 1
          && isHex(text, 1, dot)
          && dot + 1 < text.length()
          && text.indexOf('%') < 0
          && consistsOf(USER_INFO, text, dot + 1, text.length());
    }
    int gap = text.indexOf("::");
    if (gap < 0) {
      return groups(text, true) == 8;
    }
    int before = groups(text.substring(0, gap), false);
    int after = groups(text.substring(gap + 2), true);
    return before >= 0 && after >= 0 && before + after <= 7;
  }

  /// How many groups of 16 bits `text` spells, an IPv4 address at its end counting two; -1 where it
  /// spells none.
  private static int groups(String text, boolean atEnd) {
    if (text.isEmpty()) {
      return 0;
    }
    String[] parts = text.split(":", -1);
    int groups = parts.length;
    for (int i = 0; i < parts.length; i++) {
      String part = parts[i];
      if (atEnd && i == parts.length - 1 && part.indexOf('.') >= 0) {
        if (!isIpv4(part)) {
          return -1;
        }
        groups++;
      } else if (part.isEmpty() || part.length() > 4 || !isHex(part, 0, part.length())) {
        return -1;
      }
    }
    return groups;
  }

  private static boolean isIpv4(String text) {
    String[] octets = text.split("\\.", -1);
    if (octets.length != 4) {
      return false;
    }
    for (String octet : octets) {
      boolean number = !octet.isEmpty() && octet.length() <= 3 && isPort(octet, 0);
      if (!number
          || (octet.length() > 1 && octet.charAt(0) == '0')
          || Integer.parseInt(octet) > 255) {
        return false;
      }
    }
    return true;
  }

  /// Whether all of `text` from `from` to `end` may stand in `part`; outside of a scheme an escape
  /// may stand anywhere.
  private static boolean consistsOf(int part, String text, int from, int end) {
    for (int at = from; at < end; at++) {
      char letter = text.charAt(at);
      if (letter == '%' && part != SCHEME) {
        if (at + 2 >= end || !isHex(text, at + 1, at + 3)) {
          return false;
        }
        at += 2;
      } else if (letter >= PLACES.length || (PLACES[letter] & part) == 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isHex(String text, int from, int end) {
    for (int at = from; at < end; at++) {
      char letter = text.charAt(at);
      if (!isDigit(letter) && (letter < 'a' || letter > 'f') && (letter < 'A' || letter > 'F')) {
        return false;
      }
    }
    return true;
  }

  private static boolean isLetter(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
  }

  private static boolean isDigit(char letter) {
    return letter >= '0' && letter <= '9';
  }
}
