package org.marquee.client;

import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A film at a time in a cinema. What is absent is null.
///
/// @param startsAt with the cinema's offset: its wall clock
/// @param attributeIds may be empty
/// @param screenName as the schedule writes it; there with `screenId`
/// @param details further facts about it; null unless [MarqueeClient#withDetails()] asks for them
public record Showtime(
    String id,
    String filmId,
    String cinemaId,
    OffsetDateTime startsAt,
    @Nullable String bookingUrl,
    List<String> attributeIds,
    @Nullable String screenId,
    @Nullable String screenName,
    Provenance provenance,
    @Nullable ShowtimeDetails details)
    implements ListingRecord {
  /// Keeps its own copy of the attributes.
  public Showtime {
    attributeIds = List.copyOf(attributeIds);
  }

  /// One without details.
  public Showtime(
      String id,
      String filmId,
      String cinemaId,
      OffsetDateTime startsAt,
      @Nullable String bookingUrl,
      List<String> attributeIds,
      @Nullable String screenId,
      @Nullable String screenName,
      Provenance provenance) {
    this(
        id,
        filmId,
        cinemaId,
        startsAt,
        bookingUrl,
        attributeIds,
        screenId,
        screenName,
        provenance,
        null);
  }

  static Showtime read(JsonObject json) {
    return new Showtime(
        json.text("id"),
        json.text("filmId"),
        json.text("cinemaId"),
        json.dateTime("startsAt"),
        json.optionalText("bookingUrl"),
        json.texts("attributeIds"),
        json.optionalText("screenId"),
        json.optionalText("screenName"),
        Provenance.read(json.object("provenance")),
        json.optionalObject("details", ShowtimeDetails::read));
  }
}
