package org.marquee.feed.mapped;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.marquee.GoldenFile;
import org.marquee.Repository;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FilePart;
import org.marquee.feed.Findings;
import org.marquee.feed.member.CinemaFile;

/// Each folder of `feeds/mapped` is a case: an input of one file or more, a mapping unless the
/// folder is called like one that comes with Marquee, alone or before a comma, a cinema file where
/// the feed needs one, and what is found.
@NullMarked
class MappedGoldenTest {
  private static final Path CASES = Repository.path("server/feeds/src/test/resources/feeds/mapped");

  static List<String> cases() throws IOException {
    try (Stream<Path> folders = Files.list(CASES)) {
      return folders
          .filter(Files::isDirectory)
          .map(folder -> folder.getFileName().toString())
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void a_feed_is_read_as_its_folder_says(String name) throws IOException {
    Path folder = CASES.resolve(name);
    Path cinema = folder.resolve("cinema.json");
    FeedRecord.@Nullable Cinema venue =
        Files.exists(cinema) ? CinemaFile.read(cinema).cinema() : null;
    List<FeedSource.Part> parts = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      files
          .filter(file -> file.getFileName().toString().startsWith("input"))
          .sorted()
          .forEach(file -> parts.add(new FilePart(file)));
    }
    Findings findings = Findings.of(reader(name, folder), venue, parts);
    GoldenFile.compare(folder.resolve("expected.txt"), findings.toString());
  }

  private static FeedReader reader(String name, Path folder) throws IOException {
    Path mapping = folder.resolve("mapping.yaml");
    return Files.exists(mapping)
        ? MappedReader.of(mapping)
        : Ready.reader(name.replaceFirst(",.*", ""));
  }

  @Test
  void every_ready_mapping_has_a_case() throws IOException {
    assertThat(cases()).containsAll(Ready.names());
  }
}
