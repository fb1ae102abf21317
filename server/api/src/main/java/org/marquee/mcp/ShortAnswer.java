package org.marquee.mcp;

import java.io.StringWriter;
import java.util.Set;
import org.marquee.json.JsonTree;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;

/// Makes the answer of an operation shorter, for models pay for what they read: of the envelope
/// stay `data`, `nextCursor` where there is a next page, and `observedAt`.
final class ShortAnswer {
  /// What no model needs of a record.
  private static final Set<String> NEVER =
      Set.of("provenance", "posterUrl", "extCatalogAId", "extCatalogBId");

  private final JsonParser from;
  private final JsonGenerator to;
  private final Set<String> leftOut;

  private ShortAnswer(JsonParser from, JsonGenerator to, Set<String> leftOut) {
    this.from = from;
    this.to = to;
    this.leftOut = leftOut;
  }

  /// The shorter answer.
  ///
  /// @param body of the answer
  /// @param leftOut further members of records that are left out, wherever they are
  static String of(byte[] body, Set<String> leftOut) {
    StringWriter text = new StringWriter(body.length / 2);
    try (JsonParser from = JsonTree.JSON.createParser(ObjectReadContext.empty(), body);
        JsonGenerator to = JsonTree.JSON.createGenerator(ObjectWriteContext.empty(), text)) {
      from.nextToken();
      new ShortAnswer(from, to, leftOut).envelope();
    }
    return text.toString();
  }

  private void envelope() {
    to.writeStartObject();
    for (String name = from.nextName(); name != null; name = from.nextName()) {
      from.nextToken();
      switch (name) {
        case "pagination" -> only("nextCursor");
        case "freshness" -> only("observedAt");
        default -> member(name);
      }
    }
    to.writeEndObject();
  }

  /// Of the object that begins here, one member, if it has a value.
  private void only(String wanted) {
    for (String name = from.nextName(); name != null; name = from.nextName()) {
      if (from.nextToken() != JsonToken.VALUE_NULL && name.equals(wanted)) {
        member(name);
      }
      from.skipChildren();
    }
  }

  private void member(String name) {
    to.writeName(name);
    value();
  }

  private void value() {
    switch (from.currentToken()) {
      case START_OBJECT -> {
        to.writeStartObject();
        for (String name = from.nextName(); name != null; name = from.nextName()) {
          from.nextToken();
          if (NEVER.contains(name) || leftOut.contains(name)) {
            from.skipChildren();
          } else {
            member(name);
          }
        }
        to.writeEndObject();
      }
      case START_ARRAY -> {
        to.writeStartArray();
        while (from.nextToken() != JsonToken.END_ARRAY) {
          value();
        }
        to.writeEndArray();
      }
      default -> to.copyCurrentEvent(from);
    }
  }
}
