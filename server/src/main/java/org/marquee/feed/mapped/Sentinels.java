package org.marquee.feed.mapped;

import java.time.LocalDate;
import java.util.Set;

/// Dates that systems write where they have none. Of a film's release, years alone do not tell:
/// films are older than showings can be.
final class Sentinels {
  private static final Set<LocalDate> NONE =
      Set.of(
          LocalDate.of(1, 1, 1),
          LocalDate.of(1899, 12, 30),
          LocalDate.of(1899, 12, 31),
          LocalDate.of(1900, 1, 1));

  private Sentinels() {}

  static boolean isNone(LocalDate date) {
    return NONE.contains(date);
  }
}
