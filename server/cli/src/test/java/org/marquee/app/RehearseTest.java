package org.marquee.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.JavaProcess;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.TestDatabase;

/// `rehearse`, which an installation runs with the settings of its operator.
@NullMarked
class RehearseTest {
  @Test
  void it_prints_a_line_and_the_sample_does_not_go_into_the_operators_own_database(
      @TempDir Path folder) throws Exception {
    TestDatabase database = MigratedDatabase.create();
    ProcessBuilder rehearse = JavaProcess.marquee(List.of("rehearse"));
    rehearse.environment().put("MARQUEE_DATABASE", database.url());
    Process process =
        rehearse.redirectErrorStream(true).redirectOutput(folder.resolve("out").toFile()).start();
    assertThat(process.waitFor()).isZero();
    // Java warns where it is started without the options of the launcher.
    assertThat(Files.readAllLines(folder.resolve("out")))
        .filteredOn(line -> !line.isEmpty() && !line.startsWith("WARNING: "))
        .containsExactly("The classes of a start are known now: later starts are faster.");
    Shell shell = new Shell(folder.resolve("home"), database);
    assertThat(shell.run("status").succeeds().out()).contains("Nothing has been imported yet");
  }
}
