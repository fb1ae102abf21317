package org.marquee.feed.clusterflick;

import org.jspecify.annotations.Nullable;
import org.marquee.feed.Entry;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.Limits;

/// The members of a film.
final class Films {
  private Films() {}

  /// The film's external id; null where it has no title, and then no key.
  static @Nullable String key(Entry entry) {
    String title = entry.glance("title", Limits.TEXT);
    return title == null ? null : Keys.film(title, entry.glance("url", Limits.TEXT));
  }

  /// Reads the members; null where the entry was refused.
  static FeedRecord.@Nullable Film read(Entry entry, @Nullable String key) {
    String title = entry.required("title", Limits.TITLE);
    if (title == null || key == null) {
      return null;
    }
    entry.optional("url", Limits.TEXT);
    Entry overview = entry.optionalPart("overview");
    if (overview != null) {
      overview.passOver("actors", "categories", "directors", "trailer", "year");
    }
    return new FeedRecord.Film(
        key,
        title,
        overview == null ? null : overview.optional("duration", Limits.DURATION_MILLISECONDS),
        overview == null ? null : overview.optional("classification", Limits.CERTIFICATION),
        null,
        null,
        null,
        null,
        null);
  }
}
