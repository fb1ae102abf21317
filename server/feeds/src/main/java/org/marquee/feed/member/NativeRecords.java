package org.marquee.feed.member;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.detail.Detail;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedStart;
import org.marquee.listing.FilmFact;
import org.marquee.listing.Kind;
import org.marquee.listing.KnownFacts;
import org.marquee.title.TitleIn;

/// The native objects, member by member (docs/feeds.md, "Records"): the lines of the native feed,
/// and what a mapping makes of the rows of another one. Each method gives null where the entry was
/// refused.
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

  /// A cinema: also what an operator writes to describe a venue of another feed.
  public static FeedRecord.@Nullable Cinema cinema(FeedLine entry) {
    String externalId = entry.required("externalId", Limits.EXTERNAL_ID);
    String name = entry.required("name", Limits.CINEMA_NAME);
    FeedLine location = entry.part("location");
    String countryCode = location.awaited("countryCode", Limits.COUNTRY_CODE);
    String locality = location.awaited("locality", Limits.LOCALITY);
    String postcode = location.awaited("postcode", Limits.POSTCODE);
    if (externalId == null || name == null) {
      return null;
    }
    Double latitude = location.optional("latitude", Limits.LATITUDE);
    Double longitude = location.optional("longitude", Limits.LONGITUDE);
    boolean placed = latitude != null && longitude != null;
    // Half a position is nowhere.
    if (latitude != null && !placed) {
      location.drop("latitude", latitude.toString(), "needs a longitude beside it");
    } else if (longitude != null && !placed) {
      location.drop("longitude", longitude.toString(), "needs a latitude beside it");
    }
    return new FeedRecord.Cinema(
        externalId,
        name,
        entry.optional("chain", Limits.EXTERNAL_ID),
        entry.optional("timeZone", Limits.TIME_ZONE),
        countryCode,
        locality,
        postcode,
        location.optional("address", Limits.ADDRESS),
        placed ? latitude : null,
        placed ? longitude : null,
        entry.optional("sourceUpdatedAt", Limits.TIMESTAMP),
        DetailMembers.read(entry.optionalPart("details"), Kind.CINEMA));
  }

  /// A film; without a title it is held back.
  public static FeedRecord.@Nullable Film film(FeedLine entry, List<String> directors) {
    String externalId = entry.required("externalId", Limits.EXTERNAL_ID);
    String title = entry.awaited("title", Limits.TITLE);
    if (externalId == null) {
      return null;
    }
    List<TitleIn> titles = entry.optional("titles", FilmTitles.BY_LANGUAGE);
    KnownFacts facts = KnownFacts.NONE;
    for (FilmFact fact : FilmFact.values()) {
      facts = facts.with(fact, entry.optional(fact.member(), Limits.of(fact)));
    }
    FeedLine details = entry.optionalPart("details");
    return new FeedRecord.Film(
        externalId,
        title,
        facts,
        directors.isEmpty() ? details.directors(Detail.DIRECTORS.member()) : directors,
        entry.optional("originalTitle", Limits.TITLE),
        titles == null ? List.of() : titles,
        null,
        entry.optional("sourceUpdatedAt", Limits.TIMESTAMP),
        DetailMembers.read(details, Kind.FILM));
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
    FeedStart startsAt = entry.required("startsAt", Limits.START);
    if (externalId == null || film == null || cinema == null || startsAt == null) {
      return null;
    }
    FeedLine details = entry.optionalPart("details");
    return new FeedRecord.Showtime(
        externalId,
        film,
        cinema,
        startsAt,
        entry.optional("bookingUrl", Limits.URI),
        entry.attributes("attributes"),
        screenSeen(entry),
        entry.optional("sourceUpdatedAt", Limits.TIMESTAMP),
        version,
        Ends.read(details, Detail.ENDS_AT.member(), startsAt, Limits.START),
        DetailMembers.read(details, Kind.SHOWTIME));
  }

  private static FeedRecord.@Nullable ScreenSeen screenSeen(FeedLine showtime) {
    FeedLine screen = showtime.optionalPart("screen");
    String externalId = screen.optional("externalId", Limits.EXTERNAL_ID);
    String name = screen.optional("name", Limits.SCREEN_NAME);
    if (externalId == null && name == null) {
      if (showtime.members().ask("screen") instanceof Members) {
        showtime.drop("screen", "", "needs a valid external id or name");
      }
      return null;
    }
    return new FeedRecord.ScreenSeen(externalId, name);
  }
}
