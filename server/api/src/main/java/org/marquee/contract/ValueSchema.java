package org.marquee.contract;

import java.util.regex.Pattern;
import org.marquee.json.JsonObject;
import org.marquee.listing.Bounds;
import org.marquee.listing.ListedRecord;
import org.marquee.v1.declaration.Schema;
import org.marquee.v1.operation.RecordTypes;

/// Writes the types of values as JSON Schema 2020-12, which OpenAPI 3.1 uses.
public final class ValueSchema {
  private ValueSchema() {}

  /// The schema of a value that is not an object and has none in it. Values that stand in a query
  /// with commas between them are an array.
  public static JsonObject of(Schema<?> schema) {
    return switch (schema) {
      case Schema.Text(var length) ->
          string().with("minLength", length.least()).with("maxLength", length.most());
      case Schema.Matching(var pattern) -> string().with("pattern", anchored(pattern));
      case Schema.OneOf(var values) when schema.equals(RecordTypes.ATTRIBUTE_ID) ->
          string().with("description", "The id of an attribute.").with("enum", values);
      case Schema.OneOf(var values) -> string().with("enum", values);
      case Schema.Growing(var values) -> string().with("x-extensible-enum", values);
      case Schema.CommaSeparated(var items) -> array(of(items));
      case Schema.DateTime() -> string().with("format", "date-time");
      case Schema.CalendarDate() -> string().with("format", "date");
      case Schema.Uri() ->
          string().with("format", "uri").with("maxLength", ListedRecord.URI_LENGTH.most());
      case Schema.Whole(var range) -> number("integer", "int32", range);
      case Schema.Count() ->
          JsonObject.of("type", "integer").with("format", "int64").with("minimum", 0);
      case Schema.Decimal(var range) -> number("number", "double", range);
      case Schema.Flag() -> JsonObject.of("type", "boolean");
      case Schema.OrNull<?> _, Schema.ListOf<?> _, Schema.Nested _, Schema.OneNested _ ->
          throw new IllegalArgumentException("only in records: " + schema);
    };
  }

  private static JsonObject string() {
    return JsonObject.of("type", "string");
  }

  private static JsonObject number(String type, String format, Bounds range) {
    return JsonObject.of("type", type)
        .with("format", format)
        .with("minimum", range.least())
        .with("maximum", range.most());
  }

  /// Values that stand in a query with commas between them.
  static JsonObject array(JsonObject items) {
    return JsonObject.of("type", "array").with("items", items).with("minItems", 1);
  }

  /// Patterns here match whole values, those of JSON Schema any part of one.
  private static String anchored(Pattern pattern) {
    String text = pattern.pattern();
    if (text.startsWith("^") && text.endsWith("$")) {
      return text;
    }
    return text.contains("|") ? "^(?:" + text + ")$" : "^" + text + "$";
  }
}
