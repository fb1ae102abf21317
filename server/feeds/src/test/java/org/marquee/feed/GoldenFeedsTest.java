package org.marquee.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.marquee.GoldenFile;
import org.marquee.Repository;
import org.marquee.feed.detection.Formats;
import org.marquee.feed.mapped.MappedReader;
import org.marquee.feed.member.CinemaFile;

/// Each folder of a format below `feeds` is a case: the files of a feed, the operator's description
/// of its cinema where it needs one, and the records and notices found. A case of `mapped` has a
/// mapping, or is called like one that comes with Marquee, alone or before a comma.
@NullMarked
class GoldenFeedsTest {
  private static final Path FEEDS = Repository.path("server/feeds/src/test/resources/feeds");
  private static final Set<String> NO_INPUT = Set.of("expected.txt", "cinema.json", "mapping.yaml");

  record Case(String format, FeedReader reader, Path folder) {
    List<FeedSource.Part> parts() throws IOException {
      try (Stream<Path> files = Files.list(folder)) {
        return files
            .filter(file -> !NO_INPUT.contains(file.getFileName().toString()))
            .sorted()
            .map(file -> (FeedSource.Part) new FilePart(file))
            .toList();
      }
    }

    @Override
    public String toString() {
      return format + "/" + folder.getFileName();
    }
  }

  static List<Case> cases() throws IOException {
    List<Case> cases = new ArrayList<>();
    for (String format :
        List.of("marquee", "clusterflick", "ocapi", "schema-org", "icalendar", "mapped")) {
      try (Stream<Path> folders = Files.list(FEEDS.resolve(format))) {
        for (Path folder : folders.filter(Files::isDirectory).sorted().toList()) {
          cases.add(new Case(format, reader(format, folder), folder));
        }
      }
    }
    return cases;
  }

  private static FeedReader reader(String format, Path folder) throws IOException {
    Path mapping = folder.resolve("mapping.yaml");
    String name =
        format.equals("mapped") ? folder.getFileName().toString().replaceFirst(",.*", "") : format;
    return Files.exists(mapping) ? MappedReader.of(mapping) : Formats.find(name).orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void a_feed_is_read_as_its_folder_says(Case each) throws IOException {
    Path described = each.folder().resolve("cinema.json");
    FeedRecord.@Nullable Cinema cinema =
        Files.exists(described) ? CinemaFile.read(described).cinema() : null;
    Findings findings = Findings.of(each.reader(), cinema, each.parts());
    GoldenFile.compare(each.folder().resolve("expected.txt"), findings.toString());
    assertThat(findings.numbers()).hasSize(findings.lines()).doesNotHaveDuplicates();
    if (Set.of("ocapi", "schema-org", "icalendar").contains(each.format())) {
      for (FeedSource.Part part : each.parts()) {
        assertThat(each.reader().recognise(FeedHead.of(part)).isSureEnough())
            .as(part.name())
            .isTrue();
      }
    }
  }

  @Test
  void every_ready_mapping_has_a_case() throws IOException {
    assertThat(cases())
        .extracting(each -> each.folder().getFileName().toString())
        .containsAll(MappedReader.READY);
  }
}
