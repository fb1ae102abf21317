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
