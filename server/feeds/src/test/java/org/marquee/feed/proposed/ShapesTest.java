package org.marquee.feed.proposed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.GoldenFile;
import org.marquee.Repository;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FilePart;

/// Files of many shapes, with what is read from each by the mapping that is proposed for it.
@NullMarked
class ShapesTest {
  private static final Path FOLDER =
      Repository.path("server/feeds/src/test/resources/feeds/proposed");

  /// What a person has to say of a file, if anything; a cinema that a file does not name, first.
  private static final Map<String, List<String>> CORRECTIONS =
      Map.of(
          "dates-across.csv", List.of("cinema==Rex"),
          "times-across.csv", List.of("cinema==Rex"),
          "words.csv", List.of("cinema==Rex"));

  @Test
  void each_file_is_read_as_a_person_would_read_it() throws Exception {
    StringBuilder told = new StringBuilder();
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file : files.filter(file -> !file.toString().endsWith(".txt")).sorted().toList()) {
        told.append(told(file));
      }
    }
    GoldenFile.compare(FOLDER.resolve("expected.txt"), told.toString());
    assertThat(CORRECTIONS.values()).allMatch(corrections -> corrections.size() < 2);
  }

  @Test
  void dates_without_a_year_are_of_this_year_and_unsure(@TempDir Path folder) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("sheet.csv"),
            "Titre;24.11.;25.11.\nPlaytime;14h, 16h30, 20h45;-\nParasite;18h;20h\n");
    FeedSource.Part part = new FilePart(file);
    Proposal proposal = Proposal.of(part, Corrections.NONE, null);
    FirstRecords records =
        FirstRecords.of(proposal.mapping(), new FeedSource(List.of(part), Instant.EPOCH, null));
    int year = LocalDate.now(ZoneOffset.UTC).getYear();
    assertThat(records.first().stream().map(FirstRecords.Shown::start))
        .contains(LocalDateTime.of(year, 11, 24, 20, 45), LocalDateTime.of(year, 11, 25, 20, 0))
        .hasSize(5);
    assertThat(proposal.unsure().stream().map(Choice::field)).contains("startsAt");
  }

  /// Names that took minutes, or more of the stack than there is.
  @Test
  void names_of_any_length_are_looked_at_once(@TempDir Path folder) throws Exception {
    String digits = "1".repeat(60_000);
    String shows = "[{\"title\":\"Ran\",\"start\":\"2026-11-25T20:00\"}]";
    for (String name : List.of(digits + "!", digits, "a: ".repeat(20_000))) {
      Path file =
          Files.writeString(
              folder.resolve("names.json"),
              "{\"%s\":%s,\"%s2\":%s}".formatted(name, shows, name, shows));
      Proposal proposal = Proposal.of(new FilePart(file), Corrections.NONE, null);
      assertThat(proposal.mapping()).contains("startsAt");
    }
  }

  private static String told(Path file) throws IOException, Corrections.InvalidCorrection {
    List<String> corrections =
        CORRECTIONS.getOrDefault(String.valueOf(file.getFileName()), List.of());
    Corrections said = Corrections.NONE;
    for (String each : corrections) {
      said = said.with(each);
    }
    FeedSource source = new FeedSource(List.of(new FilePart(file)), Instant.EPOCH, null);
    Proposal proposal = Proposal.of(source.parts().getFirst(), said, null);
    FirstRecords records = FirstRecords.of(proposal.mapping(), source);
    return file.getFileName()
        + (corrections.isEmpty() ? "" : ", with " + String.join(" and ", corrections))
        + "\n"
        + records.first().stream().map(ShapesTest::line).collect(Collectors.joining())
        + "  unsure: "
        + proposal.unsure().stream().map(Choice::field).collect(Collectors.joining(", "))
        + "\n  "
        + records.published()
        + " of "
        + records.showtimes()
        + " published, "
        + records.refused()
        + " refused "
        + records.reasons().keySet()
        + "\n\n";
  }

  private static String line(FirstRecords.Shown shown) {
    return "  "
        + shown.start()
        + " "
        + shown.zone()
        + " | "
        + shown.title()
        + " | "
        + shown.cinema()
        + " | "
        + shown.screen()
        + " | "
        + String.join(" ", shown.attributes())
        + "\n";
  }
}
