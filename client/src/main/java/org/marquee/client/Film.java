package org.marquee.client;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// A film. What is absent is null.
///
/// @param durationMinutes 0 to 1000
/// @param extCatalogAId its id in the first external catalogue
/// @param extCatalogBId its id in the second one
/// @param details further facts about it; null unless [MarqueeClient#withDetails()] asks for them
public record Film(
    String id,
    String title,
    @Nullable Integer durationMinutes,
    @Nullable String certification,
    @Nullable String posterUrl,
    @Nullable LocalDate releaseDate,
    @Nullable String extCatalogAId,
    @Nullable String extCatalogBId,
    Provenance provenance,
    @Nullable FilmDetails details)
    implements ListingRecord {
  /// One without details.
  public Film(
      String id,
      String title,
      @Nullable Integer durationMinutes,
      @Nullable String certification,
      @Nullable String posterUrl,
      @Nullable LocalDate releaseDate,
      @Nullable String extCatalogAId,
      @Nullable String extCatalogBId,
      Provenance provenance) {
    this(
        id,
        title,
        durationMinutes,
        certification,
        posterUrl,
        releaseDate,
        extCatalogAId,
        extCatalogBId,
        provenance,
        null);
  }

  static Film read(JsonObject json) {
    return new Film(
        json.text("id"),
        json.text("title"),
        json.optionalInteger("durationMinutes"),
        json.optionalText("certification"),
        json.optionalText("posterUrl"),
        json.optionalDate("releaseDate"),
        json.optionalText("extCatalogAId"),
        json.optionalText("extCatalogBId"),
        Provenance.read(json.object("provenance")),
        json.optionalObject("details", FilmDetails::read));
  }
}
