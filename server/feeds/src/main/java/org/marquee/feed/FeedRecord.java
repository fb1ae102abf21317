package org.marquee.feed;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.time.StartTime;
import org.marquee.listing.Attributes;
import org.marquee.listing.FilmFact;
import org.marquee.listing.Kind;
import org.marquee.listing.KnownFacts;
import org.marquee.listing.Timestamps;
import org.marquee.title.TitleIn;

/// One record of a feed. Its values are within the limits of the interface; null means missing, or
/// dropped with a notice.
public sealed interface FeedRecord {
  /// What it describes.
  default Kind kind() {
    return switch (this) {
      case Chain _ -> Kind.CHAIN;
      case Cinema _ -> Kind.CINEMA;
      case Screen _ -> Kind.SCREEN;
      case Film _ -> Kind.FILM;
      case Showtime _ -> Kind.SHOWTIME;
      case Withdrawn withdrawn -> withdrawn.kind();
    };
  }

  /// The provider's own id of the record, 1 to 240 code points.
  String externalId();

  /// When the source says that it last changed the record.
  @Nullable Instant sourceUpdatedAt();

  /// A chain.
  record Chain(
      String externalId,
      String name,
      @Nullable String websiteUrl,
      @Nullable Instant sourceUpdatedAt)
      implements FeedRecord {}

  /// A cinema. Without country code, locality and postcode it is held back.
  ///
  /// @param chain external id
  /// @param timeZone a name of the IANA time-zone database
  record Cinema(
      String externalId,
      String name,
      @Nullable String chain,
      @Nullable String timeZone,
      @Nullable String countryCode,
      @Nullable String locality,
      @Nullable String postcode,
      @Nullable String address,
      @Nullable Double latitude,
      @Nullable Double longitude,
      @Nullable Instant sourceUpdatedAt)
      implements FeedRecord {
    /// This cinema, completed by the facts of `other` that it lacks.
    public Cinema completedBy(Cinema other) {
      // Half of one position and half of another would be a third place.
      Cinema position = latitude == null ? other : this;
      return new Cinema(
          externalId,
          name,
          either(chain, other.chain),
          either(timeZone, other.timeZone),
          either(countryCode, other.countryCode),
          either(locality, other.locality),
          either(postcode, other.postcode),
          either(address, other.address),
          position.latitude,
          position.longitude,
          sourceUpdatedAt);
    }

    /// This cinema in `zone`.
    public Cinema in(ZoneId zone) {
      return new Cinema(
          externalId,
          name,
          chain,
          zone.getId(),
          countryCode,
          locality,
          postcode,
          address,
          latitude,
          longitude,
          sourceUpdatedAt);
    }

    private static @Nullable String either(@Nullable String first, @Nullable String second) {
      return first == null ? second : first;
    }
  }

  /// A film. Without a title it is held back.
  ///
  /// @param directors as the source writes them, a name or several in a text; used to link films,
  ///   and not published. Empty if the source names none
  /// @param originalTitle the title in the country where it was made
  /// @param titles those of other languages
  record Film(
      String externalId,
      @Nullable String title,
      KnownFacts facts,
      List<String> directors,
      @Nullable String originalTitle,
      List<TitleIn> titles,
      @Nullable Instant sourceUpdatedAt)
      implements FeedRecord, KnownFacts.Known {
    public Film {
      directors = List.copyOf(directors);
      titles = List.copyOf(titles);
    }

    /// A film with one title.
    public Film(
        String externalId,
        @Nullable String title,
        @Nullable Integer durationMinutes,
        @Nullable String certification,
        @Nullable String posterUrl,
        @Nullable LocalDate releaseDate,
        @Nullable String extCatalogAId,
        @Nullable String extCatalogBId,
        List<String> directors,
        @Nullable Instant sourceUpdatedAt) {
      this(
          externalId,
          title,
          KnownFacts.NONE
              .with(FilmFact.DURATION_MINUTES, durationMinutes)
              .with(FilmFact.CERTIFICATION, certification)
              .with(FilmFact.POSTER_URL, posterUrl)
              .with(FilmFact.RELEASE_DATE, releaseDate)
              .with(FilmFact.EXT_CATALOG_A_ID, extCatalogAId)
              .with(FilmFact.EXT_CATALOG_B_ID, extCatalogBId),
          directors,
          null,
          List.of(),
          sourceUpdatedAt);
    }

    /// Its titles but for the first.
    public List<String> otherTitles() {
      return Stream.concat(Stream.ofNullable(originalTitle), titles.stream().map(TitleIn::title))
          .filter(other -> !other.equals(title))
          .distinct()
          .toList();
    }

    /// A film of which only the title is known.
    public static Film called(String externalId, @Nullable String title) {
      return new Film(externalId, title, KnownFacts.NONE, List.of(), null, List.of(), null);
    }
  }

  /// A screen of the provider's own inventory.
  ///
  /// @param externalId counts within its cinema
  /// @param cinema external id
  record Screen(String externalId, String cinema, String name, @Nullable Instant sourceUpdatedAt)
      implements FeedRecord {}

  /// A showtime.
  ///
  /// @param film external id
  /// @param cinema external id
  /// @param version what distinguishes it from other showings whose external ids are made of the
  ///   same facts ([org.marquee.feed.member.Versions]); null where its external id alone identifies
  ///   the showing
  record Showtime(
      String externalId,
      String film,
      String cinema,
      Start start,
      @Nullable String bookingUrl,
      Attributes attributes,
      @Nullable ScreenSeen screen,
      @Nullable Instant sourceUpdatedAt,
      @Nullable String version)
      implements FeedRecord {
    /// A showtime that its external id alone identifies.
    public Showtime(
        String externalId,
        String film,
        String cinema,
        Start start,
        @Nullable String bookingUrl,
        Attributes attributes,
        @Nullable ScreenSeen screen,
        @Nullable Instant sourceUpdatedAt) {
      this(externalId, film, cinema, start, bookingUrl, attributes, screen, sourceUpdatedAt, null);
    }
  }

  /// When a showtime starts, as the feed gives it.
  sealed interface Start {
    /// An instant, with the offset that it was written with.
    record Exact(Instant instant, int offsetMinutes) implements Start {
      /// What the wall clock shows, where `Z` or the offset is not meant: the digits as they stand.
      public Local asLocal() {
        return new Local(
            LocalDateTime.ofInstant(instant.plusSeconds(offsetMinutes * 60L), ZoneOffset.UTC));
      }

      /// Whether it has the offset that `zone` has then. `Z` always will do: it is how many write
      /// an instant.
      public boolean agrees(ZoneId zone) {
        return offsetMinutes == 0 || offsetMinutes == StartTime.offsetMinutes(instant, zone);
      }
    }

    /// A time on the wall clock of the cinema.
    record Local(LocalDateTime time) implements Start {}

    /// The time as external ids have it: an instant in UTC, or the wall clock without seconds that
    /// are zero.
    default String keyText() {
      return switch (this) {
        case Exact(Instant instant, _) -> Timestamps.write(instant);
        case Local(LocalDateTime time) -> time.toString();
      };
    }

    /// The time as the native feed writes it, always with seconds: `2026-11-21T19:30:00+01:00`, or
    /// without an offset.
    default String text() {
      return switch (this) {
        case Exact(Instant instant, int offset) -> Timestamps.write(instant, offset);
        case Local(LocalDateTime time) -> {
          String utc = Timestamps.write(time.toInstant(ZoneOffset.UTC));
          yield utc.substring(0, utc.length() - 1);
        }
      };
    }
  }

  /// A screen as a schedule names it.
  ///
  /// @param externalId null where the schedule only names it
  /// @param name null where the schedule gives only the external id; one of the two is there
  record ScreenSeen(@Nullable String externalId, @Nullable String name) {
    public ScreenSeen {
      if (externalId == null) {
        Objects.requireNonNull(name, "a screen is seen by its id or its name");
      }
    }
  }

  /// A record that the provider withdraws explicitly.
  ///
  /// @param cinema for a screen, the external id of its cinema; else null
  record Withdrawn(Kind kind, String externalId, @Nullable String cinema) implements FeedRecord {
    @Override
    public @Nullable Instant sourceUpdatedAt() {
      return null;
    }
  }
}
