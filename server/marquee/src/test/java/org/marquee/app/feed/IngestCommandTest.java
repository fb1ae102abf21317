package org.marquee.app.feed;

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

/// `ingest` as it is typed.
@NullMarked
class IngestCommandTest {
  private Shell shell = new Shell(Path.of(""));

  @BeforeEach
  void open(@TempDir Path home) {
    shell = new Shell(home, MigratedDatabase.create());
  }

  @Test
  void a_summary_fits_a_terminal() throws Exception {
    Path feed = new Showbill("wide").showtimes(3).write(shell.home().resolve("wide.ndjson"));
    Shell.Done done = shell.run("ingest", feed.toString(), "--provider", "wide").succeeds();
    // The first line states what readers will see.
    assertThat(done.out().lines().skip(1)).isNotEmpty().allMatch(each -> each.length() <= 80);
    assertThat(done.out()).containsPattern("showtime").containsPattern("added +");
  }

  @Test
  void a_folder_for_reports_that_cannot_be_made_is_reported_before_the_import() throws Exception {
    Files.writeString(shell.home().resolve("reports"), "in the way");
    Path feed = new Showbill("ufa").showtimes(3).write(shell.home().resolve("ufa.ndjson"));
    shell.run("ingest", feed.toString(), "--provider", "ufa").fails("exists and is not a folder");
    assertThat(shell.stored()).isEmpty();
  }
}
