package org.marquee.app.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.app.Shell;
import org.marquee.app.Showbill;
import org.marquee.store.sql.MigratedDatabase;

/// `status` as it is typed.
@NullMarked
class StatusCommandTest {
  private Shell shell = new Shell(Path.of(""));

  @BeforeEach
  void open(@TempDir Path home) {
    shell = new Shell(home, MigratedDatabase.create());
  }

  @Test
  void status_can_be_checked_by_a_script() throws Exception {
    Path feed = new Showbill("astra").showtimes(3).write(shell.home().resolve("astra.ndjson"));
    shell.run("organization", "create", "a").succeeds();
    shell.run("status", "--check").succeeds();
    shell.run("ingest", feed.toString(), "--provider", "astra").succeeds();
    assertThat(shell.run("status").succeeds().out()).contains("the last feed is", "(limit 2 days)");
    assertThat(shell.run("status", "--check").status()).isEqualTo(1);
    shell.run("ingest", feed.toString(), "--provider", "house").succeeds();
    Files.writeString(
        shell.home().resolve("providers.yaml"),
        "providers:\n  - name: astra\n    files: astra.ndjson\n    renewed: never\n");
    shell.run("ingest", feed.toString(), "--provider", "astra").succeeds();
    assertThat(shell.run("status", "--json").succeeds().out()).doesNotContain("\"stale\"");
  }
}
