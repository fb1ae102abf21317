package org.marquee.notice;

import java.util.regex.Pattern;

/// A text of others, fit to be shown to a person: with a replacement character for what cannot be
/// stored, written or seen. Control characters could command a terminal, line separators begin
/// another line, and those that override the direction of writing turn the rest of a line around.
public final class Visible {
  /// Among them embeddings, overrides and isolates; the plain marks of Arabic and Hebrew are none.
  private static final Pattern HIDDEN =
      Pattern.compile("[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\u202a-\\u202e\\u2066-\\u2069]");

  private Visible() {}

  /// Whether all of a text can be seen, but for the ends of its lines.
  public static boolean areLines(String text) {
    return !HIDDEN.matcher(text.replace("\n", "")).find();
  }

  public static String of(String text) {
    return HIDDEN.matcher(text).replaceAll("\ufffd");
  }

  /// A text of so many code points at most, the last of them an ellipsis where it is longer.
  public static String cut(String text, int most) {
    return text.codePointCount(0, text.length()) <= most
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
  }

  /// The text without such characters.
  public static String without(String text) {
    return HIDDEN.matcher(text).replaceAll("");
  }
}
