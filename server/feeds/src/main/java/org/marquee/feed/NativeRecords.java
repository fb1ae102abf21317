package org.marquee.feed;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.title.TitleIn;

/// The native objects, member by member (docs/feeds.md, "Records"; a cinema is [NativeCinema]): the
/// lines of the native feed, and what a mapping makes of the rows of another one. Each method gives
/// null where the entry was refused.
public final class NativeRecords {
  private NativeRecords() {}

  /// A chain.
  public static FeedRecord.@Nullable Chain chain(FeedLine entry) {
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

  /// A film; without a title it is held back.
  public static FeedRecord.@Nullable Film film(FeedLine entry, List<String> directors) {
    String externalId = entry.required("externalId", Limits.EXTERNAL_ID);
    String title = entry.awaited("title", Limits.TITLE);
    if (externalId == null) {
      return null;
    }
    List<TitleIn> titles = entry.optional("titles", FilmTitles.BY_LANGUAGE);
    return new FeedRecord.Film(
        externalId,
        title,
        entry.optional("durationMinutes", Limits.DURATION_MINUTES),
        entry.optional("certification", Limits.CERTIFICATION),
        entry.optional("posterUrl", Limits.URI),
        entry.optional("releaseDate", Limits.DATE),
        entry.optional("extCatalogAId", Limits.EXT_CATALOG_A_ID),
        entry.optional("extCatalogBId", Limits.EXT_CATALOG_B_ID),
        directors,
        entry.optional("originalTitle", Limits.TITLE),
        titles == null ? List.of() : titles,
        entry.optional("sourceUpdatedAt", Limits.TIMESTAMP));
  }

  /// A screen of an inventory.
  public static FeedRecord.@Nullable Screen screen(FeedLine entry) {
    String externalId = entry.required("externalId", Limits.EXTERNAL_ID);
    String cinema = entry.required("cinema", Limits.EXTERNAL_ID);
    String name = entry.required("name", Limits.SCREEN_NAME);
    if (externalId == null || cinema == null || name == null) {
      return null;
    }
    return new FeedRecord.Screen(
        externalId, cinema, name, entry.optional("sourceUpdatedAt", Limits.TIMESTAMP));
  }

  /// A showtime.
  public static FeedRecord.@Nullable Showtime showtime(FeedLine entry, @Nullable String version) {
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
        entry.optional("sourceUpdatedAt", Limits.TIMESTAMP),
        version);
  }

  private static FeedRecord.@Nullable ScreenSeen screenSeen(FeedLine showtime) {
    FeedLine screen = showtime.optionalPart("screen");
    if (screen == null) {
      return null;
    }
    String externalId = screen.optional("externalId", Limits.EXTERNAL_ID);
    String name = screen.optional("name", Limits.SCREEN_NAME);
    if (externalId == null && name == null) {
      showtime.drop("screen", "", "needs a valid external id or name");
      return null;
    }
    return new FeedRecord.ScreenSeen(externalId, name);
  }
}
