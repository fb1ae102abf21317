package org.marquee.feed;

import java.time.LocalDate;
import java.util.List;

/// A value of a feed, before it is checked against the limits of a member: as JSON writes it, or as
/// the reader of another format has parsed it ([Time], [Date], [Whole]).
public sealed interface Value
    permits Value.Text,
        Value.Numeral,
        Value.Flag,
        Value.Nothing,
        Value.Items,
        Value.Time,
        Value.Date,
        Value.Whole,
        Members {

  /// A string.
  record Text(String text) implements Value {
    @Override
    public String shown() {
      return text;
    }
  }

  /// A number, digit by digit as it is written.
  ///
  /// @param whole whether it has neither a fraction nor an exponent
  record Numeral(String digits, boolean whole) implements Value {
    @Override
    public String shown() {
      return digits;
    }
  }

  /// True or false.
  record Flag(boolean set) implements Value {
    @Override
    public String shown() {
      return String.valueOf(set);
    }
  }

  /// A null, which means the same as a missing member.
  enum Nothing implements Value {
    NOTHING;

    @Override
    public String shown() {
      return "null";
    }
  }

  /// A list of values.
  record Items(List<Value> list) implements Value {
    @Override
    public String shown() {
      return "a list";
    }
  }

  /// A time that is parsed already.
  record Time(FeedRecord.Start start) implements Value {
    @Override
    public String shown() {
      return start.text();
    }
  }

  /// A date that is parsed already.
  record Date(LocalDate date) implements Value {
    @Override
    public String shown() {
      return date.toString();
    }
  }

  /// A whole number that is parsed already.
  record Whole(long number) implements Value {
    @Override
    public String shown() {
      return String.valueOf(number);
    }
  }

  /// The value as a notice shows it.
  String shown();
}
