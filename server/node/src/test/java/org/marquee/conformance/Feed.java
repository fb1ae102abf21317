package org.marquee.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A native feed as its provider writes it (docs/feeds.md, "The native format").
record Feed(
    String provider,
    String mode,
    Instant observedAt,
    @Nullable Instant sourceUpdatedAt,
    List<ObjectNode> lines) {
  static final JsonMapper JSON = new JsonMapper();

  byte[] bytes() {
    ObjectNode header = JSON.createObjectNode();
    header.put("type", "feed").put("version", 1).put("mode", mode);
    header.put("observedAt", observedAt.toString());
    if (sourceUpdatedAt != null) {
      header.put("sourceUpdatedAt", sourceUpdatedAt.toString());
    }
    StringBuilder text = new StringBuilder(header.toString());
    for (ObjectNode line : lines) {
      text.append('\n').append(line);
    }
    return text.toString().getBytes(UTF_8);
  }
}
