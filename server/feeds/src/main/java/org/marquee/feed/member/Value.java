package org.marquee.feed.member;

import java.util.List;

/// A value of a feed, before it is checked against the limits of a member: as JSON writes it.
public sealed interface Value
    permits Value.Text, Value.Numeral, Value.Flag, Value.Nothing, Value.Items, Members {

  /// A string.
  record Text(String text) implements Value {}

  /// A number, digit by digit as it is written.
  ///
  /// @param whole whether it has neither a fraction nor an exponent
  record Numeral(String digits, boolean whole) implements Value {}

  /// True or false.
  record Flag(boolean set) implements Value {}

  /// A null, which means the same as a missing member.
  enum Nothing implements Value {
    NOTHING
  }

  /// A list of values.
  record Items(List<Value> list) implements Value {}

  /// The value as a notice shows it.
  default String shown() {
    return switch (this) {
      case Text(String text) -> text;
      case Numeral(String digits, _) -> digits;
      case Flag(boolean set) -> String.valueOf(set);
      case Nothing _ -> "null";
      case Items _ -> "a list";
      case Members _ -> "an object";
    };
  }
}
