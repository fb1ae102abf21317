package org.marquee.feed.proposed;

import static java.util.stream.Collectors.joining;

import java.util.Collection;
import java.util.Map;
import java.util.regex.Pattern;

/// The text of a mapping, line by line. A value is a text, true, a list of values, or members.
///
/// @param doubts what stands behind a field as a comment, by field
record MappingText(StringBuilder text, Map<String, String> doubts) {
  private static final Pattern WORD = Pattern.compile("(?i)true|false|null|yes|no|on|off|~");
  private static final Pattern PLAIN =
      Pattern.compile(
          "[\\p{L}\\p{N}_$.]#*( #+)*".replace("#", "([\\p{L}\\p{N}_$./()°+%€-]|:(?=[/\\d]))"));

  MappingText(Map<String, String> doubts) {
    this(new StringBuilder(), doubts);
  }

  /// A line as it is.
  MappingText line(int depth, String line) {
    text.append("  ".repeat(depth)).append(line).append('\n');
    return this;
  }

  /// A member, with what is doubted of it as a comment.
  void field(int depth, String name, Object value) {
    String doubt = doubts.get(name);
    line(depth, name + ": " + inLine(value) + (doubt == null ? "" : "  # unsure: " + doubt));
  }

  /// An element of a list.
  void element(int depth, Object value) {
    line(depth, "- " + inLine(value));
  }

  private static String inLine(Object value) {
    return switch (value) {
      case Collection<?> list ->
          list.stream().map(MappingText::inLine).collect(joining(", ", "[", "]"));
      case Map<?, ?> members ->
          members.entrySet().stream()
              .map(member -> inLine(member.getKey()) + ": " + inLine(member.getValue()))
              .collect(joining(", ", "{", "}"));
      case Boolean flag -> flag.toString();
      default -> scalar(value.toString());
    };
  }

  /// In quotes where it needs them.
  private static String scalar(String value) {
    // Java's patterns take a frame of the stack for each sign of a long text.
    if (value.length() < 200 && PLAIN.matcher(value).matches() && !WORD.matcher(value).matches()) {
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

  @Override
  public String toString() {
    return text.toString().stripTrailing() + "\n";
  }
}
