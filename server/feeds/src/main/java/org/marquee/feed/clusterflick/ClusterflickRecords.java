package org.marquee.feed.clusterflick;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedStart;
import org.marquee.feed.member.FeedLine;
import org.marquee.feed.member.Limits;
import org.marquee.feed.member.NaturalKey;
import org.marquee.feed.member.Value;
import org.marquee.feed.member.Versions;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
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
    overview.passOver("actors categories trailer year");
    return new FeedRecord.Film(
        key,
        titled.title(),
        overview.optional("duration", Limits.DURATION_MILLISECONDS),
        overview.optional("classification", Limits.CERTIFICATION),
        null,
        null,
        null,
        null,
        overview.directors("directors"),
        null);
  }

  /// A performance; null where it was refused. One that is sold out is still shown, and listed.
  ///
  /// @param film external id; null where the film has none
  /// @param ofTitle the attributes that the film's title gives to its performances
  static FeedRecord.@Nullable Showtime performance(
      FeedLine entry, @Nullable String film, Attributes ofTitle, String cinema) {
    Instant startsAt = entry.required("time", Limits.EPOCH_MILLISECONDS);
    if (startsAt == null || film == null) {
      return null;
    }
    String screen = entry.optional("screen", Limits.SCREEN_NAME);
    entry.passOver("notes status");
    String bookingUrl = entry.optional("bookingUrl", Limits.URI);
    Attributes accessible = accessibility(entry.optionalPart("accessibility"));
    FeedLine format = entry.optionalPart("format");
    Attributes attributes = ofTitle.and(accessible).and(format(format));
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
        screen == null ? version(attributes, format) : null);
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

  private static Attributes accessibility(FeedLine entry) {
    entry.passOver("babyFriendly");
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
    return subtitled || hardOfHearing ? attributes.with(Attribute.SUBTITLED) : attributes;
  }

  /// The attributes that later files give for the print and for how it is shown.
  private static Attributes format(FeedLine entry) {
    entry.passOver("dimension");
    return entry
        .label(entry.optional("source", Limits.TEXT))
        .and(entry.label(entry.optional("presentation", Limits.TEXT)));
  }
}
