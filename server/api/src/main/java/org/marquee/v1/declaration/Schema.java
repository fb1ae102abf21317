package org.marquee.v1.declaration;

import java.util.List;
import java.util.regex.Pattern;
import org.marquee.listing.Bounds;

/// What a value of the interface looks like in JSON: its type and its limits (docs/api.md,
/// "Records").
///
/// @param <V> the Java type of an example
public sealed interface Schema<V> {
  /// A string of so many code points.
  record Text(Bounds length) implements Schema<String> {}

  /// A string that a pattern matches from its first to its last character.
  record Matching(Pattern pattern) implements Schema<String> {}

  /// One of some strings.
  record OneOf(List<String> values) implements Schema<String> {
    public OneOf {
      values = List.copyOf(values);
    }
  }

  /// A string. It is one of some today; others may be added within the version of the interface, so
  /// callers take any.
  record Growing(List<String> values) implements Schema<String> {
    public Growing {
      values = List.copyOf(values);
    }
  }

  /// Strings separated by single commas. Only in a query.
  record CommaSeparated(Schema<String> items) implements Schema<String> {}

  /// A date and time with its offset (docs/api.md, "Timestamps").
  record DateTime() implements Schema<String> {}

  /// A date of the calendar, `yyyy-mm-dd`.
  record CalendarDate() implements Schema<String> {}

  /// A URI with its scheme (RFC 3986).
  record Uri() implements Schema<String> {}

  /// An integer.
  record Whole(Bounds range) implements Schema<Integer> {}

  /// An integer of 0 and above, which may need 64 bits.
  record Count() implements Schema<Long> {}

  /// Any JSON number.
  record Decimal(Bounds range) implements Schema<Double> {}

  /// `true` or `false`.
  record Flag() implements Schema<Boolean> {}

  /// An array.
  ///
  /// @param most how many items it has at most
  record ListOf<V>(Schema<V> items, int most) implements Schema<List<V>> {}

  /// An object. Its members have the examples.
  record Nested(RecordType type) implements Schema<Void> {}

  /// An object of one of several types.
  record OneNested(List<RecordType> types) implements Schema<Void> {
    public OneNested {
      types = List.copyOf(types);
    }
  }

  /// A value, or null. Every other member is left out where it has no value.
  record OrNull<V>(Schema<V> schema) implements Schema<V> {}
}
