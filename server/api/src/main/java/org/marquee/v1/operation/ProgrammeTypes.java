package org.marquee.v1.operation;

import static org.marquee.v1.declaration.Member.nested;
import static org.marquee.v1.declaration.Member.optional;
import static org.marquee.v1.declaration.Member.required;

import java.util.Arrays;
import org.marquee.coverage.Coverage;
import org.marquee.listing.Bounds;
import org.marquee.listing.CinemaQuery.Around;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.v1.declaration.Member;
import org.marquee.v1.declaration.RecordType;
import org.marquee.v1.declaration.Schema;

/// What a programme is made of, member by member, in the order in which
/// [org.marquee.page.json.ProgrammeWriter] writes them (docs/api.md, "List the programme").
final class ProgrammeTypes {
  /// More films or showtimes than any cinema has on a day.
  private static final int NO_LIMIT = Integer.MAX_VALUE;

  private static final String ASKED = "With `include=details`: further facts about the record.";

  private static final Member SHOWTIMES =
      Member.list(
          "showtimes",
          RecordTypes.SHOWTIME,
          NO_LIMIT,
          "Its showtimes of the day, by their start and then by their id.");

  private static final Member SHOWTIME_DETAILS =
      optional(
          "showtimeDetails",
          new Schema.ListOf<>(new Schema.Nested(DetailTypes.SHOWTIME), NO_LIMIT),
          null,
          ASKED + " In the order of the showtimes.");

  private static final RecordType COVERAGE =
      new RecordType(
          "Coverage",
          "How far the sources speak for a day. \"Nothing on\" is `complete` with no films, and"
              + " never anything else.",
          required(
              "state",
              new Schema.Growing(
                  Arrays.stream(Coverage.State.values()).map(Coverage.State::word).toList()),
              "complete",
              "What is known of the day. `complete`: a source speaks for the whole day. `partial`:"
                  + " it speaks for a part, or what it says is doubted. `unknown`: nobody speaks for"
                  + " the day. Further states may be added."),
          optional(
              "reason",
              new Schema.Growing(
                  Arrays.stream(Coverage.Reason.values()).map(Coverage.Reason::word).toList()),
              "source_late",
              "Why the day is not `complete`. `beyond_horizon`: the programme does not reach that"
                  + " far yet. `source_late`: the last feed is too old. `source_shrunk`: the source"
                  + " lists too little to be believed. `source_failed`: the last feed could not be"
                  + " downloaded or read, or its showtimes could not all be published. `no_source`: no source"
                  + " speaks for the cinema."
                  + " Further reasons may be added."),
          optional(
              "since",
              new Schema.DateTime(),
              "2026-11-22T04:10:00Z",
              "When the trouble with the source began, where it is known. In UTC."),
          optional(
              "until",
              new Schema.DateTime(),
              "2026-11-27T05:00:00Z",
              "With `beyond_horizon`: how far the source speaks. In UTC."),
          optional(
              "observedAt",
              new Schema.DateTime(),
              Examples.OBSERVED,
              "When the feed was taken that last spoke for the cinema, where one ever did. In"
                  + " UTC."));

  private static final RecordType SHOWING =
      new RecordType(
          "FilmShowtimes",
          "A film with its showtimes of a day.",
          nested("film", RecordTypes.FILM, "The film."),
          Member.optionalNested("filmDetails", DetailTypes.FILM, ASKED),
          SHOWTIMES,
          SHOWTIME_DETAILS);

  private static final RecordType DAY =
      new RecordType(
          "ProgrammeDay",
          "What a cinema shows on a day, from 05:00 to 05:00 of the next by its own clock.",
          required("date", new Schema.CalendarDate(), "2026-11-27", "The day."),
          nested("coverage", COVERAGE, "How far the sources speak for the day."),
          Member.list(
              "films",
              SHOWING,
              NO_LIMIT,
              "The films in the order of their first showtime that day, then of the film list."));

  static final RecordType PROGRAMME =
      cinema(
          "Programme",
          "A cinema with what it shows on some days.",
          DAY,
          "The days that were asked for, in order.");

  static final RecordType FILM =
      new RecordType(
          "FilmProgramme",
          "A film with the cinemas of a place that show it.",
          nested("film", RecordTypes.FILM, "The film."),
          Member.optionalNested("filmDetails", DetailTypes.FILM, ASKED),
          Member.list(
              "cinemas",
              cinema(
                  "CinemaShowtimes",
                  "A cinema with its showtimes of one film.",
                  new RecordType(
                      "DayShowtimes",
                      "The showtimes of a film at a cinema on a day.",
                      required("date", new Schema.CalendarDate(), "2026-11-27", "The day."),
                      SHOWTIMES,
                      SHOWTIME_DETAILS),
                  "The days on which the cinema shows the film, in order."),
              NO_LIMIT,
              "The cinemas that show it, in the order of the place: the nearest first."));

  /// What stands beside films.
  static final Member CINEMAS =
      Member.list(
          "cinemas",
          cinema(
              "CinemaCoverage",
              "A cinema of the place with how far the sources speak for its days.",
              new RecordType(
                  "DayCoverage",
                  "How far the sources speak for a day.",
                  required("date", new Schema.CalendarDate(), "2026-11-27", "The day."),
                  nested("coverage", COVERAGE, "How far the sources speak for the day.")),
              "The days that were asked for, in order."),
          NO_LIMIT,
          "With `by=film`: the cinemas of the place, in its order, also those that show nothing.");

  private static RecordType cinema(String name, String description, RecordType day, String days) {
    return new RecordType(
        name,
        description,
        nested("cinema", RecordTypes.CINEMA, "The cinema."),
        Member.optionalNested("cinemaDetails", DetailTypes.CINEMA, ASKED),
        required(
            "timeZone",
            new Schema.Text(new Bounds(1, 40)),
            "Europe/London",
            "The cinema's clock: a name of the IANA time zone database. Where nobody names it, the"
                + " offset that its source writes, as `+01:00`, or else `UTC`."),
        optional(
            "distanceKm",
            new Schema.Decimal(Around.RADIUS_KM),
            1.3,
            "How far the cinema is from the centre, in kilometres, rounded up to one decimal. Only"
                + " with a centre."),
        Member.list("days", day, ProgrammeQuery.DAYS.most(), days));
  }

  private ProgrammeTypes() {}
}
