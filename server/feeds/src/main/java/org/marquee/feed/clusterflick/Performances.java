package org.marquee.feed.clusterflick;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedLine;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.Limits;
import org.marquee.feed.Value;
import org.marquee.feed.Versions;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;

/// The members of a performance. One that is sold out is still shown, and listed.
final class Performances {
  private Performances() {}

  /// Reads the members; null where the entry was refused.
  ///
  /// @param film external id; null where the film has none
  /// @param ofTitle the attributes that the film's title gives to its performances
  static FeedRecord.@Nullable Showtime read(
      FeedLine entry,
      @Nullable String film,
      Attributes ofTitle,
      String cinema,
      ClusterflickKeys keys) {
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
        keys.showtime(film, startsAt, screen),
        film,
        cinema,
        // The cinema's zone gives the offset on its wall clock.
        new FeedRecord.Start.Exact(startsAt, 0),
        bookingUrl,
        attributes,
        screen == null ? null : new FeedRecord.ScreenSeen(null, screen),
        null,
        screen == null ? version(attributes, format) : null);
  }

  private static String version(Attributes attributes, @Nullable FeedLine format) {
    List<Value> labels = new ArrayList<>();
    if (format != null) {
      for (String name : List.of("dimension", "source", "presentation")) {
        String label = format.glance(name, Limits.TEXT);
        if (label != null) {
          labels.add(new Value.Text(label));
        }
      }
    }
    return Versions.of(attributes, labels);
  }

  private static Attributes accessibility(@Nullable FeedLine entry) {
    if (entry == null) {
      return Attributes.NONE;
    }
    entry.passOver("babyFriendly");
    Attributes attributes = Attributes.NONE;
    if (isSet(entry, "audioDescription")) {
      attributes = attributes.with(Attribute.AUDIO_DESCRIBED);
    }
    if (isSet(entry, "relaxed")) {
      attributes = attributes.with(Attribute.RELAXED);
    }
    // Both are asked, so that both are known.
    boolean subtitled = isSet(entry, "subtitled");
    boolean hardOfHearing = isSet(entry, "hardOfHearing");
    return subtitled || hardOfHearing ? attributes.with(Attribute.SUBTITLED) : attributes;
  }

  /// The attributes that later files give for the print and for how it is shown.
  private static Attributes format(@Nullable FeedLine entry) {
    if (entry == null) {
      return Attributes.NONE;
    }
    entry.passOver("dimension");
    return label(entry, "source").and(label(entry, "presentation"));
  }

  private static Attributes label(FeedLine entry, String name) {
    String label = entry.optional(name, Limits.TEXT);
    return label == null ? Attributes.NONE : entry.label(label);
  }

  private static boolean isSet(FeedLine entry, String name) {
    return Boolean.TRUE.equals(entry.optional(name, Limits.FLAG));
  }
}
