package org.marquee.feed.mapped;

import java.time.LocalTime;
import org.jspecify.annotations.Nullable;

/// A member of a native object: how its value is found, and how it is written in the feed.
sealed interface Field {
  Expression expression();

  /// Words as they are.
  record Words(Expression expression) implements Field {}

  /// A URL.
  ///
  /// @param base what goes before one that is relative; null where none is
  record Address(Expression expression, @Nullable String base) implements Field {}

  /// Degrees of a position.
  record Degrees(Expression expression) implements Field {}

  record Length(Expression expression, Unit unit) implements Field {
    enum Unit {
      MILLISECONDS(60_000),
      SECONDS(60),
      MINUTES(1);

      private final double ofMinute;

      Unit(double ofMinute) {
        this.ofMinute = ofMinute;
      }

      /// So many of it in minutes, to the nearest.
      long minutes(double count) {
        return Math.round(count / ofMinute);
      }
    }
  }

  record Date(Expression expression, TimePattern pattern) implements Field {}

  /// Days of the week.
  ///
  /// @param names how they are written
  record Days(Expression expression, Weekdays names) {}

  /// A time.
  ///
  /// @param offset what an offset in it means
  /// @param dayEnds when the business day ends: earlier times are of the day after the date that
  ///   they stand under; null where dates are those of the calendar
  /// @param nextDay a flag that sets it for one row
  /// @param weekdays the days of the week that begins with the date; null where it is that date
  record Time(
      Expression expression,
      TimePattern pattern,
      Offset offset,
      @Nullable LocalTime dayEnds,
      @Nullable Expression nextDay,
      @Nullable Days weekdays)
      implements Field {
    /// Whether a row may stand for several showings.
    boolean isSeveral() {
      return weekdays != null || expression.isSeveral();
    }

    enum Offset {
      /// Its value.
      MEANT,
      /// Nothing: the time is the cinema's, whatever stands behind it.
      NOT_MEANT
    }
  }
}
