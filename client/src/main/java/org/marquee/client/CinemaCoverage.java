package org.marquee.client;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A cinema of a place with how far its programme is known, also where it shows nothing. Its
/// members are those of a [Programme].
public record CinemaCoverage(
    Cinema cinema, String timeZone, @Nullable Double distanceKm, List<DayCoverage> days) {
  /// Keeps its own copy of the days.
  public CinemaCoverage {
    days = List.copyOf(days);
  }

  /// Whether the programme of a day is known.
  public record DayCoverage(LocalDate date, Coverage coverage) {}

  static CinemaCoverage read(JsonObject json) {
    return new CinemaCoverage(
        Cinema.read(json.object("cinema", "cinemaDetails")),
        json.text("timeZone"),
        json.optionalNumber("distanceKm"),
        json.objects(
            "days", it -> new DayCoverage(it.date("date"), Coverage.read(it.object("coverage")))));
  }
}
