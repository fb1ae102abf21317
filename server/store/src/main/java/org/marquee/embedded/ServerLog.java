package org.marquee.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the server of a home wrote into its log from some moment on.
///
/// @param file the log
/// @param begin how long it was then, in bytes
record ServerLog(Path file, long begin) {
  private static final String DISK_FULL = "No space left on device";

  /// So much is read; a server in trouble logs that at once.
  private static final int MOST = 1 << 20;

  /// What ends the connections of all: a panic, or that one of its processes was killed.
  private static final Pattern TROUBLE =
      Pattern.compile("(?m)^.* (?:PANIC:  .*|LOG:  .* was terminated by signal .*)$");

  /// All that it writes from now on.
  static ServerLog from(Path folder) {
    Path file = in(folder);
    return new ServerLog(file, file.toFile().length());
  }

  static Path in(Path folder) {
    return folder.resolve("server.log");
  }

  /// The first serious fault in the log, if any: it causes the others.
  Optional<String> trouble() {
    try {
      Matcher found = TROUBLE.matcher(text());
      return found.find() ? Optional.of(message(found.group())) : Optional.empty();
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private String text() throws IOException {
    try (InputStream log = Files.newInputStream(file)) {
      // A log that is shorter now was begun anew.
      log.skipNBytes(Files.size(file) < begin ? 0 : begin);
      return new String(log.readNBytes(MOST), UTF_8);
    }
  }

  /// The last lines, in words first where the disk is full.
  static String end(Path folder) throws IOException {
    List<String> lines = Files.readAllLines(in(folder), UTF_8);
    String end = String.join("\n", lines.subList(Math.max(0, lines.size() - 12), lines.size()));
    return end.contains(DISK_FULL) ? "the disk is full\n" + end : end;
  }

  private static String message(String line) {
    String words = line.replaceFirst("^.*? (?:PANIC|LOG):  ", "");
    return words.contains(DISK_FULL) ? "the disk is full: " + words : words;
  }
}
