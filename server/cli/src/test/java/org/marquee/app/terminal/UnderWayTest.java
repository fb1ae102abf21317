package org.marquee.app.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class UnderWayTest {
  @Test
  void a_step_is_named_at_once_and_again_for_as_long_as_it_takes() throws IOException {
    PipedOutputStream lines = new PipedOutputStream();
    try (BufferedReader read =
            new BufferedReader(
                // With room: one that is full would hold up who writes, and with it the next step.
                new InputStreamReader(new PipedInputStream(lines, 1 << 20), UTF_8));
        UnderWay underWay =
            new UnderWay(new PrintStream(lines, true, UTF_8), Duration.ofMillis(20))) {
      underWay.step("making the database");
      assertThat(read.readLine()).isEqualTo("marquee: making the database…");
      assertThat(read.readLine()).matches("marquee: still making the database… \\(\\d+ s .*");
      underWay.step("importing");
      String line = read.readLine();
      while (line.contains("database")) {
        line = read.readLine();
      }
      assertThat(line).isEqualTo("marquee: importing…");
      assertThat(read.readLine()).startsWith("marquee: still importing…");
    }
  }
}
