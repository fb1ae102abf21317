package org.marquee.ingest.rules;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.marquee.listing.Kind;

/// A field that the interface requires: a record without it is held back until some provider
/// supplies it (docs/feeds.md, "What becomes of each line").
public enum RequiredField {
  /// Of a film.
  TITLE(Kind.FILM, "title"),
  /// Of a cinema.
  COUNTRY_CODE(Kind.CINEMA, "country code"),
  /// Of a cinema.
  LOCALITY(Kind.CINEMA, "locality"),
  /// Of a cinema; a text in its place is enough ([org.marquee.feed.FeedHeader#missingPostcode]).
  POSTCODE(Kind.CINEMA, "postcode");

  private final Kind kind;
  private final String words;

  RequiredField(Kind kind, String words) {
    this.kind = kind;
    this.words = words;
  }

  /// As a report calls it.
  public String words() {
    return words;
  }

  /// The fields that records of a kind need.
  public static List<RequiredField> of(Kind kind) {
    return Arrays.stream(values()).filter(field -> field.kind == kind).toList();
  }

  /// Whether a record with these fields can be published.
  public static boolean areAllIn(Collection<RequiredField> fields, Kind kind) {
    return fields.containsAll(of(kind));
  }
}
