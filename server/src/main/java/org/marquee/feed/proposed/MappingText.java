package org.marquee.feed.proposed;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The text of a mapping, line by line.
final class MappingText {
  private static final Pattern PLAIN =
      Pattern.compile("[\\p{L}\\p{N}_$.][\\p{L}\\p{N}_$./()°+%€-]*( [\\p{L}\\p{N}_$./()°+%€-]+)*");

  private final StringBuilder text = new StringBuilder();

  /// A value as it stands in a line, in quotes where it needs them.
  static String scalar(String value) {
    boolean word = !value.toLowerCase(Locale.ROOT).matches("true|false|null|yes|no|on|off|~");
    if (PLAIN.matcher(value).matches() && word) {
      return value;
    }
    return value.chars().anyMatch(letter -> letter < ' ')
        ? '"'
            + value
                .replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("\n", "\\n")
                .replace("\r", "\\r")
                .replace("\t", "\\t")
            + '"'
        : "'" + value.replace("'", "''") + "'";
  }

  /// A list in one line.
  static String list(Collection<String> values) {
    return values.stream().collect(Collectors.joining(", ", "[", "]"));
  }

  /// Members in one line; their values are written already.
  static String members(Map<String, String> members) {
    return members.entrySet().stream()
        .map(member -> member.getKey() + ": " + member.getValue())
        .collect(Collectors.joining(", ", "{", "}"));
  }

  MappingText line(int depth, String line) {
    text.append("  ".repeat(depth)).append(line).append('\n');
    return this;
  }

  /// A member, with what is doubted of it as a comment.
  void field(int depth, String name, String value, Map<String, String> doubts) {
    String doubt = doubts.get(name);
    line(depth, name + ": " + value + (doubt == null ? "" : "  # unsure: " + doubt));
  }

  MappingText empty() {
    text.append('\n');
    return this;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
