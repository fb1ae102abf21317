package org.marquee.notice;

/// A text of others, fit to be shown to a person: with a replacement character for what cannot be
/// stored, written or seen. Control characters could command a terminal, line separators begin
/// another line, and those that override the direction of writing turn the rest of a line around.
public final class Visible {
  private static final int REPLACEMENT = 0xfffd;

  private Visible() {}

  public static String of(String text) {
    return text.codePoints().allMatch(Visible::isVisible)
        ? text
        : text.codePoints()
            .map(letter -> isVisible(letter) ? letter : REPLACEMENT)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
  }

  /// Whether a character is left as it is.
  public static boolean isVisible(int letter) {
    return switch (Character.getType(letter)) {
      case Character.CONTROL,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> !overridesDirection(letter);
    };
  }

  /// Embeddings, overrides and isolates; the plain marks of Arabic and Hebrew are none.
  private static boolean overridesDirection(int letter) {
    return (letter >= 0x202a && letter <= 0x202e) || (letter >= 0x2066 && letter <= 0x2069);
  }
}
