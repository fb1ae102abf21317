package org.marquee.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/// Imports that cancel something are taken back like others, in formats that have a word for it and
/// in those that have not.
@NullMarked
class UndoTest {
  private Shell shell = new Shell(Path.of(""));
  private AutoCloseable held = () -> {};
  private int hour;

  @BeforeEach
  void open(@TempDir Path home) throws IOException {
    shell = new Shell(home);
    held = CommandLine.populateCommand(new Home(), "--home", home.toString()).open();
  }

  @AfterEach
  void close() throws Exception {
    held.close();
  }

  /// Imports files as one feed, each an hour after the one before.
  ///
  /// @return the run
  private String take(String format, List<String> texts, String... more) throws IOException {
    List<String> words = new ArrayList<>(List.of("ingest"));
    for (String text : texts) {
      words.add(Files.writeString(shell.home().resolve("feed-" + words.size()), text).toString());
    }
    words.addAll(List.of("--provider", "rex", "--format", format, "--json"));
    if (!format.equals("marquee")) {
      words.addAll(
          List.of(
              "--cinema",
              Path.of("../docs/examples/rex-cinema.json").toString(),
              "--observed-at",
              "2026-03-01T%02d:00:00Z".formatted(++hour)));
    }
    words.addAll(List.of(more));
    return shell.run(words.toArray(String[]::new)).succeeds().json().get("run").asString();
  }

  private void undo(String run) {
    JsonNode undone = shell.run("undo", run, "--json").succeeds().json();
    assertThat(undone.get("result").asString()).isEqualTo("applied");
    assertThat(undone.at("/notices").findValuesAsString("code"))
        .doesNotContain("REFERENCE_UNKNOWN");
  }

  private int showtimes() {
    return shell.stored("rex", "showtime");
  }

  private static String header(String mode, int hour) {
    return "{\"type\":\"feed\",\"version\":1,\"mode\":\"%s\",\"observedAt\":\"2026-03-01T%02d:00:00Z\"}\n"
        .formatted(mode, hour);
  }

  private static String shown(int day) {
    return "{\"type\":\"showtime\",\"externalId\":\"s%d\",\"film\":\"f\",\"cinema\":\"rex\",\"startsAt\":\"2036-07-%02dT19:30\"}\n"
        .formatted(day, day);
  }

  private static String withdrawn(int... days) {
    return IntStream.of(days)
        .mapToObj(
            "{\"type\":\"withdrawn\",\"kind\":\"showtime\",\"externalId\":\"s%d\"}\n"::formatted)
        .collect(Collectors.joining());
  }

  @Test
  void a_native_delta_that_withdraws_is_taken_back_and_the_deltas_before_it_stay()
      throws IOException {
    String all =
        IntStream.rangeClosed(1, 6).mapToObj(UndoTest::shown).collect(Collectors.joining());
    take("marquee", List.of(header("full", 1) + new Showbill("rex").body() + all));
    take("marquee", List.of(header("delta", 2) + withdrawn(1, 2)));
    take("marquee", List.of(header("delta", 3) + shown(2)));
    String third = take("marquee", List.of(header("delta", 4) + withdrawn(2, 3, 4, 5)));
    assertThat(showtimes()).isEqualTo(1);
    undo(third);
    assertThat(showtimes()).isEqualTo(5);
    shell.run("replay", third).succeeds();
    assertThat(showtimes()).isEqualTo(1);
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
    take("icalendar", List.of(calendar(1, 10, 0)));
    take("icalendar", List.of(calendar(1, 10, 2)));
    String third = take("icalendar", List.of(calendar(1, 10, 9)));
    assertThat(showtimes()).isEqualTo(1);
    undo(third);
    assertThat(showtimes()).isEqualTo(8);
  }

  @Test
  void what_a_guarded_cinema_kept_is_still_there_when_a_later_import_is_taken_back()
      throws IOException {
    take("icalendar", List.of(calendar(1, 10, 0)));
    take("icalendar", List.of(calendar(1, 10, 2)));
    take("icalendar", List.of(calendar(2, 4, 3)));
    assertThat(showtimes()).as("3 is called off, 5 to 10 are kept").isEqualTo(7);
    String last = take("icalendar", List.of(calendar(2, 6, 5)));
    assertThat(showtimes()).isEqualTo(5);
    undo(last);
    assertThat(showtimes()).isEqualTo(7);
    String all = take("icalendar", List.of(calendar(1, 12, 0)));
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
    take("clusterflick", List.of(films(1, 10)));
    String kept = take("clusterflick", List.of(films(9, 10)));
    assertThat(showtimes()).as("the cinema is guarded").isEqualTo(10);
    undo(kept);
    assertThat(shell.stored().toString()).doesNotContain("guarded");
    String accepted = take("clusterflick", List.of(films(9, 10)), "--accept-shrink");
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
    take("schema-org", List.of(page(1, 5, 0), page(6, 10, 0)));
    String error = "<html><h1>502 Bad Gateway</h1></html>";
    String last = take("schema-org", List.of(page(1, 4, 2), error));
    assertThat(showtimes()).isEqualTo(8);
    undo(last);
    assertThat(showtimes()).isEqualTo(10);
  }
}
