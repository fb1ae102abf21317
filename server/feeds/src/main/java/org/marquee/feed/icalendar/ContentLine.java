package org.marquee.feed.icalendar;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A property as a line of a calendar has it, unfolded (RFC 5545, 3.1).
///
/// @param name in upper case
/// @param parameters by name in upper case; of several values, all of them
/// @param value as it is written, escapes and all
/// @param line where it begins in its file
record ContentLine(String name, Map<String, String> parameters, String value, long line) {
  ContentLine {
    parameters = Map.copyOf(parameters);
  }

  /// Reads a line; null where it is none, for want of a name or a colon.
  static @Nullable ContentLine read(String text, long line) {
    int at = nameEnd(text, 0);
    if (at == 0 || at == text.length()) {
      return null;
    }
    String name = text.substring(0, at).toUpperCase(Locale.ROOT);
    Map<String, String> parameters = new HashMap<>();
    while (text.charAt(at) == ';') {
      int nameEnd = nameEnd(text, at + 1);
      int end = valueEnd(text, nameEnd);
      if (end == text.length()) {
        return null;
      }
      if (text.charAt(nameEnd) == '=') {
        parameters.put(
            text.substring(at + 1, nameEnd).toUpperCase(Locale.ROOT),
            text.substring(nameEnd + 1, end).replace("\"", ""));
      }
      at = end;
    }
    return text.charAt(at) == ':'
        ? new ContentLine(name, parameters, text.substring(at + 1), line)
        : null;
  }

  private static int nameEnd(String text, int from) {
    int at = from;
    while (at < text.length()
        && (text.charAt(at) == '-'
            || text.charAt(at) == '.'
            || text.charAt(at) == '_'
            || Character.isLetterOrDigit(text.charAt(at)))) {
      at++;
    }
    return at;
  }

  /// Where the values of a parameter end: at a semicolon or colon that is not quoted, or with the
  /// line.
  private static int valueEnd(String text, int from) {
    boolean quoted = false;
    for (int at = from; at < text.length(); at++) {
      char letter = text.charAt(at);
      if (letter == '"') {
        quoted = !quoted;
      } else if (!quoted && (letter == ';' || letter == ':')) {
        return at;
      }
    }
    return text.length();
  }

  /// The value as a text (RFC 5545, 3.3.11): line breaks and what is escaped as it is meant, spaces
  /// at its ends cut.
  String text() {
    return unescaped(value);
  }

  static String unescaped(String value) {
    if (value.indexOf('\\') < 0) {
      return value.strip();
    }
    StringBuilder text = new StringBuilder(value.length());
    for (int at = 0; at < value.length(); at++) {
      char letter = value.charAt(at);
      if (letter == '\\' && at + 1 < value.length()) {
        char escaped = value.charAt(++at);
        text.append(escaped == 'n' || escaped == 'N' ? '\n' : escaped);
      } else {
        text.append(letter);
      }
    }
    return text.toString().strip();
  }
}
