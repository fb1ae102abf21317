package org.marquee.app.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.JavaProcess;
import org.marquee.app.Shell;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.TestDatabase;

/// Settings that change while the service runs (docs/configuration.md).
@NullMarked
class SettingsWatchTest {
  @TempDir private Path home = Path.of("");

  private void write(String... lines) throws IOException {
    // A file is put in the place of the other one, as editors do.
    Path next = Files.write(home.resolve("next"), List.of(lines));
    Files.move(next, home.resolve("marquee.yaml"), REPLACE_EXISTING);
  }

  @Test
  void a_service_takes_over_what_it_can_and_says_what_waits_for_the_next_start() throws Exception {
    TestDatabase database = MigratedDatabase.create();
    String[] fixed = {"port: 0", "ops-port: 0", "bind: 127.0.0.1", "database: " + database.url()};
    write(fixed);
    Process process =
        JavaProcess.marquee(List.of("serve", "--home", home.toString(), "--keep-audit", "9d"))
            .redirectOutput(home.resolve("out").toFile())
            .start();
    try (BufferedReader log =
        new BufferedReader(new InputStreamReader(process.getErrorStream(), UTF_8))) {
      await(log, "settings of " + home.resolve("marquee.yaml"));
      await(log, "\"serving\"");

      write(
          Shell.words(fixed, "keep-input: 3d", "log-level: debug", "title: Lux", "keep-audit: 1d"));
      assertThat(await(log, "again; changed")).contains("keep-input, log-level\"");
      assertThat(await(log, "at the next start changes")).contains(": title\"");

      write(Shell.words(fixed, "keep-input: 3d", "log-level: loud", "titel: Lux"));
      await(log, "the settings stay as they are: ");
      assertThat(await(log, "the settings stay as they are: ")).contains("Did you mean title?");

      // Nothing more is logged, not even this.
      write(Shell.words(fixed, "log-level: error", "keep-input: 3d"));
      write(Shell.words(fixed, "log-level: info", "keep-input: 3d"));
      await(log, "again; changed");
    } finally {
      process.destroyForcibly();
    }
  }

  private static String await(BufferedReader log, String part) throws IOException {
    String line = log.readLine();
    while (line != null && !line.contains(part)) {
      line = log.readLine();
    }
    assertThat(line).as(part).isNotNull();
    return String.valueOf(line);
  }
}
