package org.marquee;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Checks how the code of all modules reads (CONTRIBUTING.md, "How code reads").
@NullMarked
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CodeRulesTest {
  private static final int COPIED_LINES = 20;

  private final Map<String, List<String>> files = new HashMap<>();

  CodeRulesTest() throws IOException {
    files.putAll(sources("src/main/java"));
  }

  /// The lines of each source below a folder of each module, by its path there.
  private static Map<String, List<String>> sources(String folder) throws IOException {
    Map<String, List<String>> all = new HashMap<>();
    try (Stream<Path> modules = Files.list(Repository.path("server"))) {
      for (Path module : modules.toList()) {
        Path sources = module.resolve(folder);
        if (Files.isDirectory(sources)) {
          try (Stream<Path> found = Files.walk(sources)) {
            found
                .filter(file -> file.toString().endsWith(".java"))
                .forEach(file -> all.put(sources.relativize(file).toString(), lines(file)));
          }
        }
      }
    }
    return all;
  }

  @Test
  void a_file_has_fewer_than_300_lines() {
    assertThat(files).hasSizeGreaterThan(500);
    assertThat(files.entrySet().stream().filter(file -> file.getValue().size() >= 300))
        .extracting(Map.Entry::getKey)
        .isEmpty();
  }

  /// What others left on the machine, or took there, must not decide about a test (CONTRIBUTING.md,
  /// "Tests").
  @Test
  void no_test_uses_folders_of_the_machine_or_a_port_that_was_given_back() throws IOException {
    Pattern machine =
        Pattern.compile(
            "Path\\.of\\(\"/(var/)?tmp|getProperty\\(\"java\\.io\\.tmpdir|getenv\\(\"(HOME|TMPDIR)|int freePort");
    List<String> found = new ArrayList<>();
    sources("src/test/java")
        .forEach((name, lines) ->
            lines.stream()
                .filter(line -> machine.matcher(line).find())
                .forEach(line -> found.add(name + ": " + line.strip())));
    found.removeIf(each -> each.startsWith("org/marquee/CodeRulesTest")); // the rule itself
    assertThat(found).isEmpty();
  }

  /// What a killed process leaves in the temporary folder must be found by the next one.
  @Test
  void only_working_files_are_in_the_temporary_folder() {
    Pattern unnamed = Pattern.compile("createTemp(File|Directory)\\((\"|[A-Z_]+\\))");
    assertThat(
            files.entrySet().stream()
                .filter(file ->
                    file.getValue().stream().anyMatch(line -> unnamed.matcher(line).find())))
        .extracting(Map.Entry::getKey)
        .containsExactly("org/marquee/files/WorkFiles.java");
  }

  /// Package, imports, comments and empty lines count for nothing; indentation neither.
  @Test
  void no_twenty_lines_stand_twice() {
    Map<List<String>, String> seen = new HashMap<>();
    List<String> copies = new ArrayList<>();
    files.forEach((name, lines) -> {
      List<String> code = lines.stream().map(String::strip).filter(CodeRulesTest::isCode).toList();
      IntStream.rangeClosed(0, code.size() - COPIED_LINES)
          .forEach(from -> {
            String other = seen.putIfAbsent(code.subList(from, from + COPIED_LINES), name);
            if (other != null) {
              copies.add(name + " and " + other + ": " + code.get(from));
            }
          });
    });
    assertThat(copies).isEmpty();
  }

  private static boolean isCode(String line) {
    return !line.isEmpty()
        && !line.startsWith("//")
        && !line.startsWith("import ")
        && !line.startsWith("package ");
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
