package org.marquee.mcp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonObject;
import org.marquee.json.JsonTree;
import org.marquee.json.ReadObject;

/// Makes the answer of an operation shorter, for models pay for what they read: of the envelope
/// stay `data`, `details` and `cinemas` where they stand beside it, `nextCursor` where there is a
/// next page, and `observedAt`.
final class ShortAnswer {
  /// What no model needs of a record.
  private static final Set<String> NEVER =
      Set.of("provenance", "posterUrl", "extCatalogAId", "extCatalogBId", "sources");

  private ShortAnswer() {}

  /// The shorter answer.
  ///
  /// @param body of the answer
  /// @param leftOut further members of records that are left out, wherever they are
  static JsonObject of(byte[] body, Set<String> leftOut) {
    ReadObject answer = ReadObject.of(JsonTree.own(body));
    ReadObject pagination = answer.find("pagination");
    return new JsonObject()
        .with("data", shortened(answer.members().get("data"), leftOut))
        .with("details", shortened(answer.members().get("details"), leftOut))
        .with("cinemas", shortened(answer.members().get("cinemas"), leftOut))
        .with("nextCursor", pagination == null ? null : pagination.findText("nextCursor"))
        .with("observedAt", answer.object("freshness").text("observedAt"));
  }

  private static @Nullable Object shortened(@Nullable Object value, Set<String> leftOut) {
    return switch (value) {
      case Map<?, ?> members -> {
        Map<Object, @Nullable Object> kept = new LinkedHashMap<>();
        members.forEach((name, member) -> {
          if (!NEVER.contains(name) && !leftOut.contains(name)) {
            kept.put(name, shortened(member, leftOut));
          }
        });
        yield kept;
      }
      case List<?> items -> items.stream().map(item -> shortened(item, leftOut)).toList();
      case null, default -> value;
    };
  }
}
