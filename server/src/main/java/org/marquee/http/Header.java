package org.marquee.http;

/// One header field of an answer; one that could end early or forge another cannot exist.
///
/// @param name ASCII letters, digits and `-`, at least one
/// @param value visible ASCII and spaces
public record Header(String name, String value) {
  /// @throws IllegalArgumentException if name or value hold anything else
  public Header {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a header field without a name");
    }
    for (int at = 0; at < name.length(); at++) {
      char letter = name.charAt(at);
      if (letter != '-' && (letter > 'z' || !Character.isLetterOrDigit(letter))) {
        throw new IllegalArgumentException("not the name of a header field: " + name);
      }
    }
    int wrong = 0;
    for (int at = 0; at < value.length(); at++) {
      // Negative where the letter is too small or too large; so there is no choice in the loop.
      wrong |= (value.charAt(at) - ' ') | ('~' - value.charAt(at));
    }
    if (wrong < 0) {
      throw new IllegalArgumentException("not the value of a header field");
    }
  }
}
