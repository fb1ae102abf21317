package org.marquee.sample;

import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.marquee.listing.Location;

/// A cinema of the region.
///
/// @param chain its id; empty for an independent
/// @param house how it is run
/// @param screens the largest first
record DemoCinema(
    String id,
    Optional<String> chain,
    String name,
    ZoneId zone,
    Location location,
    CinemaStyle house,
    List<DemoScreen> screens,
    Set<Habit> habits) {
  DemoCinema {
    screens = List.copyOf(screens);
    habits = Set.copyOf(habits);
  }

  /// What makes the schedule of one cinema read differently from another's.
  enum Habit {
    /// Gives wall-clock times without an offset.
    LOCAL_TIMES,
    /// Sells nothing online.
    AT_THE_DOOR
  }

  boolean has(Habit habit) {
    return habits.contains(habit);
  }
}
