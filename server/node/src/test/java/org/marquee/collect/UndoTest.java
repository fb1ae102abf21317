package org.marquee.collect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.Repository;
import org.marquee.archive.RawInputArchive;
import org.marquee.ingest.Ledger.Rules.Effect;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.ingest.Sources;
import org.marquee.notice.Code;
import org.marquee.notice.Notices;
import org.marquee.notice.Report;
import org.marquee.store.run.PostgresSources;

/// Undo takes back imports that cancel showtimes, in formats with a status for that and without.
@NullMarked
class UndoTest {
  private static final String REX = Repository.path("docs/examples/rex-cinema.json").toString();

  /// A cinema and a film.
  private static final String LISTED = Office.CINEMA.formatted("rex") + "\n" + film("f", "Solaris");

  private final Office office = new Office();
  private int hour;

  @AfterEach
  void close() {
    office.close();
  }

  /// Imports files as one feed, each an hour after the one before.
  ///
  /// @return the run
  private String take(String format, String... texts) {
    return applied(collect("rex", format, Shrinking.REFUSED, texts)).run();
  }

  private Report collect(String provider, String format, Shrinking shrinking, String... texts) {
    hour++;
    for (int at = 0; at < texts.length; at++) {
      office.file("feed-" + at, texts[at], "2026-03-01T%02d:00:00Z".formatted(hour));
    }
    String plan =
        """
        providers:
          - name: %s
            files: feed-*
            format: %s
        """
            .formatted(provider, format);
    return office
        .collect(format.equals("marquee") ? plan : plan + "    cinema: " + REX, shrinking)
        .getFirst();
  }

  private static Report applied(Report report) {
    assertThat(report.result()).as("%s", report.refusal()).isEqualTo(Report.Result.APPLIED);
    return report;
  }

  private ReplayAndUndo archive() {
    return new ReplayAndUndo(new RawInputArchive(office.home), office.imports, office.logbook);
  }

  private static Report done(ReplayAndUndo.Result result) {
    return switch (result) {
      case ReplayAndUndo.Result.Done(Report report) -> applied(report);
      case ReplayAndUndo.Result.Declined(String why) -> throw new AssertionError(why);
    };
  }

  private void undo(String run) throws IOException {
    assertThat(done(archive().undo(run, Effect.COMMIT)).notices())
        .extracting(Notices.Group::code)
        .doesNotContain(Code.REFERENCE_UNKNOWN);
  }

  private int showtimes() {
    return office.world.showtimes().size();
  }

  private List<Sources.Source> stored() {
    return new PostgresSources(office.database).list();
  }

  private static String header(String mode, int hour) {
    return "{\"type\":\"feed\",\"version\":1,\"mode\":\"%s\",\"observedAt\":\"2026-03-01T%02d:00:00Z\"}\n"
        .formatted(mode, hour);
  }

  private static String shown(int day) {
    return "{\"type\":\"showtime\",\"externalId\":\"s%d\",\"film\":\"f\",\"cinema\":\"rex\",\"startsAt\":\"2036-07-%02dT19:30\"}\n"
        .formatted(day, day);
  }

  private static String calendar(int from, int to, int cancelledTo) {
    StringBuilder text = new StringBuilder("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n");
    for (int day = from; day <= to; day++) {
      text.append(
          "BEGIN:VEVENT\r\nUID:%d@rex.example\r\nSUMMARY:Solaris\r\nDTSTART:203607%02dT193000\r\n%sEND:VEVENT\r\n"
              .formatted(day, day, day <= cancelledTo ? "STATUS:CANCELLED\r\n" : ""));
    }
    return text + "END:VCALENDAR\r\n";
  }

  @Test
  void a_calendar_that_cancels_is_taken_back() throws IOException {
    take("icalendar", calendar(1, 10, 0));
    take("icalendar", calendar(1, 10, 2));
    String third = take("icalendar", calendar(1, 10, 9));
    assertThat(showtimes()).isEqualTo(1);
    undo(third);
    assertThat(showtimes()).isEqualTo(8);
  }

  @Test
  void what_a_guarded_cinema_kept_is_still_there_when_a_later_import_is_taken_back()
      throws IOException {
    take("icalendar", calendar(1, 10, 0));
    take("icalendar", calendar(1, 10, 2));
    take("icalendar", calendar(2, 4, 3));
    assertThat(showtimes()).as("3 is called off, 5 to 10 are kept").isEqualTo(7);
    String last = take("icalendar", calendar(2, 6, 5));
    assertThat(showtimes()).isEqualTo(5);
    undo(last);
    assertThat(showtimes()).isEqualTo(7);
    String all = take("icalendar", calendar(1, 12, 0));
    undo(all);
    assertThat(showtimes()).isEqualTo(7);
  }

  private static String films(int from, int to) {
    String performances =
        IntStream.rangeClosed(from, to)
            .mapToObj(day ->
                "{\"time\":%d,\"bookingUrl\":\"https://rex.example/%d\"}"
                    .formatted(2098812600000L + day * 86_400_000L, day))
            .collect(Collectors.joining(","));
    return "[{\"title\":\"Solaris\",\"url\":\"https://rex.example/solaris\",\"overview\":{\"categories\":[],\"directors\":[],\"actors\":[]},\"performances\":[%s]}]"
        .formatted(performances);
  }

  @Test
  void a_venue_file_that_lists_less_is_taken_back() throws IOException {
    take("clusterflick", films(1, 10));
    String kept = take("clusterflick", films(9, 10));
    assertThat(showtimes()).as("the cinema is guarded").isEqualTo(10);
    undo(kept);
    assertThat(stored().getFirst().guarded()).isEmpty();
    String accepted =
        applied(collect("rex", "clusterflick", Shrinking.ACCEPTED, films(9, 10))).run();
    assertThat(showtimes()).isEqualTo(2);
    undo(accepted);
    assertThat(showtimes()).isEqualTo(10);
  }

  private static String page(int from, int to, int cancelledTo) {
    StringBuilder text = new StringBuilder("<html><script type='application/ld+json'>[");
    for (int day = from; day <= to; day++) {
      text.append(day == from ? "" : ",")
          .append(
              "{\"@type\":\"ScreeningEvent\",\"startDate\":\"2036-07-%02dT19:30\",\"workPresented\":{\"@type\":\"Movie\",\"name\":\"Solaris\"}%s}"
                  .formatted(day, day <= cancelledTo ? ",\"eventStatus\":\"EventCancelled\"" : ""));
    }
    return text + "]</script></html>";
  }

  @Test
  void pages_of_which_one_is_an_error_cancel_what_the_others_say_and_are_taken_back()
      throws IOException {
    take("schema-org", page(1, 5, 0), page(6, 10, 0));
    String error = "<html><h1>502 Bad Gateway</h1></html>";
    String last = take("schema-org", page(1, 4, 2), error);
    assertThat(showtimes()).isEqualTo(8);
    undo(last);
    assertThat(showtimes()).isEqualTo(10);
  }

  /// A cinema with a line of showtimes, each on its screen, at eight in the evening.
  private static String programme(String film, String screen, String... days) {
    StringBuilder lines = new StringBuilder();
    for (String day : days) {
      lines.append(
          """
          {"type":"showtime","externalId":"%1$s-%2$s","film":"%1$s","cinema":"rex","startsAt":"%2$sT20:00","screen":{"name":"%3$s"}}
          """
              .formatted(film, day, screen));
    }
    return lines.toString();
  }

  private static String film(String id, String title) {
    return """
    {"type":"film","externalId":"%s","title":"%s","durationMinutes":100}
    """
        .formatted(id, title);
  }

  private static String inventory(String id, String name) {
    return """
    {"type":"screen","externalId":"%s","cinema":"rex","name":"%s"}
    """
        .formatted(id, name);
  }

  /// A full feed imported by mistake: it lists past showtimes, new ones and withdrawn ones.
  private static final String WRONG =
      LISTED
          + """
          {"type":"chain","externalId":"wrong","name":"Wrong Pictures"}
          {"type":"cinema","externalId":"lux","name":"Lux","chain":"wrong","timeZone":"Europe/London","location":{"countryCode":"GB","locality":"York","postcode":"YO1 1AA"}}
          """
          + film("past", "Mirror")
          + film("wrong", "Wrong")
          + inventory("1", "Screen 1")
          + inventory("8", "Screen 8")
          + programme("f", "Screen 9", "2026-02-20", "2036-07-01", "2036-07-09")
          + programme("past", "Screen 1", "2026-02-10", "2026-02-11")
          + programme("wrong", "Screen 7", "2026-02-12", "2036-07-02");

  @Test
  void after_undo_every_answer_is_as_before_and_as_old_as_before() throws IOException {
    take(
        "marquee",
        header("full", 1).replace("T01", "T00")
            + LISTED
            + film("past", "Mirror")
            + inventory("1", "Screen 1")
            + inventory("2", "Screen 2")
            + programme("past", "Screen 1", "2026-02-10")
            + programme("f", "Screen 2", "2036-07-20"));
    take(
        "marquee",
        header("full", 2)
            + LISTED
            + inventory("1", "Screen 1")
            + programme("f", "Screen 1", "2036-07-01", "2036-07-02"));
    // Another provider lists the same cinema, film and showing.
    applied(
        collect(
            "town",
            "marquee",
            Shrinking.REFUSED,
            header("full", 1) + LISTED + programme("f", "Screen 1", "2036-07-01")));
    take(
        "marquee",
        header("delta", 3) + film("late", "Stalker") + programme("late", "Screen 3", "2036-07-03"));
    try (Pages pages = new Pages(office.database)) {
      Map<String, String> before = pages.all();
      assertThat(before.getOrDefault("/v1/films?limit=100", ""))
          .as("the other provider's record is part of a published one")
          .contains("Solaris")
          .doesNotContain("\"provider\":\"town\"");
      List<Sources.Source> status = stored();
      for (String mode : List.of("full", "delta")) {
        String wrong = take("marquee", header(mode, 4) + WRONG);
        assertThat(pages.all()).isNotEqualTo(before);
        undo(wrong);
        assertThat(pages.all()).as("a %s feed taken back", mode).isEqualTo(before);
        assertThat(stored())
            .usingRecursiveFieldByFieldElementComparatorIgnoringFields("lastRun", "listed")
            .isEqualTo(status);
      }
    }
  }

  @Test
  void what_a_feed_of_one_cinema_brought_goes_with_it() throws IOException {
    take("icalendar", calendar(1, 10, 0).replace("DTSTART", "LOCATION:Screen 1\r\nDTSTART"));
    try (Pages pages = new Pages(office.database)) {
      Map<String, String> before = pages.all();
      String wrong =
          take(
              "icalendar",
              calendar(1, 12, 0)
                  .replace("Solaris", "Wrong")
                  .replace("DTSTART", "LOCATION:Screen 9\r\nDTSTART"));
      assertThat(pages.all().toString()).contains("Wrong", "Screen 9");
      undo(wrong);
      assertThat(pages.all()).isEqualTo(before);
      done(archive().replay(wrong, Shrinking.REFUSED));
      assertThat(pages.all().toString()).contains("Wrong", "Screen 9", "T02:00:00Z");
    }
  }

  @Test
  void what_the_last_feed_is_that_a_later_one_must_not_be_older_than_goes_back()
      throws IOException {
    take("marquee", header("full", 1) + LISTED + shown(1));
    take("marquee", header("delta", 3) + shown(2));
    undo(take("marquee", header("full", 6) + LISTED + shown(3)));
    assertThat(stored().getFirst().observedAt()).isEqualTo("2026-03-01T03:00:00Z");
    refused(header("delta", 2) + shown(4));
    refused(header("full", 2) + LISTED + shown(4));
    take("marquee", header("delta", 4) + shown(5));
    take("marquee", header("full", 5) + LISTED + shown(1) + shown(5));
    assertThat(showtimes()).isEqualTo(2);
  }

  private void refused(String feed) {
    Report report = collect("rex", "marquee", Shrinking.REFUSED, feed);
    assertThat(Objects.requireNonNull(report.refusal()).code()).isEqualTo(Code.FEED_OLDER);
  }

  @Test
  void facts_of_a_film_in_a_later_feed_of_another_cinema_stay() throws IOException {
    take("marquee", venue("rex", 1, "Solaris"));
    String wrong = take("marquee", venue("rex", 2, "Wrong"));
    take("marquee", venue("lux", 3, "Stalker"));
    undo(wrong);
    try (Pages pages = new Pages(office.database)) {
      assertThat(pages.all().getOrDefault("/v1/films?limit=100", ""))
          .contains("Stalker", "T03:00:00Z")
          .doesNotContain("Solaris", "T01:00:00Z");
    }
  }

  private static String venue(String cinema, int hour, String title) {
    return header("full", hour)
            .replace("}", ",\"covers\":{\"cinemas\":[\"%s\"]}}".formatted(cinema))
        + LISTED.replace("rex", cinema).replace("Solaris", title);
  }
}
