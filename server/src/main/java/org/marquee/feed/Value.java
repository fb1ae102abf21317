package org.marquee.feed;

import java.util.List;

/// A value as a feed writes it, before anything is known of what it should be.
public sealed interface Value
    permits Value.Text, Value.Numeral, Value.Flag, Value.Nothing, Value.Items, Members {

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

  /// A null, which says as much as leaving the member out.
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

  /// The value as a notice shows it.
  String shown();
}
