package org.marquee.node;

import org.jspecify.annotations.Nullable;

/// Which showtimes a node keeps in memory: those from so many days back on, and everything ahead.
///
/// @param daysBack whole UTC days before today's; [#NOTHING] for a node that reads everything from
///   the database
public record Horizon(int daysBack) {
  /// The `daysBack` of a node that reads everything from the database.
  public static final int NOTHING = Integer.MIN_VALUE;

  private static final String NAME = "MARQUEE_DAYS_BACK";
  private static final int USUAL = 7;
  private static final int MOST = 36_500;

  /// The value of `MARQUEE_DAYS_BACK`: a number of days, or `off`; 7 days by default.
  static Horizon configured() {
    return read(System.getenv(NAME));
  }

  /// Reads the value of `MARQUEE_DAYS_BACK`.
  public static Horizon read(@Nullable String text) {
    String days = text == null ? "" : text.strip();
    if (days.isEmpty()) {
      return new Horizon(USUAL);
    }
    if (days.equals("off")) {
      return new Horizon(NOTHING);
    }
    if (!days.matches("[0-9]{1,5}") || Integer.parseInt(days) > MOST) {
      throw new InvalidSetting(
          NAME + " must be a number of days from 0 to " + MOST + ", or off, not " + days);
    }
    return new Horizon(Integer.parseInt(days));
  }

  boolean holdsAnything() {
    return daysBack != NOTHING;
  }
}
