package org.marquee;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/// How long each class of tests took when it ran last, in a file of the build: a line for each
/// class, its milliseconds and its simple name. Without the file, as in a new clone, nothing is
/// known.
final class ClassTimes {
  private static final Path FILE = Repository.path("server/target/test-times.txt");

  private static final int LISTED = 15;
  private static final long SLOW_MILLIS = 2_000;

  private ClassTimes() {}

  /// Milliseconds by the simple name of the class.
  static Map<String, Long> read() {
    Map<String, Long> millis = new TreeMap<>();
    try {
      for (String line : Files.readAllLines(FILE)) {
        String[] words = line.split(" ", 2);
        millis.put(words[1], Long.valueOf(words[0]));
      }
    } catch (NoSuchFileException _) {
      return millis;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return millis;
  }

  /// The slowest of these classes as lines, the slowest first; empty if none is slow.
  static String slowest(Map<String, Long> millis) {
    String lines =
        millis.entrySet().stream()
            .filter(each -> each.getValue() >= SLOW_MILLIS)
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .limit(LISTED)
            .map(each -> "%6.1f s  %s\n".formatted(each.getValue() / 1e3, each.getKey()))
            .collect(joining());
    return lines.isEmpty() ? "" : "Slowest test classes:\n" + lines;
  }

  /// Replaces the times of these classes, and keeps those of the others.
  static void update(Map<String, Long> latest) {
    Map<String, Long> all = read();
    all.putAll(latest);
    String text =
        all.entrySet().stream()
            .map(each -> each.getValue() + " " + each.getKey() + "\n")
            .collect(joining());
    try {
      Files.createDirectories(FILE.getParent());
      // Another run may read the file meanwhile.
      Path written = Files.writeString(Files.createTempFile(FILE.getParent(), "times", ""), text);
      Files.move(written, FILE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
