package org.marquee.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What one cinema shows.
///
/// @param timeZone of the IANA database, such as `Europe/London`
/// @param distanceKm to the centre of the request; null where it has none
public record CinemaProgramme(
    Cinema cinema, String timeZone, @Nullable Double distanceKm, List<ProgrammeDay> days) {
  /// Keeps its own copy of the days.
  public CinemaProgramme {
    days = List.copyOf(days);
  }

  static CinemaProgramme read(JsonObject json) {
    return new CinemaProgramme(
        Cinema.read(json.object("cinema")),
        json.text("timeZone"),
        json.optionalNumber("distanceKm"),
        json.objects("days", ProgrammeDay::read));
  }
}
