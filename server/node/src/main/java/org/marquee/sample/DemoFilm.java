package org.marquee.sample;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonObject;

/// A film as the feed lists it.
///
/// @param row its row of `films`
/// @param opens the Friday on which this release opens; null for what is always there
record DemoFilm(Table.Row row, @Nullable LocalDate opens) {
  private static final String POSTERS = "https://posters.example/";

  String externalId() {
    return opens == null ? row.text("id") : row.text("id") + "-" + opens;
  }

  private @Nullable JsonObject genres() {
    String strand = row.text("strand");
    return List.of("family", "drama").contains(strand)
        ? JsonObject.of("genres", List.of(strand))
        : null;
  }

  /// The film as a line of the feed.
  JsonObject line() {
    return JsonObject.of("type", "film")
        .with("externalId", externalId())
        .with("title", row.text("title"))
        .with("durationMinutes", row.number("minutes"))
        .with("certification", row.find("rating"))
        .with("posterUrl", POSTERS + row.text("id") + ".jpg")
        .with("releaseDate", opens == null ? row.find("released") : opens.toString())
        .with("extCatalogAId", row.find("catalogue a"))
        .with("extCatalogBId", row.find("catalogue b"))
        .with("details", genres());
  }
}
