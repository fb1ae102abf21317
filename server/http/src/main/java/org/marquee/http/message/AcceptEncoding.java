package org.marquee.http.message;

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
      for (String member : field.split(",", -1)) {
        String[] parts = member.split(";", 2);
        String coding = parts[0].strip();
        int weight = parts.length == 1 ? Weight.WHOLE : Weight.of(parts[1].strip());
        if (coding.equalsIgnoreCase("gzip") || coding.equalsIgnoreCase("x-gzip")) {
          gzip = weight;
        } else if (coding.equals("*")) {
          any = weight;
        } else if (coding.equalsIgnoreCase("identity")) {
          identity = weight;
        }
      }
    }
    int liked = gzip == NOT_SAID ? any : gzip;
    return liked > 0 && liked >= identity;
  }
}
