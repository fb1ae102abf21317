package org.marquee.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.marquee.GoldenFile;
import org.marquee.Repository;
import org.marquee.feed.icalendar.ICalendarReader;
import org.marquee.feed.member.CinemaFile;
import org.marquee.feed.ocapi.OcapiReader;
import org.marquee.feed.schemaorg.SchemaOrgReader;

/// Each folder of a format below `feeds` is a case: the files of a feed, the operator's description
/// of its cinema, and the records and notices found.
@NullMarked
class DocumentGoldenTest {
  private static final Path FEEDS = Repository.path("server/feeds/src/test/resources/feeds");
  private static final List<FeedReader> READERS =
      List.of(new OcapiReader(), new SchemaOrgReader(), new ICalendarReader());

  record Case(FeedReader reader, Path folder) {
    @Override
    public String toString() {
      return reader.format() + "/" + folder.getFileName();
    }
  }

  static List<Case> cases() throws IOException {
    List<Case> cases = new ArrayList<>();
    for (FeedReader reader : READERS) {
      try (Stream<Path> folders = Files.list(FEEDS.resolve(reader.format()))) {
        folders
            .filter(Files::isDirectory)
            .sorted()
            .forEach(folder -> cases.add(new Case(reader, folder)));
      }
    }
    return cases;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void a_feed_is_read_as_its_folder_says(Case each) throws IOException {
    Path described = each.folder().resolve("cinema.json");
    FeedRecord.@Nullable Cinema cinema =
        Files.exists(described) ? CinemaFile.read(described).cinema() : null;
    Findings findings = Findings.of(each.reader(), cinema, parts(each.folder()));
    GoldenFile.compare(each.folder().resolve("expected.txt"), findings.toString());
    for (int line = 1; line <= findings.lines(); line++) {
      String number = line + ": ";
      assertThat(findings.log)
          .as("each line has one result")
          .filteredOn(told -> told.startsWith(number))
          .hasSize(1);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void every_file_of_a_feed_tells_its_format(Case each) throws IOException {
    for (FeedSource.Part part : parts(each.folder())) {
      assertThat(each.reader().recognise(FeedHead.of(part)).isSureEnough())
          .as(part.name())
          .isTrue();
    }
  }

  private static List<FeedSource.Part> parts(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> !file.endsWith("expected.txt") && !file.endsWith("cinema.json"))
          .sorted()
          .map(file -> (FeedSource.Part) new FilePart(file))
          .toList();
    }
  }
}
