package org.marquee.app.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.Repository;
import org.marquee.app.Shell;
import org.marquee.app.Shell.Done;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FilePart;
import org.marquee.feed.proposed.Proposal;
import org.marquee.feed.proposed.StatedFields;
import org.marquee.store.sql.MigratedDatabase;

/// `map`, without a terminal, and the questions that it asks on one.
@NullMarked
class MapCommandTest {
  private static final String SHEET = "../../docs/examples/harbour.csv";

  @TempDir Path folder = Path.of("");

  @Test
  void the_walk_of_the_page_prints_what_the_page_says() throws IOException {
    List<MatchResult> steps = steps();
    assertThat(steps).hasSize(2);
    for (MatchResult step : steps) {
      Done done = Shell.execute(words(step));
      assertThat(done.err().stripLeading()).isEqualTo(step.group(2).stripLeading());
      assertThat(done.out()).startsWith("about: Made by looking at harbour.csv\nformat: csv\n");
      // Questions are open after the first step alone.
      assertThat(done.status()).isEqualTo(step == steps.getFirst() ? 1 : 0);
      assertThat(done.out().contains("# ? dayEnds: ")).isEqualTo(step == steps.getFirst());
    }
  }

  private static List<MatchResult> steps() throws IOException {
    String page = Files.readString(Repository.path("docs/mappings.md"));
    String walk = page.split("## A mapping made by looking", 2)[1].split("\n## ", 2)[0];
    return Pattern.compile("```\n\\./marquee (.*?)```.*?```text\n(.*?)```", Pattern.DOTALL)
        .matcher(walk)
        .results()
        .toList();
  }

  private static String[] words(MatchResult step) {
    return step.group(1).replace("\\\n", "").replace("docs/", "../../docs/").strip().split("\\s+");
  }

  @Test
  void the_mapping_that_it_writes_is_one_that_validate_reads() throws IOException {
    Path sheet =
        Files.writeString(
            folder.resolve("harbour.csv"),
            Files.readString(Path.of(SHEET)).replace("2026", "2040"));
    Path mapping = folder.resolve("sheet.yaml");
    String[] words =
        (String.join(" ", words(steps().getLast())).replace(SHEET, sheet.toString())
                + " --out "
                + mapping)
            .split(" ", -1);
    Shell.execute(words).succeeds();
    Done done =
        new Shell(folder.resolve("home"), MigratedDatabase.create())
            .run("validate", sheet.toString(), "--mapping", mapping.toString());
    assertThat(done.succeeds().out()).startsWith("2 of 2 showtimes");
  }

  @Test
  void a_mapping_that_was_edited_keeps_its_lines_and_comments() throws IOException {
    Path mapping = folder.resolve("edited.yaml");
    String before =
        Files.readString(Repository.path("docs/examples/harbour.yaml"))
            .replace("      title: Film\n", "      title: Film # as printed\n");
    Files.writeString(mapping, before + "# ? locality: which?\n");
    String file = mapping.toString();
    Done open = Shell.execute("map", SHEET, "--mapping", file);
    assertThat(open.status()).isEqualTo(1);
    assertThat(open.err()).contains("? locality: which?");
    Files.writeString(mapping, before);
    Shell.execute(
            "map",
            SHEET,
            "--mapping",
            file,
            "--out",
            file,
            "--set",
            "zone=Europe/Dublin",
            "--set",
            "screenName=")
        .succeeds();
    assertThat(Files.readString(mapping))
        .isEqualTo(
            before
                .replace("zone: Europe/London", "zone: Europe/Dublin")
                .replace("      screenName: Screen\n", ""));
  }

  @Test
  void a_file_is_not_written_over_another_mapping() throws IOException {
    Path mapping = Files.writeString(folder.resolve("mine.yaml"), "about: mine\n");
    Done done = Shell.execute("map", SHEET, "--out", mapping.toString());
    assertThat(done.status()).isEqualTo(2);
    assertThat(done.err()).contains("--mapping " + mapping + " goes on from it");
    assertThat(Files.readString(mapping)).isEqualTo("about: mine\n");
  }

  @Test
  void a_file_that_is_no_table_of_showings_says_the_next_step() throws IOException {
    Path file = Files.writeString(folder.resolve("numbers.csv"), "a,b\n1,2\n");
    Shell.execute("map", file.toString()).fails("no columns have a date and a time of day");
    Path text = Files.writeString(folder.resolve("letter.txt"), "Dear cinema\n");
    Shell.execute("map", text.toString()).fails("neither JSON nor a table");
    Path xml = Files.writeString(folder.resolve("feed.xml"), "<?xml version=\"1.0\"?><shows/>\n");
    Shell.execute("map", xml.toString()).fails("feed.xml is XML");
    Path bytes = Files.write(folder.resolve("bytes.csv"), new byte[] {'a', ',', (byte) 0x81, '\n'});
    Shell.execute("map", bytes.toString()).fails("neither UTF-8 nor windows-1252");
  }

  @Test
  void a_column_that_is_not_there_is_wrong_usage_with_those_that_are() {
    Done done = Shell.execute("map", SHEET, "--set", "title=Titel");
    assertThat(done.status()).isEqualTo(2);
    assertThat(done.err()).contains("there is no column Titel; the columns are Day, Time, Film");
    assertThat(Shell.execute("map", SHEET, "--set", "colour=Film").err())
        .contains("the fields are startsAt, title");
    assertThat(Shell.execute("map", SHEET, "--set", "zone=Nowhere").err())
        .contains("as Europe/Berlin");
  }

  @Test
  void each_question_is_asked_until_its_answer_can_be_taken() throws Exception {
    FeedSource source = new FeedSource(List.of(new FilePart(Path.of(SHEET))), Instant.EPOCH, null);
    StringWriter shown = new StringWriter();
    Deque<String> answers =
        new ArrayDeque<>(
            List.of(
                "1", "Status:cancelled", "House", "GB", "=Elmet", "", "nowhere", "Europe/London"));
    MapOutput.Proposing proposing = said -> Proposal.of(source, said);
    Proposal done =
        new MapOutput(new PrintWriter(shown))
            .ask(StatedFields.NONE, proposing.with(StatedFields.NONE), proposing, answers::poll);
    assertThat(done.mapping())
        .contains("zone: Europe/London", "locality: {constant: Elmet}", "dayEnds: '06:00'")
        .doesNotContain("      postcode: ");
    assertThat(shown.toString()).contains("zone is a name of the IANA time-zone database");
    assertThat(answers).isEmpty();
  }
}
