package org.marquee.feed.marquee;

import org.jspecify.annotations.Nullable;
import org.marquee.feed.Entry;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.Limit;
import org.marquee.feed.Limits;
import org.marquee.feed.Value;
import org.marquee.listing.Kind;

/// The lines of a native feed, member by member (feed format, the table; a cinema is
/// [org.marquee.feed.NativeCinema]). Each method gives null where the entry was refused.
final class Records {
  static final Limit<Kind> KIND =
      new Limit<>("one of chain, cinema, film, screen, showtime", Records::kind);

  private Records() {}

  static FeedRecord.@Nullable Chain chain(Entry entry) {
    String externalId = entry.required("externalId", Limits.EXTERNAL_ID);
    String name = entry.required("name", Limits.CHAIN_NAME);
    if (externalId == null || name == null) {
      return null;
    }
    return new FeedRecord.Chain(
        externalId,
        name,
        entry.optional("websiteUrl", Limits.URI),
        entry.optional("sourceUpdatedAt", Limits.TIMESTAMP));
  }

  static FeedRecord.@Nullable Film film(Entry entry) {
    String externalId = entry.required("externalId", Limits.EXTERNAL_ID);
    String title = entry.awaited("title", Limits.TITLE);
    if (externalId == null) {
      return null;
    }
    return new FeedRecord.Film(
        externalId,
        title,
        entry.optional("durationMinutes", Limits.DURATION_MINUTES),
        entry.optional("certification", Limits.CERTIFICATION),
        entry.optional("posterUrl", Limits.URI),
        entry.optional("releaseDate", Limits.DATE),
        entry.optional("extCatalogAId", Limits.EXT_CATALOG_A_ID),
        entry.optional("extCatalogBId", Limits.EXT_CATALOG_B_ID),
        entry.optional("sourceUpdatedAt", Limits.TIMESTAMP));
  }

  static FeedRecord.@Nullable Screen screen(Entry entry) {
    String externalId = entry.required("externalId", Limits.EXTERNAL_ID);
    String cinema = entry.required("cinema", Limits.EXTERNAL_ID);
    String name = entry.required("name", Limits.SCREEN_NAME);
    if (externalId == null || cinema == null || name == null) {
      return null;
    }
    return new FeedRecord.Screen(
        externalId, cinema, name, entry.optional("sourceUpdatedAt", Limits.TIMESTAMP));
  }

  static FeedRecord.@Nullable Showtime showtime(Entry entry) {
    String externalId = entry.required("externalId", Limits.EXTERNAL_ID);
    String film = entry.required("film", Limits.EXTERNAL_ID);
    String cinema = entry.required("cinema", Limits.EXTERNAL_ID);
    FeedRecord.Start startsAt = entry.required("startsAt", Limits.START);
    if (externalId == null || film == null || cinema == null || startsAt == null) {
      return null;
    }
    return new FeedRecord.Showtime(
        externalId,
        film,
        cinema,
        startsAt,
        entry.optional("bookingUrl", Limits.URI),
        entry.attributes("attributes"),
        screenSeen(entry),
        entry.optional("sourceUpdatedAt", Limits.TIMESTAMP));
  }

  private static FeedRecord.@Nullable ScreenSeen screenSeen(Entry showtime) {
    Entry screen = showtime.optionalPart("screen");
    if (screen == null) {
      return null;
    }
    String externalId = screen.optional("externalId", Limits.EXTERNAL_ID);
    String name = screen.optional("name", Limits.SCREEN_NAME);
    if (externalId == null && name == null) {
      showtime.drop("screen", "", "has neither an external id nor a name that can be used");
      return null;
    }
    return new FeedRecord.ScreenSeen(externalId, name);
  }

  static FeedRecord.@Nullable Withdrawn withdrawn(Entry entry) {
    Kind kind = entry.required("kind", KIND);
    String externalId = entry.required("externalId", Limits.EXTERNAL_ID);
    String cinema = kind == Kind.SCREEN ? entry.required("cinema", Limits.EXTERNAL_ID) : null;
    if (kind == null || externalId == null || (kind == Kind.SCREEN && cinema == null)) {
      return null;
    }
    return new FeedRecord.Withdrawn(kind, externalId, cinema);
  }

  private static @Nullable Kind kind(Value value) {
    if (value instanceof Value.Text(String text)) {
      for (Kind kind : Kind.values()) {
        if (kind.word().equals(text)) {
          return kind;
        }
      }
    }
    return null;
  }
}
