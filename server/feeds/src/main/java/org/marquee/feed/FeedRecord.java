package org.marquee.feed;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.detail.Details;
import org.marquee.listing.Attributes;
import org.marquee.listing.Kind;
import org.marquee.listing.KnownFacts;
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
      @Nullable Instant sourceUpdatedAt,
      Details details)
      implements FeedRecord {
    /// A cinema without details.
    public Cinema(
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
        @Nullable Instant sourceUpdatedAt) {
      this(
          externalId,
          name,
          chain,
          timeZone,
          countryCode,
          locality,
          postcode,
          address,
          latitude,
          longitude,
          sourceUpdatedAt,
          Details.NONE);
    }

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
          sourceUpdatedAt,
          details.completedBy(other.details));
    }

    private static @Nullable String either(@Nullable String first, @Nullable String second) {
      return first == null ? second : first;
    }
  }

  /// A film. Without a title it is held back.
  ///
  /// @param directors as the source writes them, a name or several in a text; used to link films,
  ///   and published as a detail. Empty if the source names none
  /// @param originalTitle the title in the country where it was made
  /// @param titles those of other languages
  /// @param bracket unknown words in brackets behind the title; used to link films, not published
  /// @param details without titles and directors, which it has itself
  record Film(
      String externalId,
      @Nullable String title,
      KnownFacts facts,
      List<String> directors,
      @Nullable String originalTitle,
      List<TitleIn> titles,
      @Nullable String bracket,
      @Nullable Instant sourceUpdatedAt,
      Details details)
      implements FeedRecord, KnownFacts.Known {
    public Film {
      directors = List.copyOf(directors);
      titles = List.copyOf(titles);
    }

    /// This film with what stands in brackets behind its title.
    public Film withBracket(@Nullable String words) {
      return new Film(
          externalId,
          title,
          facts,
          directors,
          originalTitle,
          titles,
          words,
          sourceUpdatedAt,
          details);
    }

    /// A film with one title.
    public Film(
        String externalId,
        @Nullable String title,
        KnownFacts facts,
        List<String> directors,
        Details details) {
      this(externalId, title, facts, directors, null, List.of(), null, null, details);
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
      return new Film(externalId, title, KnownFacts.NONE, List.of(), Details.NONE);
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
  /// @param end when it ends, if the feed says so, written as the start is; the details have it in
  ///   minutes once the start is settled
  record Showtime(
      String externalId,
      String film,
      String cinema,
      FeedStart start,
      @Nullable String bookingUrl,
      Attributes attributes,
      @Nullable ScreenSeen screen,
      @Nullable Instant sourceUpdatedAt,
      @Nullable String version,
      @Nullable FeedStart end,
      Details details)
      implements FeedRecord {
    /// This showtime with other details.
    public Showtime with(Details others) {
      return new Showtime(
          externalId,
          film,
          cinema,
          start,
          bookingUrl,
          attributes,
          screen,
          sourceUpdatedAt,
          version,
          end,
          others);
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
