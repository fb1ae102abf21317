package org.marquee.http.message;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Weights in fields of content negotiation, in thousandths (RFC 9110, 12.4.2).
public final class Weight {
  /// The weight of what has no parameter `q`.
  public static final int WHOLE = 1000;

  private static final Pattern FORM = Pattern.compile("[qQ]=(0(?:\\.[0-9]{0,3})?|1(?:\\.0{0,3})?)");

  private Weight() {}

  /// The weight that a parameter states.
  ///
  /// @param parameter such as `q=0.5`, without blanks around it
  /// @return 0 to 1000; 0 for one that cannot be read
  public static int of(String parameter) {
    Matcher weight = FORM.matcher(parameter);
    return weight.matches() ? (int) Math.round(WHOLE * Double.parseDouble(weight.group(1))) : 0;
  }
}
