package org.marquee.collect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.archive.ArchivedRun;
import org.marquee.archive.RawInputArchive;
import org.marquee.files.FolderTree;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.ingest.World;
import org.marquee.listing.Cinema;
import org.marquee.listing.Kind;
import org.marquee.listing.Showtime;
import org.marquee.notice.Code;
import org.marquee.notice.Report;

@NullMarked
class ReplayAndUndoTest {
  private static final String PLAN =
      """
      providers:
        - name: rex
          files: feed.ndjson
      """;

  private final Office office = new Office();

  @AfterEach
  void close() {
    office.close();
  }

  @Test
  void an_import_is_taken_back_to_what_the_feed_before_it_said() throws IOException {
    String first = take(Office.full("2026-03-01T06:00:00Z", "18:00", "20:00"));
    String second =
        take(
            Office.full("2026-03-01T07:00:00Z", "20:00", "22:00")
                .replace("\"Solaris\"", "\"Stalker\"")
                .replace("\"Europe/London\"", "\"Europe/Paris\""));
    assertThat(office.world.showtimeNames()).containsExactly("rex-20:00", "rex-22:00");

    Report undone = undo(second);
    assertThat(undone.rowCounts().of(Kind.SHOWTIME).added()).isEqualTo(1);
    assertThat(undone.rowCounts().unlisted(Kind.SHOWTIME)).isEqualTo(1);
    assertThat(office.world.showtimeNames()).containsExactly("rex-18:00", "rex-20:00");
    assertThat(office.world.showtimes())
        .allSatisfy(showtime ->
            assertThat(showtime.provenance().observedAt())
                .isEqualTo(Instant.parse("2026-03-01T06:00:00Z")));
    assertThat(office.logbook.run(second).orElseThrow().outcome()).isEqualTo("undone");
    assertThat(office.logbook.run(undone.run()).orElseThrow().undoes()).isEqualTo(second);
    assertThat(declined(second)).startsWith(second + " is already undone. `marquee replay ");
    assertThat(declined(undone.run())).startsWith(undone.run() + " undid " + second);
    assertThat(declined(first)).startsWith("there is nothing to go back to");

    // The source may correct it.
    take(Office.full("2026-03-01T06:30:00Z", "18:00"));
    assertThat(office.world.showtimeNames()).containsExactly("rex-18:00");
  }

  @Test
  void films_that_the_import_joined_by_their_title_part_again() throws IOException {
    String other = Office.feed("full", "2026-03-01T06:00:00Z", "roxy", "18:00");
    office.world.take("other", Shrinking.REFUSED, inJune(other).getBytes(UTF_8)).rowCounts();
    take(lantern(Office.full("2026-03-01T06:00:00Z", "18:00")));
    assertThat(films()).isEqualTo(2);
    String second = take(inJune(Office.full("2026-03-01T07:00:00Z", "18:00")));
    assertThat(films()).isEqualTo(1);
    undo(second);
    assertThat(films()).isEqualTo(2);
  }

  private static String lantern(String feed) {
    return feed.replace("Solaris", "The Lantern");
  }

  private static String inJune(String feed) {
    return lantern(feed).replace("2026-04-01T", "2026-06-01T");
  }

  private long films() {
    return office.world.showtimes().stream().map(Showtime::filmId).distinct().count();
  }

  @Test
  void what_undo_leaves_is_what_was_there_before() throws IOException {
    take(Office.full("2026-03-01T06:00:00Z", "18:00", "20:00"));
    var before = office.world.showtimes();
    String second =
        take(Office.full("2026-03-01T07:00:00Z", "20:00").replace("\"Solaris\"", "\"Stalker\""));
    String third = take(Office.full("2026-03-01T08:00:00Z", "21:00"));
    undo(third);
    undo(second);
    assertThat(office.world.showtimes()).isEqualTo(before);
  }

  @Test
  void what_only_the_import_taken_back_listed_is_gone() throws IOException {
    take(Office.full("2026-03-01T06:00:00Z", "18:00"));
    String second =
        take(
            Office.full("2026-03-01T07:00:00Z", "18:00")
                + """
                {"type":"chain","externalId":"phoenix","name":"Phoenix"}
                {"type":"cinema","externalId":"lux","name":"Lux","chain":"phoenix","timeZone":"Europe/London","location":{"countryCode":"GB","locality":"Leeds","postcode":"LS1 1AA"}}
                {"type":"film","externalId":"g","title":"Mirror"}
                {"type":"showtime","externalId":"lux-19:00","film":"g","cinema":"lux","startsAt":"2026-04-01T19:00:00Z"}
                """);
    assertThat(titles()).containsExactly("Mirror", "Solaris");

    undo(second);

    assertThat(office.world.showtimeNames()).containsExactly("rex-18:00");
    assertThat(titles()).containsExactly("Solaris");
    assertThat(office.world.listings().cinemas()).extracting(Cinema::name).containsExactly("rex");
    assertThat(office.world.listings().chains()).isEmpty();
  }

  @Test
  void a_delta_is_taken_back_to_the_full_feed_and_the_deltas_before_it() throws IOException {
    take(Office.full("2026-03-01T06:00:00Z", "18:00", "20:00"));
    take(
        World.header("delta", "2026-03-01T07:00:00Z", "")
            + """

            {"type":"withdrawn","kind":"showtime","externalId":"rex-18:00"}
            {"type":"film","externalId":"f","title":"Stalker"}
            """);
    take(
        Office.feed("delta", "2026-03-01T08:00:00Z", "rex", "19:00").replace("Solaris", "Stalker"));
    assertThat(office.world.showtimeNames()).containsExactly("rex-19:00", "rex-20:00");
    String last = take(Office.feed("delta", "2026-03-01T09:00:00Z", "rex", "22:00"));
    undo(last);
    assertThat(office.world.showtimeNames()).containsExactly("rex-19:00", "rex-20:00");
    assertThat(titles()).containsExactly("Stalker");
  }

  private java.util.List<String> titles() {
    return office.world.listings().films().stream().map(film -> film.title()).toList();
  }

  @Test
  void only_the_last_import_is_taken_back() throws IOException {
    take(Office.full("2026-03-01T06:00:00Z", "18:00"));
    String second = take(Office.full("2026-03-01T07:00:00Z", "19:00"));
    String third = take(Office.full("2026-03-01T08:00:00Z", "20:00"));
    assertThat(declined(second))
        .isEqualTo(
            "%s is not the last import of rex. Undo %s first: `marquee undo %2$s`"
                .formatted(second, third));
    assertThat(declined("20260101T000000Z-00000000")).startsWith("there is no run");
    assertThat(declined("../x")).startsWith("there is no run");
  }

  @Test
  void what_changed_nothing_is_not_taken_back() throws IOException {
    take(Office.full("2026-03-01T06:00:00Z", "18:00"));
    office.file("feed.ndjson", "nonsense", "2026-03-01T06:00:00Z");
    Report refused = office.collect(PLAN).getFirst();
    assertThat(declined(refused.run())).startsWith(refused.run() + " changed nothing (refused)");
  }

  @Test
  void without_what_was_before_it_nothing_is_taken_back() throws IOException {
    String first = take(Office.full("2026-03-01T06:00:00Z", "18:00"));
    assertThat(declined(first)).startsWith("there is nothing to go back to");
    String second = take(Office.full("2026-03-01T07:00:00Z", "19:00"));
    FolderTree.delete(office.home.resolve("runs/" + first));
    assertThat(declined(second))
        .startsWith("there is nothing to go back to: the input of " + first + " before it")
        .contains("marquee ingest");
    FolderTree.delete(office.home.resolve("runs/" + second));
    assertThat(declined(second)).contains("is not archived here");
    assertThat(office.world.showtimeNames()).containsExactly("rex-19:00");
  }

  @Test
  void an_import_of_one_venue_is_taken_back_alone() throws IOException {
    String plan =
        """
        providers:
          - name: venues
            files: venues/*.ndjson
            each: true
            cinema: "{folder}/{name}.json"
        """;
    for (String venue : new String[] {"a", "b"}) {
      office.file("venues/" + venue + ".json", Office.CINEMA.formatted(venue), AT_SIX);
      office.file(
          "venues/" + venue + ".ndjson", Office.feed("full", AT_SIX, venue, "18:00"), AT_SIX);
    }
    office.collect(plan);
    for (String venue : new String[] {"a", "b"}) {
      office.file(
          "venues/" + venue + ".ndjson",
          Office.feed("full", "2026-03-01T07:00:00Z", venue, "19:00"),
          AT_SIX);
    }
    Report later = office.collect(plan).getFirst();
    assertThat(office.world.showtimeNames()).containsExactlyInAnyOrder("a-19:00", "b-19:00");
    undo(later.run());
    assertThat(office.world.showtimeNames()).containsExactly("a-18:00", "b-19:00");
  }

  private static final String AT_SIX = "2026-03-01T06:00:00Z";

  @Test
  void a_feed_of_a_window_is_nothing_to_go_back_to() throws IOException {
    take(
        Office.full("2026-03-01T06:00:00Z", "18:00")
            .replaceFirst("\"mode\"", "\"covers\":{\"until\":\"2026-05-01T00:00:00Z\"},\"mode\""));
    String second = take(Office.full("2026-03-01T07:00:00Z", "19:00"));
    assertThat(declined(second)).contains("no full feed came before it");
  }

  @Test
  void a_trial_reports_what_would_change_and_changes_nothing() throws IOException {
    String first = take(Office.full("2026-03-01T06:00:00Z", "18:00", "20:00"));
    take(Office.full("2026-03-01T07:00:00Z", "20:00", "22:00"));
    var before = office.world.showtimes();
    Report report = done(rewinding().tryOut(first, Shrinking.REFUSED));
    assertThat(report.result()).isEqualTo(Report.Result.DRY_RUN);
    assertThat(report.rowCounts().of(Kind.SHOWTIME).added()).isEqualTo(1);
    assertThat(report.rowCounts().of(Kind.SHOWTIME).unchanged()).isEqualTo(1);
    assertThat(report.rowCounts().unlisted(Kind.SHOWTIME)).isEqualTo(1);
    assertThat(office.world.showtimes()).isEqualTo(before);
    assertThat(office.logbook.runs("rex")).hasSize(2);
  }

  @Test
  void a_replay_is_an_import_and_refused_when_something_newer_was_taken() throws IOException {
    String first = take(Office.full("2026-03-01T06:00:00Z", "18:00"));
    String second = take(Office.full("2026-03-01T07:00:00Z", "20:00"));
    Report old = done(rewinding().replay(first, Shrinking.REFUSED));
    assertThat(Objects.requireNonNull(old.refusal()).code()).isEqualTo(Code.FEED_OLDER);
    undo(second);
    assertThat(office.world.showtimeNames()).containsExactly("rex-18:00");
    Report again = done(rewinding().replay(second, Shrinking.REFUSED));
    assertThat(again.result()).isEqualTo(Report.Result.APPLIED);
    assertThat(office.world.showtimeNames()).containsExactly("rex-20:00");
    assertThat(new RawInputArchive(office.home).archived(again.run())).isPresent();
  }

  @Test
  void damaged_input_is_not_replayed() throws IOException {
    String run = take(Office.full("2026-03-01T06:00:00Z", "18:00"));
    ArchivedRun kept = new RawInputArchive(office.home).archived(run).orElseThrow();
    java.nio.file.Files.writeString(kept.paths().getFirst(), Office.full("2026-03-01T06:00:00Z"));
    org.assertj.core.api.Assertions.assertThatThrownBy(
            () -> rewinding().tryOut(run, Shrinking.REFUSED))
        .hasMessageContaining("damaged");
  }

  private String take(String feed) {
    office.file("feed.ndjson", feed, "2026-03-01T06:00:00Z");
    Report report = office.collect(PLAN, Shrinking.ACCEPTED).getFirst();
    assertThat(report.result()).as("%s", report.refusal()).isEqualTo(Report.Result.APPLIED);
    return report.run();
  }

  private ReplayAndUndo rewinding() {
    return new ReplayAndUndo(new RawInputArchive(office.home), office.imports, office.logbook);
  }

  private Report undo(String run) throws IOException {
    Report report = done(rewinding().undo(run, Rules.Effect.COMMIT));
    assertThat(report.result()).as("%s", report.refusal()).isEqualTo(Report.Result.APPLIED);
    return report;
  }

  private static Report done(ReplayAndUndo.Result result) {
    return switch (result) {
      case ReplayAndUndo.Result.Done(Report report) -> report;
      case ReplayAndUndo.Result.Declined(String why) -> throw new AssertionError(why);
    };
  }

  private String declined(String run) throws IOException {
    return switch (rewinding().undo(run, Rules.Effect.COMMIT)) {
      case ReplayAndUndo.Result.Done _ -> throw new AssertionError("the import was undone");
      case ReplayAndUndo.Result.Declined(String why) -> why;
    };
  }
}
