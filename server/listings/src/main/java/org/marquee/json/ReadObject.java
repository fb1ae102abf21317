package org.marquee.json;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An object of JSON that was read by [JsonTree]. A member that is missing, or not of the type that
/// is asked for, is an [IllegalArgumentException] that names it.
public record ReadObject(Map<String, @Nullable Object> members) {
  /// The object that a value is.
  public static ReadObject of(@Nullable Object value) {
    Map<String, @Nullable Object> members = JsonTree.object(value);
    if (members == null) {
      throw new IllegalArgumentException("it is not an object: " + value);
    }
    return new ReadObject(members);
  }

  /// A string; null where there is none.
  public @Nullable String findText(String name) {
    return members.get(name) instanceof String text ? text : null;
  }

  /// A string.
  public String text(String name) {
    return required(name, findText(name));
  }

  /// An integer.
  public long number(String name) {
    return Long.parseLong(
        required(
            name, members.get(name) instanceof JsonTree.Numeral(String digits) ? digits : null));
  }

  /// True or false.
  public boolean flag(String name) {
    return required(name, members.get(name) instanceof Boolean set ? set : null);
  }

  /// An object; null where there is none.
  public @Nullable ReadObject find(String name) {
    Map<String, @Nullable Object> object = JsonTree.object(members.get(name));
    return object == null ? null : new ReadObject(object);
  }

  /// An object.
  public ReadObject object(String name) {
    return required(name, find(name));
  }

  /// A list of objects.
  public List<ReadObject> objects(String name) {
    return list(name).stream().map(ReadObject::of).toList();
  }

  /// A list of strings.
  public List<String> texts(String name) {
    return list(name).stream().map(String::valueOf).toList();
  }

  private List<?> list(String name) {
    return required(name, members.get(name) instanceof List<?> list ? list : null);
  }

  private static <T> T required(String name, @Nullable T value) {
    if (value == null) {
      throw new IllegalArgumentException("it has no " + name);
    }
    return value;
  }
}
