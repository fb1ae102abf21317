package org.marquee.v1.declaration;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The path of an operation: fixed segments, and at most one id behind them, which may be followed
/// by one more.
///
/// @param id what stands in braces; null where nothing does
public record PathTemplate(String text, @Nullable Id id, List<String> segments) {
  /// The id in a path. One that is too long belongs to no record: it is not found, and not faulty.
  ///
  /// @param example an id as a caller writes it
  /// @param description for callers, in Markdown
  public record Id(String name, ParameterType<String> type, String example, String description) {}

  /// A path that names one list.
  public static PathTemplate of(String text) {
    return new PathTemplate(text, null, segments(text));
  }

  /// A path with an id behind it.
  public static PathTemplate of(String text, Id id) {
    return new PathTemplate(text + "/{" + id.name() + "}", id, segments(text));
  }

  /// The path of something that belongs to the record with the id.
  ///
  /// @param last the segment behind the id
  public PathTemplate followedBy(String last) {
    return new PathTemplate(text + "/" + last, id, segments);
  }

  private static List<String> segments(String text) {
    return List.of(text.substring(1).split("/", -1));
  }
}
