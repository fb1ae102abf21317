package org.marquee.http;

import java.util.List;

/// The content codings that a client accepts (RFC 9110, 12.5.3).
final class AcceptEncoding {
  private static final int NOT_SAID = -1;

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
        int weight =
            semicolon < 0 ? Weight.WHOLE : Weight.of(field.substring(semicolon + 1, end).strip());
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
}
