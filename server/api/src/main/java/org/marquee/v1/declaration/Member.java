package org.marquee.v1.declaration;

import org.jspecify.annotations.Nullable;

/// One member of a [RecordType].
///
/// @param required whether it is always there; one that is not is left out where it has no value
/// @param description for callers, in Markdown
/// @param example a value that `schema` allows; null for objects, whose members have theirs
public record Member(
    String name, boolean required, Schema<?> schema, String description, @Nullable Object example) {

  /// A member that is always there.
  public static <V> Member required(String name, Schema<V> schema, V example, String description) {
    return new Member(name, true, schema, description, example);
  }

  /// A member that is left out where it has no value.
  public static <V> Member optional(
      String name, Schema<V> schema, @Nullable V example, String description) {
    return new Member(name, false, schema, description, example);
  }

  /// An object within an object, always there.
  public static Member nested(String name, RecordType type, String description) {
    return new Member(name, true, new Schema.Nested(type), description, null);
  }

  /// A nested member that is left out where it has no value.
  public static Member optionalNested(String name, RecordType type, String description) {
    return new Member(name, false, new Schema.Nested(type), description, null);
  }

  /// A list of objects, always there.
  ///
  /// @param most how many it has at most
  public static Member list(String name, RecordType type, int most, String description) {
    return new Member(
        name, true, new Schema.ListOf<>(new Schema.Nested(type), most), description, null);
  }
}
