package org.marquee.feed.clusterflick;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedLine;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.Limits;
import org.marquee.listing.Attributes;
import org.marquee.title.ParsedTitle;

/// The members of a film.
final class ClusterflickFilms {
  private ClusterflickFilms() {}

  /// The film's external id; null where it has no title, and then no key.
  static @Nullable String key(FeedLine entry) {
    String title = entry.glance("title", Limits.TEXT);
    return title == null ? null : ClusterflickKeys.film(title, entry.glance("url", Limits.TEXT));
  }

  record LabelledFilm(FeedRecord.Film film, Attributes attributes) {}

  static @Nullable LabelledFilm read(FeedLine entry, @Nullable String key) {
    ParsedTitle titled = entry.title("title", entry.required("title", Limits.TEXT));
    if (titled == null || key == null) {
      return null;
    }
    entry.optional("url", Limits.TEXT);
    entry.passOver("matchingHints showingId");
    FeedLine overview = entry.optionalPart("overview");
    if (overview != null) {
      overview.passOver("actors categories trailer year");
    }
    FeedRecord.Film film =
        new FeedRecord.Film(
            key,
            titled.title(),
            overview == null ? null : overview.optional("duration", Limits.DURATION_MILLISECONDS),
            overview == null ? null : overview.optional("classification", Limits.CERTIFICATION),
            null,
            null,
            null,
            null,
            overview == null ? List.of() : overview.directors("directors"),
            null);
    return new LabelledFilm(film, titled.attributes());
  }
}
