package org.marquee.feed.cinemashowtimes;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedLine;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.Limits;
import org.marquee.listing.Attributes;
import org.marquee.title.ParsedTitle;

/// The members of a film; one that is announced without sessions is listed too.
final class ListedFilms {
  private ListedFilms() {}

  /// A film, with the attributes that its title gives to its showings.
  record LabelledFilm(FeedRecord.Film film, Attributes attributes) {}

  static @Nullable LabelledFilm read(FeedLine entry) {
    String id = entry.required("film_id", Limits.EXTERNAL_KEY);
    String raw = entry.awaited("title", Limits.TEXT);
    ParsedTitle titled = entry.title("title", raw);
    FeedLine identifiers = entry.part("identifiers");
    identifiers.passOver("eidr isan");
    entry.passOver(
        "alt_titles languages distributor scores status pre_sales_start presales "
            + "content genres synopsis");
    if (id == null) {
      return null;
    }
    FeedRecord.Film film =
        new FeedRecord.Film(
            id,
            titled == null ? null : titled.title(),
            entry.optional("runtime_minutes", Limits.DURATION_MINUTES),
            entry.unlessEmpty("rating", Limits.CERTIFICATION),
            poster(entry),
            entry.unlessEmpty("release_date", Limits.RELEASE_DATE),
            identifiers.unlessEmpty("tmdb", Limits.EXT_CATALOG_A_ID),
            identifiers.unlessEmpty("imdb", Limits.EXT_CATALOG_B_ID),
            directors(entry),
            null);
    return new LabelledFilm(film, titled == null ? Attributes.NONE : titled.attributes());
  }

  private static List<String> directors(FeedLine entry) {
    FeedLine credits = entry.optionalPart("credits");
    if (credits == null) {
      return List.of();
    }
    credits.passOver("producers writers cast");
    return credits.directors("directors");
  }

  private static @Nullable String poster(FeedLine entry) {
    FeedLine assets = entry.part("assets");
    assets.passOver("banner thumbnail backdrop logo trailers");
    FeedLine poster = assets.part("poster");
    String large = poster.unlessEmpty("large", Limits.URI);
    String small = poster.unlessEmpty("small", Limits.URI);
    return large == null ? small : large;
  }
}
