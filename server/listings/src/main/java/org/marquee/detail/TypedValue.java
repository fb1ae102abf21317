package org.marquee.detail;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonTree;
import org.marquee.json.JsonTree.Malformed;

/// A value of a detail as people type it, in commands and files.
final class TypedValue {
  private TypedValue() {}

  /// What [Values] reads; of a text that is no JSON the text itself.
  static @Nullable Object of(Form form, String text) {
    return switch (form) {
      case Form.Some(Form item) when isText(item) && !text.startsWith("[") ->
          List.of(text.split(",\\s*", -1));
      // Of what must be there one member says all: sold_out is {"status": "sold_out"}.
      case Form.Group(List<Form.Part> parts)
          when !text.startsWith("{") && parts.stream().filter(Form.Part::isNeeded).count() == 1 ->
          Map.of(parts.stream().filter(Form.Part::isNeeded).findFirst().orElseThrow().name(), text);
      case Form.Some _, Form.Group _, Form.Price _, Form.Flag _, Form.Minutes _ -> json(text);
      default -> text;
    };
  }

  private static boolean isText(Form form) {
    return form instanceof Form.Text || form instanceof Form.Tag || form instanceof Form.Language;
  }

  private static @Nullable Object json(String text) {
    try {
      return JsonTree.read(text.getBytes(UTF_8));
    } catch (Malformed _) {
      return text;
    }
  }

  static String text(Object value) {
    if (value instanceof String text) {
      return text;
    }
    return value instanceof List<?> items && items.stream().allMatch(TypedValue::isPlain)
        ? items.stream().map(String::valueOf).collect(joining(", "))
        : JsonTree.text(value);
  }

  private static boolean isPlain(@Nullable Object item) {
    return item instanceof String text && !text.contains(",") && !text.startsWith("[");
  }
}
