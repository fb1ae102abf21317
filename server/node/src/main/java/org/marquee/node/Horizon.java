package org.marquee.node;

/// Which showtimes a node keeps in memory: those from so many days back on, and everything ahead.
///
/// @param daysBack whole UTC days before today's
public record Horizon(int daysBack) {
  /// What a node keeps where nothing else is set.
  public static final Horizon USUAL = new Horizon(7);

  private static final int MOST = 36_500;

  /// Reads a number of days.
  ///
  /// @throws IllegalArgumentException if it is none
  public static Horizon read(String text) {
    String days = text.strip();
    if (!days.matches("[0-9]{1,5}") || Integer.parseInt(days) > MOST) {
      throw new IllegalArgumentException("a number of days from 0 to " + MOST + ", not " + days);
    }
    return new Horizon(Integer.parseInt(days));
  }

  @Override
  public String toString() {
    return String.valueOf(daysBack);
  }
}
