package org.marquee.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;

/// What became of a short-lived program: its exit status and all it wrote.
record Command(int status, String output) {

  /// Runs a program to its end, with nothing to read.
  ///
  /// @throws IOException if it cannot be started
  static Command run(List<String> words) throws IOException {
    Process process =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"))
            .start();
    try {
      String output = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      return new Command(process.waitFor(), output);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while running " + words.getFirst());
    }
  }

  boolean succeeded() {
    return status == 0;
  }

  /// Whether a program of this name stands on the `PATH`.
  static boolean exists(String name) throws IOException {
    return run(List.of("sh", "-c", "command -v \"$1\"", "sh", name)).succeeded();
  }
}
