package org.marquee.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A cinema with what it shows.
///
/// @param timeZone of the IANA database, or an offset such as `+01:00` where nobody names one
/// @param distanceKm to the centre of the request; null where it has none
public record Programme(
    Cinema cinema, String timeZone, @Nullable Double distanceKm, List<ProgrammeDay> days) {
  /// Keeps its own copy of the days.
  public Programme {
    days = List.copyOf(days);
  }

  static Programme read(JsonObject json) {
    return new Programme(
        Cinema.read(json.object("cinema", "cinemaDetails")),
        json.text("timeZone"),
        json.optionalNumber("distanceKm"),
        json.objects("days", ProgrammeDay::read));
  }
}
