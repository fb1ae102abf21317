package org.marquee.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.marquee.Repository;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.icalendar.ICalendarReader;
import org.marquee.feed.mapped.MappedReader;
import org.marquee.feed.schemaorg.SchemaOrgReader;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.Kind;
import org.marquee.listing.Showtime;
import org.marquee.notice.Code;
import org.marquee.notice.RowCounts.Counts;
import org.marquee.store.run.PostgresSources;

/// Showtimes that their provider cancels are no longer served, however many they are. The guard
/// still checks those that only disappear.
@NullMarked
class CancelledTest {
  private static final Instant T1 = Instant.parse("2026-03-01T06:00:00Z");
  private static final Instant T2 = Instant.parse("2026-03-02T06:00:00Z");
  private static final Instant T3 = Instant.parse("2026-03-03T06:00:00Z");

  private static final FeedRecord.Cinema REX =
      new FeedRecord.Cinema(
          "rex", "Rex", null, "Europe/London", "GB", "Elmet", "LS1 1AA", null, null, null, null);

  private final World world = World.fresh();

  @AfterEach
  void close() throws Exception {
    StoredRecords.assertConsistent(world);
    world.close();
  }

  /// A format with a word for what is cancelled. Show `n` is on the evening of July `n`.
  enum Format {
    ICALENDAR {
      @Override
      FeedReader reader() {
        return new ICalendarReader();
      }

      @Override
      String row(int show, boolean cancelled) {
        return "BEGIN:VEVENT\r\nUID:%d@rex.example\r\nSUMMARY:Solaris\r\nDTSTART:202607%02dT193000\r\n%sEND:VEVENT\r\n"
            .formatted(show, show, cancelled ? "STATUS:CANCELLED\r\n" : "");
      }

      @Override
      String feed(List<String> rows) {
        return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + String.join("", rows) + "END:VCALENDAR\r\n";
      }
    },
    MAPPED {
      @Override
      FeedReader reader() {
        return mapped();
      }

      @Override
      String row(int show, boolean cancelled) {
        return "%02d.07.2026;7:30 PM;Solaris;Rex, Elmet;1;;%s\n"
            .formatted(show, cancelled ? "cancelled" : "on sale");
      }

      @Override
      String feed(List<String> rows) {
        return "Day;Time;Film;House;Screen;Version;Status\n" + String.join("", rows);
      }
    },
    CINEMASHOWTIMES {
      @Override
      FeedReader reader() {
        return MappedReader.ready("cinemashowtimes");
      }

      @Override
      String row(int show, boolean cancelled) {
        return "{\"session_id\":\"%d\",\"film_id\":\"s\",\"start_time_local\":\"2026-07-%02dT19:30:00\"%s}"
            .formatted(show, show, cancelled ? ",\"status\":\"cancelled\"" : "");
      }

      @Override
      String feed(List<String> rows) {
        return "{\"spec\":\"cinemashowtimes-json/1.0\",\"cinema\":{\"cinema_id\":\"rex\",\"name\":\"Rex\","
            + "\"timezone\":\"Europe/London\"},\"films\":[{\"film_id\":\"s\",\"title\":\"Solaris\",\"runtime_minutes\":167}],\"sessions\":["
            + String.join(",", rows)
            + "]}";
      }
    },
    SCHEMA_ORG {
      @Override
      FeedReader reader() {
        return new SchemaOrgReader();
      }

      @Override
      String row(int show, boolean cancelled) {
        return ("{\"@type\":\"ScreeningEvent\",\"startDate\":\"2026-07-%02dT19:30\",\"location\":{\"@id\":\"#rex\"},"
                + "\"workPresented\":{\"@type\":\"Movie\",\"name\":\"Solaris\"}%s}")
            .formatted(
                show, cancelled ? ",\"eventStatus\":\"https://schema.org/EventCancelled\"" : "");
      }

      @Override
      String feed(List<String> rows) {
        return "{\"@context\":\"https://schema.org\",\"@graph\":[{\"@type\":\"MovieTheater\",\"@id\":\"#rex\","
            + "\"name\":\"Rex\"},"
            + String.join(",", rows)
            + "]}";
      }
    };

    abstract FeedReader reader();

    abstract String row(int show, boolean cancelled);

    abstract String feed(List<String> rows);

    private static FeedReader mapped() {
      try {
        return MappedReader.of(Repository.path("docs/examples/harbour.yaml"));
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    List<String> live(int from, int to) {
      return IntStream.rangeClosed(from, to).mapToObj(show -> row(show, false)).toList();
    }

    List<String> cancelled(int from, int to) {
      return IntStream.rangeClosed(from, to).mapToObj(show -> row(show, true)).toList();
    }
  }

  @SafeVarargs
  private World.Run take(Format format, Instant taken, List<String>... rows) {
    List<String> all = new ArrayList<>();
    for (List<String> some : rows) {
      all.addAll(some);
    }
    String feed = format.feed(all);
    return world.take(
        format.reader(),
        World.PROVIDER,
        Shrinking.REFUSED,
        List.of(World.part(feed.getBytes(UTF_8))),
        format == Format.MAPPED ? null : REX,
        taken);
  }

  @SafeVarargs
  private World.Run take(Format format, int day, List<String>... rows) {
    return take(format, T1.plus(day - 1L, ChronoUnit.DAYS), rows);
  }

  private String days() {
    return world.showtimes().stream()
        .map(Showtime::startsAt)
        .map(start -> start.toString().substring(8, 10))
        .collect(Collectors.joining(" "));
  }

  private List<Sources.Guarded> guarded() {
    return new PostgresSources(world.database()).list().getFirst().guarded();
  }

  @ParameterizedTest
  @EnumSource
  void what_is_cancelled_goes_and_comes_back_and_what_vanishes_beside_it_is_guarded(Format format) {
    assertThat(take(format, 1, format.live(1, 10)).rowCounts().of(Kind.SHOWTIME).added())
        .isEqualTo(10);
    assertThatMostMayBeCancelled(take(format, 2, format.cancelled(1, 8), format.live(9, 10)));
    var again = take(format, 3, format.cancelled(1, 8), format.live(9, 10));
    assertThat(again.rowCounts().of(Kind.SHOWTIME)).isEqualTo(new Counts(0, 0, 2, 0, 0, 0, 0, 8));
    assertThat(again.rowCounts().unlisted(Kind.SHOWTIME)).isZero();

    take(format, 4, format.cancelled(1, 10));
    assertThatNothingIsLeft();
    var back = take(format, 5, format.live(1, 10));
    assertThat(back.rowCounts().of(Kind.SHOWTIME).added()).isEqualTo(10);
    assertThat(world.showtimes()).hasSize(10);

    var vanished = take(format, 6, format.cancelled(1, 4), format.live(9, 10));
    assertThat(vanished.count(Code.CINEMA_KEPT)).isEqualTo(1);
    assertThat(vanished.rowCounts().unlisted(Kind.SHOWTIME)).isEqualTo(4);
    assertThat(days()).isEqualTo("05 06 07 08 09 10");
    assertThat(guarded()).hasSize(1);
    // The feed lists all the rest as cancelled, so it is not broken.
    take(format, 7, format.cancelled(1, 10));
    assertThatNothingIsLeft();

    // Two events of a calendar with one id are versions of it.
    if (format != Format.ICALENDAR) {
      take(format, 8, format.live(1, 3));
      var both = take(format, 9, format.live(1, 3), format.cancelled(1, 2));
      assertThat(both.rowCounts().of(Kind.SHOWTIME)).isEqualTo(new Counts(0, 0, 3, 0, 0, 0, 0, 2));
      assertThat(days()).isEqualTo("01 02 03");
    }
  }

  private void assertThatMostMayBeCancelled(World.Run run) {
    assertThat(days()).isEqualTo("09 10");
    assertThat(guarded()).isEmpty();
    assertThat(run.count(Code.CINEMA_KEPT)).isZero();
    assertThat(run.rowCounts().of(Kind.SHOWTIME)).isEqualTo(new Counts(0, 0, 2, 0, 0, 0, 0, 8));
    assertThat(run.rowCounts().unlisted(Kind.SHOWTIME)).isEqualTo(8);
    var programme = run.report().programmes().getFirst();
    assertThat(programme.before().showtimes()).isEqualTo(10);
    assertThat(programme.after().showtimes()).isEqualTo(2);
  }

  private void assertThatNothingIsLeft() {
    assertThat(days()).isEmpty();
    assertThat(guarded()).isEmpty();
  }

  @Test
  void of_two_versions_of_an_event_the_latest_one_counts() {
    Format format = Format.ICALENDAR;
    take(format, T1, format.live(1, 3));
    take(
        format,
        T2,
        format.live(1, 3),
        List.of(format.row(2, true).replace("END:VEVENT", "SEQUENCE:1\r\nEND:VEVENT")));
    assertThat(days()).isEqualTo("01 03");
  }

  @Test
  void a_cancelled_series_takes_all_its_showings_along() {
    String weekly =
        Format.ICALENDAR.row(1, false).replace("END:", "RRULE:FREQ=WEEKLY;COUNT=5\r\nEND:");
    take(Format.ICALENDAR, T1, List.of(weekly), Format.ICALENDAR.live(2, 3));
    assertThat(world.showtimes()).hasSize(7);
    var run =
        take(
            Format.ICALENDAR,
            T2,
            List.of(weekly.replace("RRULE", "STATUS:CANCELLED\r\nRRULE")),
            Format.ICALENDAR.live(2, 3));
    assertThat(days()).isEqualTo("02 03");
    assertThat(guarded()).isEmpty();
    assertThat(run.rowCounts().of(Kind.SHOWTIME)).isEqualTo(new Counts(0, 0, 2, 0, 0, 0, 0, 5));
  }

  @Test
  void what_is_past_stays_history() {
    Format format = Format.CINEMASHOWTIMES;
    take(format, Instant.parse("2026-06-30T06:00:00Z"), format.live(1, 10));
    take(format, Instant.parse("2026-07-04T06:00:00Z"), format.cancelled(1, 8), format.live(9, 10));
    assertThat(days()).isEqualTo("01 02 03 09 10");
  }

  @Test
  void what_was_held_back_is_forgotten() {
    Format format = Format.SCHEMA_ORG;
    byte[] three = format.feed(format.live(1, 3)).getBytes(UTF_8);
    byte[] one =
        format
            .feed(List.of(format.row(1, false), format.row(2, true), format.row(3, true)))
            .getBytes(UTF_8);
    for (byte[] feed : List.of(three, one)) {
      world.take(
          format.reader(),
          World.PROVIDER,
          Shrinking.REFUSED,
          List.of(World.part(feed)),
          null,
          Arrays.equals(feed, three) ? T1 : T2);
    }
    assertThat(world.showtimes()).isEmpty();
    take(format, T3, format.live(1, 1));
    assertThat(days()).isEqualTo("01");
  }

  @Test
  void a_showing_that_another_provider_lists_goes_on_being_served() {
    Format format = Format.CINEMASHOWTIMES;
    take(format, T1, format.live(1, 4));
    String film =
        "{\"type\":\"film\",\"externalId\":\"s\",\"title\":\"Solaris\",\"durationMinutes\":167}";
    String header = World.header("full", "2026-03-01T06:00:00Z", "");
    String cinema =
        "{\"type\":\"cinema\",\"externalId\":\"r\",\"name\":\"Rex\",\"timeZone\":\"Europe/London\",\"location\":"
            + "{\"countryCode\":\"GB\",\"locality\":\"Elmet\",\"postcode\":\"LS1 1AA\"}}";
    String one =
        "{\"type\":\"showtime\",\"externalId\":\"1\",\"film\":\"s\",\"cinema\":\"r\",\"startsAt\":\"2026-07-01T19:30\"}";
    world.take(
        "other", Shrinking.REFUSED, String.join("\n", header, film, cinema, one).getBytes(UTF_8));
    assertThat(days()).as("one showing is listed twice").isEqualTo("01 02 03 04");
    var run = take(format, T2, format.cancelled(1, 3), format.live(4, 4));
    assertThat(run.rowCounts().unlisted(Kind.SHOWTIME)).isEqualTo(3);
    assertThat(days()).isEqualTo("01 04");
    assertThat(world.showtimes().getFirst().provenance().provider()).isEqualTo("other");
    take(format, T3, format.live(1, 4));
    assertThat(days()).isEqualTo("01 02 03 04");
  }

  @Test
  void a_word_that_is_only_missing_is_no_word() throws Exception {
    Path mapping = Files.createTempFile("sheet", ".yaml");
    try {
      Files.writeString(
          mapping,
          Files.readString(Repository.path("docs/examples/harbour.yaml"))
              .replace("is: [cancelled, private]", "isNot: on sale"));
      FeedReader reader = MappedReader.of(mapping);
      for (Instant taken : List.of(T1, T2)) {
        String feed = Format.MAPPED.feed(Format.MAPPED.live(1, 10));
        world.take(
            reader,
            World.PROVIDER,
            Shrinking.REFUSED,
            List.of(
                World.part(
                    (taken.equals(T1) ? feed : feed.replace("on sale", "")).getBytes(UTF_8))),
            null,
            taken);
      }
    } finally {
      Files.delete(mapping);
    }
    assertThat(world.showtimes()).hasSize(10);
    assertThat(guarded()).hasSize(1);
  }
}
