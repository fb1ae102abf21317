package org.marquee.feed.marquee;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.marquee.GoldenFile;
import org.marquee.Repository;
import org.marquee.feed.FilePart;
import org.marquee.feed.Findings;

/// Each folder of `feeds/marquee` is a case: an input, and what is found in it.
@NullMarked
class MarqueeGoldenTest {
  private static final Path CASES =
      Repository.path("server/feeds/src/test/resources/feeds/marquee");

  static List<String> cases() throws IOException {
    try (Stream<Path> folders = Files.list(CASES)) {
      return folders.map(folder -> folder.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void a_feed_is_read_as_its_folder_says(String name) throws IOException {
    Path folder = CASES.resolve(name);
    Findings findings =
        Findings.of(
            new MarqueeReader(), null, List.of(new FilePart(folder.resolve("input.ndjson"))));
    GoldenFile.compare(folder.resolve("expected.txt"), findings.toString());
  }

  @Test
  void there_are_cases() throws IOException {
    assertThat(cases()).hasSizeGreaterThan(5);
  }
}
