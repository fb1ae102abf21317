package org.marquee.feed.proposed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.GoldenFile;
import org.marquee.Repository;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FilePart;

/// Small files of many shapes: what is asked of each, and what is read from it once that is
/// answered. Each is right or asked, never wrong in silence.
@NullMarked
class ShapesTest {
  private static final Path FOLDER =
      Repository.path("server/feeds/src/test/resources/feeds/proposed");

  /// Answers to where the cinemas are, which nearly every file needs.
  private static final List<String> PLACE =
      List.of("zone=Europe/London", "countryCode=GB", "locality==Leeds", "postcode==LS1 4AA");

  /// Files and the other answers to their questions.
  private static final List<String> ANSWERS =
      """
      after-midnight.csv | dayEnds=06:00
      branches.csv | cinemaId=cinema+branch
      cancelled.csv | without=status:cancelled
      dutch.csv | cinema==Rex
      films-with-shows.json | cinema==Rex
      five-towns.csv | locality=town | cinemaId=cinema+town
      format-as-title.csv | title=titel
      german.csv | locality=Ort
      halves.csv |
      italian.csv | startsAt=spettacolo+orari | times=list
      kinds.json | only=type:movie
      list-of-starts.json |
      merged-cells.csv | title=film
      millis.ndjson | startsAt=showing.at | cinema=where.name
      month-first.csv | order=month-first
      name-alone.json | title=name | cinema=location
      nested.json | startsAt=date_heure
      no-halves.csv | times=list | hours=pm
      no-header.csv | startsAt=column 1 | title=column 2 | cinema=column 3 | screenName=column 4
      offsets.json |
      open-order.csv | order=day-first
      positions.json | cinemaId=cinema.name+cinema.lat
      ranges.csv | times=range
      screens-as-cinemas.csv | cinema==Rex | screenName=Kino
      seconds.csv | startsAt=start_ts
      short-halves.csv | hours=ap
      tbc.csv | startsAt=date+time
      two-digit-years.csv | order=day-first
      two-starts.csv | startsAt=main feature
      utc.json |
      whole-address.csv | cinema==Babylon
      windows.csv | encoding=windows-1252
      words.csv | cinema==Rex
      """
          .lines()
          .toList();

  @TempDir Path folder = Path.of("");

  @Test
  void a_row_far_down_that_is_written_otherwise_is_asked() throws Exception {
    String rows = "Ran,Rex,2026-11-25T20:00\n".repeat(50_000) + "Ran,Rex,2026-11-26T20:00Z\n";
    Path file = Files.writeString(folder.resolve("long.csv"), "film,cinema,start\n" + rows);
    FeedSource source = new FeedSource(List.of(new FilePart(file)), Instant.EPOCH, null);
    assertThat(Proposal.of(source, StatedFields.NONE).questions())
        .extracting(Choice::line)
        .anyMatch(line -> line.startsWith("? startsAt: start: 2026-11-26T20:00Z not written"));
  }

  @Test
  void rows_that_were_not_looked_at_are_asked_until_that_is_accepted() throws Exception {
    FeedSource source =
        new FeedSource(List.of(new FilePart(FOLDER.resolve("german.csv"))), Instant.EPOCH, null);
    Choice asked = Proposal.of(source, StatedFields.NONE, 50, true).questions().getFirst();
    assertThat(asked.why()).startsWith("only the first 1 of 4 rows were looked at");
    StatedFields accepted = StatedFields.NONE.with("lookedAt=1");
    assertThat(Proposal.of(source, accepted, 50, true).questions()).doesNotContain(asked);
  }

  @Test
  void a_start_without_a_zone_beside_it_is_compared_with_the_zone_of_the_file() throws Exception {
    String rows =
        """
        film,cinema,start,timezone
        Ran,Rex,2026-11-25T20:00+01:00,Europe/Berlin
        Ran,Roxy,2026-11-25T20:00+05:00,
        """;
    Path file = Files.writeString(folder.resolve("zones.csv"), rows);
    FeedSource source = new FeedSource(List.of(new FilePart(file)), Instant.EPOCH, null);
    Proposal proposal = Proposal.of(source, StatedFields.NONE.with("zone=Europe/London"));
    assertThat(proposal.mapping()).contains("\nzone: Europe/London\n", "timeZone: timezone\n");
    assertThat(proposal.questions())
        .extracting(Choice::why)
        .anyMatch(
            why -> why.startsWith("2026-11-25T20:00+05:00: Europe/London has another offset then"));
  }

  @Test
  void a_column_called_like_a_detail_is_offered_and_becomes_one_when_stated() throws Exception {
    FeedSource source =
        new FeedSource(List.of(new FilePart(FOLDER.resolve("details.csv"))), Instant.EPOCH, null);
    assertThat(Proposal.of(source, StatedFields.NONE).mapping().lines().map(String::strip))
        .contains(
            "# details.endsAt: Ende # perhaps: 24.11.2026 22:45",
            "# details.version.spoken: Sprache # perhaps: Deutsch",
            "# details.version.subtitles: Untertitel # perhaps: Englisch",
            "# details.formats: Format # perhaps: 35 mm",
            "# details.price.from: Preis # perhaps: 9,50",
            "# details.availability.status: Ausverkauft # perhaps: nein")
        .noneMatch(line -> line.startsWith("details.") || line.startsWith("certification"));
    StatedFields said = StatedFields.NONE.with("details.price.from=Preis");
    assertThat(Proposal.of(source, said).mapping()).contains("      details.price.from: Preis\n");
  }

  @Test
  void each_file_is_right_or_asked() throws Exception {
    StringBuilder told = new StringBuilder();
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file : files.filter(file -> !file.toString().endsWith(".txt")).sorted().toList()) {
        FeedSource source = new FeedSource(List.of(new FilePart(file)), Instant.EPOCH, null);
        told.append(file.getFileName()).append('\n');
        Proposal proposal = Proposal.of(source, StatedFields.NONE);
        tell(proposal, told);
        List<String> answers = answers(String.valueOf(file.getFileName()));
        if (!answers.isEmpty()) {
          told.append("  answered\n");
          try {
            tell(answered(source, proposal, answers), told);
          } catch (StatedFields.InvalidStatement e) {
            told.append("  ").append(e.getMessage()).append('\n');
          }
        }
        told.append('\n');
      }
    }
    GoldenFile.compare(FOLDER.resolve("expected.txt"), told.toString());
  }

  private static List<String> answers(String file) {
    return ANSWERS.stream()
        .filter(line -> line.startsWith(file + " |"))
        .flatMap(line -> Stream.of(line.split(" ?[|] ?", -1)).skip(1))
        .filter(answer -> !answer.isBlank())
        .toList();
  }

  /// The answers, and those to where the cinemas are as far as that is asked.
  private static Proposal answered(FeedSource source, Proposal first, List<String> answers)
      throws IOException, StatedFields.InvalidStatement {
    StatedFields said = StatedFields.NONE;
    List<String> all = new ArrayList<>(answers);
    PLACE.stream()
        .filter(answer ->
            first.questions().stream()
                .anyMatch(question -> answer.startsWith(question.field() + "=")))
        .filter(answer ->
            answers.stream()
                .noneMatch(own -> own.startsWith(answer.substring(0, answer.indexOf('=') + 1))))
        .forEach(all::add);
    for (String each : all) {
      said = said.with(each);
    }
    return Proposal.of(source, said);
  }

  private static void tell(Proposal proposal, StringBuilder told) {
    proposal
        .questions()
        .forEach(question -> told.append("  ").append(question.line()).append('\n'));
    proposal
        .records()
        .first()
        .forEach(shown -> told.append("  ").append(shown.line()).append('\n'));
    if (proposal.fault() != null) {
      told.append("  fault: ").append(proposal.fault()).append('\n');
    }
    proposal
        .records()
        .reasons()
        .forEach(
            (why, count) -> told.append("  ").append(count).append(": ").append(why).append('\n'));
    assertThat(proposal.questions().isEmpty() && proposal.records().showtimes() == 0).isFalse();
  }
}
