package org.marquee;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/// The jar has the licence of everything that is in it (`META-INF/licenses/INDEX.txt`).
@NullMarked
class LicensesTest {
  private static final Path RESOURCES = Repository.path("server/cli/src/main/resources/META-INF");
  private static final Path FOLDER = RESOURCES.resolve("licenses");

  /// Libraries of tests and of the compiler. All others on the class path are in the jar.
  private static final Set<String> NOT_IN_THE_JAR =
      Set.of(
          "com.apicatalog",
          "com.ethlo.time",
          "com.github.mangstadt",
          "com.networknt",
          "com.standardwebhooks",
          "com.tngtech.archunit",
          "jakarta.json",
          "net.bytebuddy",
          "net.sf.biweekly",
          "org.apiguardian",
          "org.assertj",
          "org.checkerframework",
          "org.eclipse.parsson",
          "org.opentest4j",
          "tools.jackson.dataformat");

  /// `…/repository/GROUP/ARTIFACT/VERSION/ARTIFACT-….jar`
  private static final Pattern JAR =
      Pattern.compile(".*/repository/(.+)/([^/]+)/[^/]+/\\2-[^/]+\\.jar!?.*");

  private record Work(String name, List<String> texts) {
    boolean covers(String group, String artifact) {
      return name.equals(group) || name.equals(group + ":" + artifact);
    }
  }

  private static List<Work> works() throws IOException {
    return Files.readAllLines(FOLDER.resolve("INDEX.txt")).stream()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split(" \\| ", -1))
        .map(parts -> new Work(parts[0], List.of(parts[2].split(" ", -1))))
        .toList();
  }

  /// A new dependency fails here until its licence is known.
  @Test
  void each_library_in_the_jar_has_a_licence_and_no_licence_is_left_over() throws IOException {
    List<Work> works = works();
    Set<String> without = new TreeSet<>();
    Set<String> used = new TreeSet<>();
    var manifests =
        LicensesTest.class.getClassLoader().getResources("META-INF/MANIFEST.MF").asIterator();
    while (manifests.hasNext()) {
      Matcher jar = JAR.matcher(manifests.next().toString());
      if (!jar.matches()) {
        continue;
      }
      String group = jar.group(1).replace('/', '.');
      if (group.startsWith("org.junit")
          || group.startsWith("org.apache.maven.")
          || NOT_IN_THE_JAR.contains(group)) {
        continue;
      }
      List<Work> found = works.stream().filter(work -> work.covers(group, jar.group(2))).toList();
      found.forEach(work -> used.add(work.name()));
      if (found.isEmpty()) {
        without.add(group + ":" + jar.group(2));
      }
    }
    assertThat(without).as("add these to META-INF/licenses/INDEX.txt").isEmpty();
    assertThat(works)
        .filteredOn(work -> !work.name().startsWith("native "))
        .extracting(Work::name)
        .containsExactlyInAnyOrderElementsOf(used);
  }

  @Test
  void each_text_is_there_and_is_needed() throws IOException {
    Set<String> named = new TreeSet<>(Set.of("INDEX.txt"));
    works().forEach(work -> named.addAll(work.texts()));
    try (var files = Files.list(FOLDER)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(named);
    }
    for (String text : named) {
      assertThat(FOLDER.resolve(text)).isNotEmptyFile();
    }
  }

  @Test
  void our_own_licence_is_that_of_the_repository() {
    assertThat(Repository.path("LICENSE"))
        .content()
        .contains("Apache License")
        .contains("Version 2.0");
    assertThat(Repository.path("NOTICE")).content().contains("META-INF/licenses/INDEX.txt");
  }
}
