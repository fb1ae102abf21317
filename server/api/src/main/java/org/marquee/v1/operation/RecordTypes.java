package org.marquee.v1.operation;

import static org.marquee.v1.declaration.Member.nested;
import static org.marquee.v1.declaration.Member.optional;
import static org.marquee.v1.declaration.Member.required;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.marquee.listing.Attribute;
import org.marquee.listing.Bounds;
import org.marquee.listing.Chain;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.FilmFact;
import org.marquee.listing.Location;
import org.marquee.listing.RecordId;
import org.marquee.listing.Screen;
import org.marquee.v1.declaration.Member;
import org.marquee.v1.declaration.RecordType;
import org.marquee.v1.declaration.Schema;

/// The records that operations answer with, member by member, in the order in which
/// `JsonRecordEncoder` writes them (docs/api.md, "Records").
public final class RecordTypes {
  public static final Schema.OneOf ATTRIBUTE_ID =
      new Schema.OneOf(Attribute.ALL.stream().map(Attribute::id).toList());

  private static final Schema<String> ID = new Schema.Text(RecordId.LENGTH);
  private static final Schema<String> URI = new Schema.Uri();

  /// Specification 2.2. We know twelve attributes; the interface leaves room for more.
  private static final int MOST_ATTRIBUTES = 32;

  private static final Member PROVENANCE =
      nested("provenance", SharedTypes.PROVENANCE, "Where the record came from.");

  public static final RecordType SHOWTIME =
      new RecordType(
          "Showtime",
          "One screening of a film at a cinema.",
          required("id", ID, Examples.SHOWTIME_ID, "The showtime's id."),
          required("filmId", ID, Examples.FILM_ID, "The film that is shown."),
          required("cinemaId", ID, Examples.CINEMA_ID, "The cinema that shows it."),
          required(
              "startsAt",
              new Schema.DateTime(),
              Examples.START,
              "The start, with the cinema's own offset: the local wall clock can be read from it."),
          optional(
              "bookingUrl",
              URI,
              "https://tickets.example/penny-saltmarch-1/2026-11-27/1340",
              "Where tickets are sold."),
          required(
              "attributeIds",
              new Schema.ListOf<>(ATTRIBUTE_ID, MOST_ATTRIBUTES),
              List.of("audio-described"),
              "The showtime's attributes; often none. `/v1/attributes` says what they mean."),
          optional("screenId", ID, Examples.SCREEN_ID, "The screen, where it is known."),
          optional(
              "screenName",
              new Schema.Text(Screen.NAME_LENGTH),
              "Screen 1",
              "The screen's name, as the schedule writes it."),
          PROVENANCE);

  public static final RecordType ATTRIBUTE =
      new RecordType(
          "Attribute",
          "What a showtime may be marked with: a picture format, a form of accessibility or a kind"
              + " of event.",
          required("id", ATTRIBUTE_ID, "subtitled", "The attribute's id."),
          required(
              "kind",
              new Schema.OneOf(
                  Arrays.stream(Attribute.Type.values()).map(Attribute.Type::word).toList()),
              "accessibility",
              "What kind of attribute it is. No attribute is of the kind `language` today."),
          required("name", new Schema.Text(new Bounds(1, 120)), "Subtitled", "A name for people."),
          optional(
              "description",
              new Schema.Text(new Bounds(0, 500)),
              "Shown with captions or subtitles on the screen.",
              "What it means, in a sentence for people."));

  public static final RecordType FILM =
      new RecordType(
          "Film",
          "A film, or another programme that cinemas show.",
          Stream.of(
                  Stream.of(
                      required("id", ID, Examples.FILM_ID, "The film's id."),
                      required(
                          "title",
                          new Schema.Text(Film.TITLE_LENGTH),
                          "Ocean of Cinders",
                          "The title, without what cinemas write around it.")),
                  Arrays.stream(FilmFact.values()).map(RecordTypes::ofFact),
                  Stream.of(PROVENANCE))
              .flatMap(members -> members)
              .toList());

  private static Member ofFact(FilmFact fact) {
    return switch (fact.form()) {
      case FilmFact.Form.Whole(Bounds bounds) ->
          optional(
              fact.member(),
              new Schema.Whole(bounds),
              (Integer) fact.example(),
              fact.description());
      case FilmFact.Form.Words(Bounds length) -> ofText(fact, new Schema.Text(length));
      case FilmFact.Form.Address() -> ofText(fact, URI);
      case FilmFact.Form.Day() -> ofText(fact, new Schema.CalendarDate());
      case FilmFact.Form.Code(Pattern pattern, _) -> ofText(fact, new Schema.Matching(pattern));
    };
  }

  private static Member ofText(FilmFact fact, Schema<String> schema) {
    return optional(fact.member(), schema, fact.example().toString(), fact.description());
  }

  static final RecordType LOCATION =
      new RecordType(
          "Location",
          "Where a cinema is.",
          required(
              "countryCode",
              new Schema.Matching(Pattern.compile("[A-Z]{2}")),
              "GB",
              "The country, as ISO 3166-1 alpha-2 writes it."),
          required(
              "locality",
              new Schema.Text(Location.LOCALITY_LENGTH),
              "Saltmarch Bay",
              "The town or city."),
          required(
              "postcode",
              new Schema.Text(Location.POSTCODE_LENGTH),
              Examples.POSTCODE,
              "The postcode, as its country writes it."),
          optional(
              "address",
              new Schema.Text(Location.ADDRESS_LENGTH),
              "66 Mortimer Terrace",
              "The street and the number."),
          optional("latitude", new Schema.Decimal(Location.LATITUDE), 51.3701, "Degrees north."),
          optional("longitude", new Schema.Decimal(Location.LONGITUDE), 1.1267, "Degrees east."));

  public static final RecordType CINEMA =
      new RecordType(
          "Cinema",
          "A place that shows films.",
          required("id", ID, Examples.CINEMA_ID, "The cinema's id."),
          optional(
              "chainId", ID, Examples.CHAIN_ID, "The chain that the cinema belongs to, if any."),
          required(
              "name",
              new Schema.Text(Cinema.NAME_LENGTH),
              "Penny Lantern Saltmarch Bay",
              "The cinema's name."),
          nested("location", LOCATION, "Where the cinema is."),
          PROVENANCE);

  public static final RecordType CHAIN =
      new RecordType(
          "Chain",
          "A group of cinemas under one brand.",
          required("id", ID, Examples.CHAIN_ID, "The chain's id."),
          required(
              "name", new Schema.Text(Chain.NAME_LENGTH), "Penny Lantern", "The chain's name."),
          optional("websiteUrl", URI, "https://penny-lantern.example", "The chain's website."),
          PROVENANCE);

  public static final RecordType SCREEN =
      new RecordType(
          "Screen",
          "An auditorium of a cinema, as far as schedules and inventories name it.",
          required("id", ID, Examples.SCREEN_ID, "The screen's id."),
          required("cinemaId", ID, Examples.CINEMA_ID, "The cinema that the screen is in."),
          required("name", new Schema.Text(Screen.NAME_LENGTH), "Screen 1", "The screen's name."),
          required(
              "inventoryEvidence",
              new Schema.OneOf(
                  Arrays.stream(Screen.Evidence.values()).map(Screen.Evidence::word).toList()),
              "authoritative_inventory",
              "How the screen is known. `schedule_observed`: a schedule names it."
                  + " `authoritative_inventory`: its cinema's list of screens names it."),
          required(
              "lastSeenAt",
              new Schema.DateTime(),
              Examples.OBSERVED,
              "When the last feed that named the screen was taken. In UTC."),
          PROVENANCE);

  private RecordTypes() {}
}
