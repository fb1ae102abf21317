package org.marquee.feed.clusterflick;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedStart;
import org.marquee.feed.member.FeedLine;
import org.marquee.feed.member.Limits;
import org.marquee.feed.member.Members;
import org.marquee.feed.member.NaturalKey;
import org.marquee.feed.member.Value;
import org.marquee.feed.member.Versions;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.listing.FilmFact;
import org.marquee.listing.Kind;
import org.marquee.listing.KnownFacts;
import org.marquee.listing.Timestamps;
import org.marquee.title.ParsedTitle;

/// The members of a film and of its performances, with external ids that are made of their natural
/// fields, since the source gives none.
///
/// A film is its title and its address, `Solaris <https://…>`: it survives a move between files and
/// venues, but is another film once its title or address is changed. A showtime is its cinema,
/// start, screen and film, `536/2025-01-24T19:30:00Z/2/Solaris <https://…>`: it is another showtime
/// once it is moved to another time or screen; two at the same time on the same screen are one.
final class ClusterflickRecords {
  private ClusterflickRecords() {}

  /// The film's external id; null where it has no title, and then no key.
  static @Nullable String key(FeedLine entry) {
    String title = entry.glance("title", Limits.TEXT);
    String address = entry.glance("url", Limits.TEXT);
    return title == null
        ? null
        : NaturalKey.of(address == null ? title : title + " <" + address + ">");
  }

  static FeedRecord.Film film(FeedLine entry, String key, ParsedTitle titled) {
    entry.optional("url", Limits.TEXT);
    entry.passOver("matchingHints showingId");
    FeedLine overview = entry.optionalPart("overview");
    overview.passOver("actors trailer year");
    Members details = new Members();
    List<Value> genres = overview.optional("categories", Limits.LIST);
    if (genres != null && !genres.isEmpty()) {
      details.add("genres", new Value.Items(genres));
    }
    KnownFacts facts =
        KnownFacts.NONE
            .with(
                FilmFact.DURATION_MINUTES,
                overview.optional("duration", Limits.DURATION_MILLISECONDS))
            .with(
                FilmFact.CERTIFICATION, overview.optional("classification", Limits.CERTIFICATION));
    return new FeedRecord.Film(
        key,
        titled.title(),
        facts,
        overview.directors("directors"),
        entry.details(Kind.FILM, details));
  }

  /// A performance; null where it was refused. One that is sold out is still shown, and listed.
  ///
  /// @param film external id; null where the film has none
  /// @param titled the film's title, and what it says of its performances; null where it has none
  static FeedRecord.@Nullable Showtime performance(
      FeedLine entry, @Nullable String film, @Nullable ParsedTitle titled, String cinema) {
    Instant startsAt = entry.required("time", Limits.EPOCH_MILLISECONDS);
    if (startsAt == null || film == null || titled == null) {
      return null;
    }
    entry.says(titled.facts());
    String screen = entry.optional("screen", Limits.SCREEN_NAME);
    entry.passOver("notes");
    Members details = new Members();
    details.addSoldOut(entry.optionalPart("status").optional("soldOut", Limits.FLAG));
    String bookingUrl = entry.optional("bookingUrl", Limits.URI);
    Attributes accessible = accessibility(entry.optionalPart("accessibility"), details);
    FeedLine format = entry.optionalPart("format");
    Attributes attributes = titled.attributes().and(accessible).and(format(format));
    return new FeedRecord.Showtime(
        NaturalKey.of(cinema, Timestamps.write(startsAt), screen == null ? "" : screen, film),
        film,
        cinema,
        // The cinema's zone gives the offset on its wall clock.
        new FeedStart.Exact(startsAt, 0),
        bookingUrl,
        attributes,
        screen == null ? null : new FeedRecord.ScreenSeen(null, screen),
        null,
        screen == null ? version(attributes, format) : null,
        null,
        entry.details(Kind.SHOWTIME, details));
  }

  private static String version(Attributes attributes, FeedLine format) {
    List<Value> labels = new ArrayList<>();
    for (String name : List.of("dimension", "source", "presentation")) {
      String label = format.glance(name, Limits.TEXT);
      if (label != null) {
        labels.add(new Value.Text(label));
      }
    }
    return Versions.of(attributes, labels);
  }

  private static Attributes accessibility(FeedLine entry, Members details) {
    List<String> others = new ArrayList<>();
    if (entry.isSet("babyFriendly")) {
      others.add("baby-friendly");
    }
    Attributes attributes = Attributes.NONE;
    if (entry.isSet("audioDescription")) {
      attributes = attributes.with(Attribute.AUDIO_DESCRIBED);
    }
    if (entry.isSet("relaxed")) {
      attributes = attributes.with(Attribute.RELAXED);
    }
    // Both are asked, so that both are known.
    boolean subtitled = entry.isSet("subtitled");
    boolean hardOfHearing = entry.isSet("hardOfHearing");
    if (hardOfHearing) {
      others.add("hard-of-hearing");
    }
    details.add("accessibility", others);
    return subtitled || hardOfHearing ? attributes.with(Attribute.SUBTITLED) : attributes;
  }

  /// The attributes that later files give for the print and for how it is shown.
  private static Attributes format(FeedLine entry) {
    return entry
        .label(entry.optional("dimension", Limits.TEXT))
        .and(entry.label(entry.optional("source", Limits.TEXT)))
        .and(entry.label(entry.optional("presentation", Limits.TEXT)));
  }
}
