package org.marquee.v1.operation;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.listing.CinemaQuery.Around;
import org.marquee.listing.CinemaQuery.Centre;
import org.marquee.listing.Position;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.ProgrammeQuery.Place;
import org.marquee.v1.cursor.Cursor;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.ParameterType;
import org.marquee.v1.declaration.PathTemplate;
import org.marquee.v1.declaration.QueryParameter;
import org.marquee.v1.declaration.Question;
import org.marquee.v1.declaration.Reason;
import org.marquee.v1.declaration.RequestParameters;
import org.marquee.v1.declaration.Rule;
import org.marquee.v1.declaration.Schema;

/// "List the programme" (docs/api.md, "List the programme").
public final class ListProgramme {
  private static final QueryParameter<Set<String>> CINEMA_ID =
      QueryParameter.optional(
          "cinemaId",
          ParameterType.CommaSeparated.ids(ProgrammeQuery.MOST_CINEMAS),
          Examples.CINEMA_ID,
          "These cinemas, up to "
              + ProgrammeQuery.MOST_CINEMAS
              + ", separated by commas: the answer has their order. An id that no cinema has is"
              + " passed over; the id of a cinema that was merged into another finds that one.");

  private static final QueryParameter<Double> RADIUS_KM =
      SearchCinemas.radius(10.0, "Without it: 10. The search for cinemas takes 25.");

  private static final QueryParameter<String> FILM_ID =
      QueryParameter.optional(
          "filmId",
          ParameterType.ID,
          Examples.FILM_ID,
          "Only showtimes of this film, and only cinemas that show it. Without a place: all cinemas"
              + " that show it, by name.");

  private static final QueryParameter<Set<Attribute>> ATTRIBUTE_IDS =
      QueryParameter.optional(
          "attributeIds",
          ListShowtimes.ATTRIBUTE_ID_LIST,
          "audio-described",
          "Only showtimes that have all of these attributes, and only cinemas that have one.");

  private static final QueryParameter<LocalDate> DATE =
      QueryParameter.optional(
          "date",
          ParameterType.CALENDAR_DATE,
          "2026-11-27",
          "The first day, at each cinema by its own clock: from 05:00 to 05:00 of the next day."
              + " Without it: today there.");

  private static final QueryParameter<Integer> DAYS =
      QueryParameter.optional(
              "days",
              new ParameterType.Whole(ProgrammeQuery.DAYS),
              "2",
              "How many days are listed of each cinema.")
          .orElse(1);

  private static final QueryParameter<String> FROM =
      QueryParameter.optional(
          "from",
          new ParameterType.Form<>(
              new Schema.OneOf(List.of("now")),
              "the only value is now; leave it out for the whole day",
              sent -> sent.text().equals("now") ? Optional.of("now") : Optional.empty()),
          "now",
          "With `now`: leaves out showtimes that have begun, films without any left, and days on"
              + " which nothing more comes.");

  private static final QueryParameter<String> BY =
      QueryParameter.optional(
              "by",
              new ParameterType.Form<>(
                  new Schema.OneOf(List.of("cinema", "film")),
                  "cinema or film",
                  sent ->
                      Optional.of(sent.text())
                          .filter(text -> text.equals("cinema") || text.equals("film"))),
              "film",
              "With `film`: films in the order of their first showtime at the place, each with the"
                  + " cinemas that show it. What is known of the days stands beside `data` in"
                  + " `cinemas`, once for each cinema of the place.")
          .orElse("cinema");

  private static final QueryParameter<Integer> LIMIT =
      QueryParameter.optional(
              "limit",
              new ParameterType.Whole(ProgrammeQuery.LIMIT),
              "20",
              "How many cinemas a page has at most, or films with `by=film`: fewer where their"
                  + " showtimes are thousands. It may change from page to page.")
          .orElse(10);

  private static final Rule SOME_PLACE =
      new Rule(
          CINEMA_ID.name(),
          Reason.REQUIRED,
          "say where: cinemaId, latitude and longitude, postcode, or place; or give a filmId");

  private static final Rule NAMED_OR_NEAR =
      new Rule(
          CINEMA_ID.name(),
          Reason.NOT_ALLOWED_TOGETHER,
          "give cinemaId, latitude and longitude, postcode, or place, only one of them");

  private static final Rule FILMS_OF_PLACE =
      new Rule(
          BY.name(),
          Reason.REQUIRED_TOGETHER,
          "by=film needs a place: cinemaId, latitude and longitude, postcode, or place");

  private static final Rule WITHIN_CALENDAR =
      new Rule(
          DAYS.name(), Reason.TOO_LARGE, "the last day may be at most " + ProgrammeQuery.LAST_DATE);

  private static final QueryParameter<Cursor> CURSOR =
      Paging.cursor(
          new Cursor(
              fingerprint(
                  new ProgrammeQuery(
                      new Place.Named(List.of(Examples.CINEMA_ID)),
                      null,
                      null,
                      Attributes.NONE,
                      null,
                      1)),
              new Position.AsOf(
                  Instant.parse("2026-11-27T05:00:00Z"),
                  new Position.ByOrdinal(0, Examples.CINEMA_ID))));

  /// Its declaration.
  public static final Operation OPERATION =
      new Operation(
              "listProgramme",
              "List the programme",
              "Lists cinemas of a place with the films that they show on a day, and their showtimes."
                  + " Films come in the order of their first showtime that day. Give exactly one place:"
                  + " `cinemaId`, `latitude` and `longitude`, `postcode`, or `place`; with `filmId` it may be"
                  + " left out. Every cinema of the place is listed, also one that shows nothing,"
                  + " unless `filmId` or `attributeIds` is given: then only those with a match."
                  + " With `by=film` the same by film: each with its cinemas and showtimes.",
              true,
              PathTemplate.of("/v1/programme"),
              List.of(
                  CINEMA_ID,
                  SearchCinemas.LATITUDE,
                  SearchCinemas.LONGITUDE,
                  SearchCinemas.POSTCODE,
                  SearchCinemas.PLACE,
                  RADIUS_KM,
                  FILM_ID,
                  SearchCinemas.CHAIN_ID,
                  ATTRIBUTE_IDS,
                  DATE,
                  DAYS,
                  FROM,
                  BY,
                  LIMIT,
                  CURSOR,
                  Paging.INCLUDE),
              List.of(
                  SOME_PLACE,
                  NAMED_OR_NEAR,
                  SearchCinemas.ONE_CENTRE,
                  SearchCinemas.PLACE_ALONE,
                  SearchCinemas.LATITUDE_HAS_LONGITUDE,
                  SearchCinemas.LONGITUDE_HAS_LATITUDE,
                  SearchCinemas.RADIUS_HAS_CENTRE,
                  SearchCinemas.KNOWN_POSTCODE,
                  SearchCinemas.KNOWN_PLACE,
                  FILMS_OF_PLACE,
                  WITHIN_CALENDAR,
                  Paging.SAME_LIST),
              new Operation.Answer.ListOf(
                  ProgrammeTypes.PROGRAMME,
                  new Operation.OtherOrder(ProgrammeTypes.FILM, ProgrammeTypes.CINEMAS)),
              ListProgramme::question)
          .offering(MediaType.LINKED_DATA);

  private ListProgramme() {}

  private static @Nullable Question question(RequestParameters given) {
    boolean byFilm = given.orElse(BY).equals("film");
    Place where = place(given, byFilm);
    Set<Attribute> requested = given.get(ATTRIBUTE_IDS);
    LocalDate date = given.get(DATE);
    int days = given.orElse(DAYS);
    if (date != null && date.plusDays(days - 1).isAfter(ProgrammeQuery.LAST_DATE)) {
      given.refuse(WITHIN_CALENDAR);
    }
    if (where == null) {
      return null;
    }
    ProgrammeQuery query =
        new ProgrammeQuery(
            where,
            given.get(SearchCinemas.CHAIN_ID),
            given.get(FILM_ID),
            requested == null ? Attributes.NONE : Attributes.of(requested),
            date,
            days,
            given.get(FROM) != null,
            byFilm);
    return new Question.Programmes(
        query,
        Paging.place(given, LIMIT, CURSOR, position -> isOf(query, position), fingerprint(query)));
  }

  /// Where the cinemas are; null where the request does not give them in exactly one way.
  private static @Nullable Place place(RequestParameters given, boolean byFilm) {
    Around around = SearchCinemas.around(given, RADIUS_KM);
    boolean near = SearchCinemas.hasCentre(given);
    if (given.has(CINEMA_ID) && near) {
      given.refuse(NAMED_OR_NEAR);
      return null;
    }
    if (given.has(CINEMA_ID)) {
      Set<String> ids = given.get(CINEMA_ID);
      return ids == null ? null : new Place.Named(List.copyOf(ids));
    }
    if (near) {
      return around == null ? null : new Place.Near(around);
    }
    if (!given.has(FILM_ID)) {
      given.refuse(SOME_PLACE);
      return null;
    }
    if (byFilm) {
      given.refuse(FILMS_OF_PLACE);
      return null;
    }
    return given.get(FILM_ID) == null ? null : new Place.Anywhere();
  }

  /// Whether a position is one of the list.
  private static boolean isOf(ProgrammeQuery query, Position position) {
    Class<? extends Position> plain =
        switch (query.place()) {
          case Place _ when query.byFilm() -> Position.ByFirstStart.class;
          case Place.Named _ -> Position.ByOrdinal.class;
          case Place.Near _ -> Position.ByDistance.class;
          case Place.Anywhere _ -> Position.ByName.class;
        };
    return query.holdsBeginning()
        ? position instanceof Position.AsOf(_, Position within) && plain.isInstance(within)
        : plain.isInstance(position);
  }

  private static long fingerprint(ProgrammeQuery query) {
    return Paging.fingerprint(
        "programme",
        written(query.place()),
        query.filmId(),
        query.chainId(),
        Integer.toString(query.attributes().mask()),
        Objects.toString(query.date(), null),
        // Cursors of before there were `from` and `by` stay good.
        query.days() + (query.onlyAhead() ? " now" : "") + (query.byFilm() ? " film" : ""));
  }

  /// A place in letters that never change, since callers keep cursors.
  private static String written(Place where) {
    return switch (where) {
      case Place.Named(List<String> ids) -> String.join(",", ids);
      case Place.Near(Around(Centre.Point(double latitude, double longitude), double radiusKm)) ->
          latitude + " " + longitude + " " + radiusKm;
      case Place.Near(Around(Centre.Postcode(String key), double radiusKm)) -> key + " " + radiusKm;
      case Place.Near(Around(Centre.PlaceId(String id), double radiusKm)) -> id + " " + radiusKm;
      case Place.Anywhere() -> "";
    };
  }
}
