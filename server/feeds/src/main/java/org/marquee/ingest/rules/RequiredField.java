package org.marquee.ingest.rules;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.marquee.listing.Kind;

/// A field that the interface requires: a record without it is held back until some provider
/// supplies it (docs/feeds.md, "What becomes of each line").
public enum RequiredField {
  /// The title of a film.
  TITLE(Kind.FILM, "title", ""),
  /// Of a cinema; a text in its place is enough, as for the next two ([org.marquee.feed.StandIn]).
  COUNTRY_CODE(Kind.CINEMA, "country code", "--missing-country"),
  /// Of a cinema.
  LOCALITY(Kind.CINEMA, "locality", "--missing-locality"),
  /// Of a cinema.
  POSTCODE(Kind.CINEMA, "postcode", "--missing-postcode");

  private final Kind kind;
  private final String words;
  private final String option;

  RequiredField(Kind kind, String words, String option) {
    this.kind = kind;
    this.words = words;
    this.option = option;
  }

  /// As a report calls it.
  public String words() {
    return words;
  }

  /// The option that publishes another text in its place.
  public String option() {
    return option;
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
