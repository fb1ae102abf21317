package org.marquee.feed.schemaorg;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.marquee.feed.CinemaFile;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FilePart;
import org.marquee.feed.Findings;
import org.marquee.feed.GoldenFile;

/// Each folder of `feeds/schema-org` is a case: the files of a feed, the cinema that the operator
/// describes if there is a `cinema.json`, and what is found in them.
@NullMarked
class SchemaOrgGoldenTest {
  private static final Path CASES = Path.of("src/test/resources/feeds/schema-org");

  private static final Pattern COVERED = Pattern.compile("cinemas=\\[([^\\]]*)]");

  static List<String> cases() throws IOException {
    try (Stream<Path> folders = Files.list(CASES)) {
      return folders.map(folder -> folder.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void a_feed_is_read_as_its_folder_says(String name) throws IOException {
    Path folder = CASES.resolve(name);
    Path described = folder.resolve("cinema.json");
    FeedRecord.@Nullable Cinema cinema =
        Files.exists(described) ? CinemaFile.read(described).cinema() : null;
    Findings findings = Findings.of(new SchemaOrgReader(), cinema, files(folder));
    GoldenFile.compare(folder.resolve("expected.txt"), inOrder(findings.toString()));
  }

  /// The header's cinemas are a set, and come in any order.
  private static String inOrder(String found) {
    return COVERED
        .matcher(found)
        .replaceFirst(cinemas ->
            Matcher.quoteReplacement(
                Stream.of(cinemas.group(1).split(", "))
                    .sorted()
                    .collect(Collectors.joining(", ", "cinemas=[", "]"))));
  }

  private static List<FeedSource.Part> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("input"))
          .sorted()
          .<FeedSource.Part>map(FilePart::new)
          .toList();
    }
  }

  @Test
  void there_are_cases() throws IOException {
    assertThat(cases()).hasSizeGreaterThan(8);
  }
}
