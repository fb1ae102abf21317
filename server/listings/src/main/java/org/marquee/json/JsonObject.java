package org.marquee.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// An object that is written as JSON. Its members stand in the order in which they were added; each
/// is a string, a number, a boolean, an instant, an object, or a list or map of these.
public final class JsonObject {
  private final SequencedMap<String, Object> members = new LinkedHashMap<>();

  /// An object with one member.
  public static JsonObject of(String name, Object value) {
    return new JsonObject().with(name, value);
  }

  /// Adds a member; a value that is null is left out.
  ///
  /// @throws IllegalStateException if there is another one of that name
  public JsonObject with(String name, @Nullable Object value) {
    if (value != null && members.putIfAbsent(name, value) != null) {
      throw new IllegalStateException("two members " + name);
    }
    return this;
  }

  /// Adds a list of objects, one for each item.
  public <T> JsonObject withAll(
      String name, Iterable<? extends T> items, Function<? super T, JsonObject> object) {
    List<JsonObject> objects = new ArrayList<>();
    items.forEach(item -> objects.add(object.apply(item)));
    return with(name, objects);
  }

  /// Whether there is a member of that name.
  public boolean has(String name) {
    return members.containsKey(name);
  }

  /// Whether there is no member.
  public boolean isEmpty() {
    return members.isEmpty();
  }

  /// The members in their order, as they were added.
  public Map<String, Object> members() {
    return Collections.unmodifiableMap(members);
  }

  /// This object as maps and lists.
  public Map<String, Object> tree() {
    Map<String, Object> tree = new LinkedHashMap<>();
    members.forEach((name, value) -> tree.put(name, plain(value)));
    return tree;
  }

  private static Object plain(Object value) {
    return switch (value) {
      case JsonObject object -> object.tree();
      case List<?> list -> list.stream().map(JsonObject::plain).toList();
      default -> value;
    };
  }

  /// The object as one line of JSON.
  @Override
  public String toString() {
    return JsonTree.text(this);
  }

  /// The object as JSON in UTF-8.
  public byte[] bytes() {
    return toString().getBytes(UTF_8);
  }
}
