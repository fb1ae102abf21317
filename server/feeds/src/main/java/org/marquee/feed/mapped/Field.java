package org.marquee.feed.mapped;

import java.net.URI;
import java.time.LocalTime;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A member of a native object: how its value is found, and how it is written in the feed.
sealed interface Field {
  Expression expression();

  /// Words as they are.
  record Words(Expression expression) implements Field {}

  /// A URL.
  ///
  /// @param base what goes before one that is relative; null where none is
  record Address(Expression expression, @Nullable String base) implements Field {
    private static final Pattern ABSOLUTE = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.*");

    /// `text` with what it leaves out: the scheme after which `//` stands, or all that `base` has
    /// and a relative one has not (RFC 3986, 5.2). What cannot be resolved stays as it is, for the
    /// limits to tell.
    String absolute(String text) {
      if (text.startsWith("//")) {
        return (base != null && base.startsWith("http:") ? "http:" : "https:") + text;
      }
      if (base == null || ABSOLUTE.matcher(text).matches()) {
        return text;
      }
      try {
        return URI.create(base.endsWith("/") ? base : base + "/").resolve(text).toString();
      } catch (IllegalArgumentException _) {
        return text;
      }
    }
  }

  /// A number, as the degrees of a position.
  record Figure(Expression expression) implements Field {}

  /// Whether something is so.
  record Flag(Expression expression) implements Field {}

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

  /// A time of day, without a date.
  record Clock(Expression expression, TimePattern pattern) implements Field {}

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
