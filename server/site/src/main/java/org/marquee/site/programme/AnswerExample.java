package org.marquee.site.programme;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonTree;
import org.marquee.json.ReadObject;

/// A record of an answer as indented text, with one element in each list.
final class AnswerExample {
  private AnswerExample() {}

  static String of(ReadObject record) {
    return write(record.members(), "\n");
  }

  /// @param line the end of a line, with the indentation of the next
  private static String write(@Nullable Object value, String line) {
    String deeper = line + "  ";
    return switch (value) {
      case Map<?, ?> members when !members.isEmpty() ->
          members.entrySet().stream()
              .map(each -> deeper + '"' + each.getKey() + "\": " + write(each.getValue(), deeper))
              .collect(joining(",", "{", line + "}"));
      case List<?> items when !items.isEmpty() ->
          "["
              + deeper
              + write(items.getFirst(), deeper)
              + (items.size() > 1 ? ", …" : "")
              + line
              + "]";
      case null, default -> JsonTree.text(value);
    };
  }
}
