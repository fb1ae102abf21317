package org.marquee.http.message;

/// One `name=value` of a query string.
///
/// @param name percent-decoded, `+` as a space
/// @param raw the value as sent; its escapes are known to be well-formed UTF-8 without NUL
public record Parameter(String name, String raw) {
  /// The value percent-decoded, `+` as a space.
  public String text() {
    return PercentCoding.decode(raw.replace('+', ' '));
  }

  /// The value percent-decoded, `+` as itself: the sign of an offset in a date-time.
  public String textWithPlus() {
    return PercentCoding.decode(raw);
  }
}
