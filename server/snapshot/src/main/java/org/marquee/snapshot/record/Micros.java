package org.marquee.snapshot.record;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// Instants as microseconds since 1970, as they are stored (docs/api.md, "Date-times").
public final class Micros {
  /// A day.
  public static final long A_DAY = 86_400_000_000L;

  private static final long A_SECOND = 1_000_000;

  private Micros() {}

  /// An instant as microseconds.
  public static long of(Instant instant) {
    return instant.getEpochSecond() * A_SECOND + instant.getNano() / 1000;
  }

  /// Microseconds as an instant.
  public static Instant instant(long micros) {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, A_SECOND), Math.floorMod(micros, A_SECOND) * 1000);
  }

  /// The UTC day, counted from 1970.
  public static int day(long micros) {
    return (int) Math.floorDiv(micros, A_DAY);
  }

  /// The UTC day that is `days` before that of `instant`.
  public static int daysBefore(Instant instant, int days) {
    return day(of(instant.truncatedTo(ChronoUnit.MICROS))) - days;
  }
}
