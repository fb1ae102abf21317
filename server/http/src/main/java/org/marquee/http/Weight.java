package org.marquee.http;

/// Weights in fields of content negotiation, in thousandths (RFC 9110, 12.4.2).
public final class Weight {
  /// The weight of what has no parameter `q`.
  public static final int WHOLE = 1000;

  private static final int LONGEST = "q=0.123".length();

  private Weight() {}

  /// The weight that a parameter states.
  ///
  /// @param parameter such as `q=0.5`, without blanks around it
  /// @return 0 to 1000; 0 for one that cannot be read
  public static int of(String parameter) {
    int length = parameter.length();
    if (!parameter.regionMatches(true, 0, "q=", 0, 2) || length < 3 || length > LONGEST) {
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
