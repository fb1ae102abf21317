package org.marquee.http;

import java.util.List;

/// What a client says of content codings (RFC 9110, 12.5.3).
final class AcceptEncoding {
  private static final int NOT_SAID = -1;
  private static final int WHOLE = 1000;
  private static final int LONGEST_WEIGHT = "q=0.123".length();

  private AcceptEncoding() {}

  /// Whether gzip may be used: accepted by name or by `*`, and not liked less than `identity` where
  /// that is named.
  ///
  /// @param fields the values of all `Accept-Encoding` fields
  static boolean allowsGzip(List<String> fields) {
    int gzip = NOT_SAID;
    int any = NOT_SAID;
    int identity = NOT_SAID;
    for (String field : fields) {
      int start = 0;
      while (start <= field.length()) {
        int comma = field.indexOf(',', start);
        int end = comma < 0 ? field.length() : comma;
        int semicolon = field.indexOf(';', start, end);
        String coding = field.substring(start, semicolon < 0 ? end : semicolon).strip();
        int weight = semicolon < 0 ? WHOLE : weight(field.substring(semicolon + 1, end).strip());
        if (coding.equalsIgnoreCase("gzip") || coding.equalsIgnoreCase("x-gzip")) {
          gzip = weight;
        } else if (coding.equals("*")) {
          any = weight;
        } else if (coding.equalsIgnoreCase("identity")) {
          identity = weight;
        }
        start = end + 1;
      }
    }
    int liked = gzip == NOT_SAID ? any : gzip;
    return liked > 0 && liked >= identity;
  }

  /// Thousandths (RFC 9110, 12.4.2). A weight that cannot be read is none: plain bytes are always
  /// understood.
  private static int weight(String parameter) {
    int length = parameter.length();
    if (!parameter.regionMatches(true, 0, "q=", 0, 2) || length < 3 || length > LONGEST_WEIGHT) {
      return 0;
    }
    char whole = parameter.charAt(2);
    if ((whole != '0' && whole != '1') || (length > 3 && parameter.charAt(3) != '.')) {
      return 0;
    }
    int weight = whole == '1' ? WHOLE : 0;
    int unit = WHOLE;
    for (int at = 4; at < length; at++) {
      int digit = parameter.charAt(at) - '0';
      if (digit < 0 || digit > 9) {
        return 0;
      }
      unit /= 10;
      weight += digit * unit;
    }
    return weight > WHOLE ? 0 : weight;
  }
}
