package org.marquee.http;

import java.util.List;
import java.util.regex.Pattern;

/// What a client says of content codings (RFC 9110, 12.5.3).
final class AcceptEncoding {
  private static final Pattern WEIGHT =
      Pattern.compile("[qQ]=(0(?:\\.[0-9]{0,3})?|1(?:\\.0{0,3})?)");
  private static final double NOT_SAID = -1;

  private AcceptEncoding() {}

  /// Whether gzip may be used: accepted by name or by `*`, and not liked less than `identity` where
  /// that is named.
  ///
  /// @param fields the values of all `Accept-Encoding` fields
  static boolean allowsGzip(List<String> fields) {
    double gzip = NOT_SAID;
    double any = NOT_SAID;
    double identity = NOT_SAID;
    for (String field : fields) {
      for (String item : field.split(",", -1)) {
        int semicolon = item.indexOf(';');
        String coding = (semicolon < 0 ? item : item.substring(0, semicolon)).strip();
        double weight = semicolon < 0 ? 1 : weight(item.substring(semicolon + 1).strip());
        if (coding.equalsIgnoreCase("gzip") || coding.equalsIgnoreCase("x-gzip")) {
          gzip = weight;
        } else if (coding.equals("*")) {
          any = weight;
        } else if (coding.equalsIgnoreCase("identity")) {
          identity = weight;
        }
      }
    }
    double liked = gzip == NOT_SAID ? any : gzip;
    return liked > 0 && liked >= identity;
  }

  /// A weight that cannot be read is none: plain bytes are always understood.
  private static double weight(String parameter) {
    var matcher = WEIGHT.matcher(parameter);
    return matcher.matches() ? Double.parseDouble(matcher.group(1)) : 0;
  }
}
