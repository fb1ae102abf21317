package org.marquee.node;

/// Which showtimes a node keeps in memory: those from so many days back on, and everything ahead.
///
/// @param daysBack whole UTC days before today's; [#NOTHING] for a node that reads everything from
///   the database
public record Horizon(int daysBack) {
  /// The `daysBack` of a node that reads everything from the database.
  public static final int NOTHING = Integer.MIN_VALUE;

  /// What a node keeps where nothing else is set.
  public static final Horizon USUAL = new Horizon(7);

  private static final int MOST = 36_500;

  /// Reads a number of days, or `off`.
  ///
  /// @throws IllegalArgumentException if it is neither
  public static Horizon read(String text) {
    String days = text.strip();
    if (days.equals("off")) {
      return new Horizon(NOTHING);
    }
    if (!days.matches("[0-9]{1,5}") || Integer.parseInt(days) > MOST) {
      throw new IllegalArgumentException(
          "a number of days from 0 to " + MOST + ", or off, not " + days);
    }
    return new Horizon(Integer.parseInt(days));
  }

  boolean holdsAnything() {
    return daysBack != NOTHING;
  }

  @Override
  public String toString() {
    return holdsAnything() ? String.valueOf(daysBack) : "off";
  }
}
