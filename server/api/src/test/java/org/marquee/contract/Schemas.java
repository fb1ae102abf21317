package org.marquee.contract;

import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.NullMarked;
import org.marquee.json.JsonObject;
import org.marquee.v1.declaration.Member;
import org.marquee.v1.declaration.RecordType;
import org.marquee.v1.declaration.Schema;
import org.marquee.v1.operation.RecordTypes;

/// Writes types as JSON Schema 2020-12, which OpenAPI 3.1 uses. Types with a name are written once,
/// and referred to.
@NullMarked
public final class Schemas {
  private static final String ATTRIBUTE_ID = "AttributeId";

  private final SequencedMap<String, JsonObject> named = new TreeMap<>();

  /// The schemas that were referred to, by name.
  public JsonObject components() {
    JsonObject components = new JsonObject();
    named.forEach(components::with);
    return components;
  }

  /// A reference to the schema of an object.
  public JsonObject reference(RecordType type) {
    if (!named.containsKey(type.name())) {
      named.put(type.name(), new JsonObject()); // a type may lie within itself
      named.put(type.name(), object(type));
    }
    return reference("schemas", type.name());
  }

  /// A reference to an object that has no [RecordType], such as an envelope.
  ///
  /// @throws IllegalStateException if another one has the name
  public JsonObject reference(String name, JsonObject schema) {
    JsonObject known = named.putIfAbsent(name, schema);
    if (known != null && !known.tree().equals(schema.tree())) {
      throw new IllegalStateException("two schemas " + name);
    }
    return reference("schemas", name);
  }

  /// An object that points to a part of the document: `#/components/schemas/Film`.
  public static JsonObject reference(String section, String name) {
    return JsonObject.of("$ref", "#/components/" + section + "/" + name);
  }

  private JsonObject object(RecordType type) {
    JsonObject properties = new JsonObject();
    for (Member member : type.members()) {
      properties.with(member.name(), of(member));
    }
    List<String> required =
        type.members().stream().filter(Member::required).map(Member::name).toList();
    return object(type.description(), properties, required);
  }

  /// The schema of a member.
  public JsonObject of(Member member) {
    String said = member.description();
    JsonObject property = of(member.schema()).with("description", said.isEmpty() ? null : said);
    return member.example() == null
        ? property
        : property.with("examples", List.of(member.example()));
  }

  /// An object. It may get further members within the version of the interface, so it is not
  /// closed.
  public static JsonObject object(
      String description, JsonObject properties, List<String> required) {
    JsonObject object =
        JsonObject.of("type", "object")
            .with("description", description)
            .with("properties", properties);
    return required.isEmpty() ? object : object.with("required", required);
  }

  /// The schema of a value.
  public JsonObject of(Schema<?> schema) {
    return switch (schema) {
      case Schema.OneOf _ when schema.equals(RecordTypes.ATTRIBUTE_ID) ->
          reference(ATTRIBUTE_ID, ValueSchema.of(schema));
      case Schema.CommaSeparated(var items) -> ValueSchema.array(of(items));
      case Schema.OrNull<?>(var value) -> orNull(of(value));
      case Schema.ListOf<?>(var items, int most) ->
          JsonObject.of("type", "array").with("items", of(items)).with("maxItems", most);
      case Schema.Nested(var type) -> reference(type);
      // Objects are open, so a record may be of several of the types: `oneOf` would refuse it.
      case Schema.OneNested(var types) ->
          JsonObject.of("anyOf", types.stream().map(this::reference).toList());
      default -> ValueSchema.of(schema);
    };
  }

  private static JsonObject orNull(JsonObject value) {
    JsonObject nullable = new JsonObject();
    Map<String, Object> members = value.tree();
    if (!(members.remove("type") instanceof String type)) {
      return JsonObject.of("anyOf", List.of(value, JsonObject.of("type", "null")));
    }
    nullable.with("type", List.of(type, "null"));
    members.forEach(nullable::with);
    return nullable;
  }
}
