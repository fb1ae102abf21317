package org.marquee.app.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.app.Shell;
import org.marquee.app.Showbill;
import org.marquee.store.sql.MigratedDatabase;
import tools.jackson.databind.JsonNode;

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
    assertThat(done.out().lines()).hasSize(2);
  }

  @Test
  void a_source_whose_showtimes_are_refused_does_not_look_healthy() throws Exception {
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    Instant before = now.minus(1, ChronoUnit.DAYS);
    assertThat(take(new Showbill("rex").takenAt(before).upcoming()).status()).isZero();
    Showbill refused = refused(new Showbill("rex").takenAt(now.minusSeconds(60)), 2);
    Shell.Done done = take(refused);
    assertThat(done.status()).isEqualTo(1);
    assertThat(done.err()).contains("marquee: showtimes read: 2, published: none");
    assertThat(done.out()).contains("imported as revision");
    JsonNode source = shell.run("status", "--json").only("provider", "rex");
    assertThat(source.get("observedAt").asString()).isEqualTo(before.toString());
    assertThat(source.at("/lastImport/result").asString()).isEqualTo("applied");
    assertThat(source.get("alarms").findValuesAsString("code"))
        .containsExactly("showtimes_refused", "nothing_ahead");
    assertThat(source.get("alarms").findValuesAsString("message").toString())
        .contains("MEMBER_MISSING: 2 of 2", "none of the 2 that its feed lists", "line 4")
        .doesNotContain("lists none", "provider remove");
    assertThat(shell.run("status", "--check").status()).isEqualTo(1);
    String run = source.at("/lastImport/run").asString();
    Shell.Done again = shell.run("replay", run);
    assertThat(again.status()).as(again.out() + again.err()).isEqualTo(1);

    // A tenth is no alarm, and more of them is.
    Showbill mended = new Showbill("rex").takenAt(now).upcoming().showtimes(8);
    take(refused(mended, 1)).succeeds();
    assertThat(shell.run("status", "--check").succeeds().out()).contains("just now");
    take(refused(mended, 2)).succeeds();
    assertThat(shell.run("status", "--check").status()).isEqualTo(1);
    assertThat(shell.run("status").out()).contains("MEMBER_MISSING: 2 of 11");
  }

  private Shell.Done take(Showbill bill) throws IOException {
    Path feed = bill.write(shell.home().resolve("rex.ndjson"));
    return shell.run("ingest", feed.toString(), "--provider", "rex");
  }

  /// With showtimes that say not when they start.
  private static Showbill refused(Showbill bill, int count) {
    Showbill all = bill;
    for (int number = 0; number < count; number++) {
      all =
          all.line(
              "{\"type\":\"showtime\",\"externalId\":\"r%d\",\"film\":\"f\",\"cinema\":\"rex\"}"
                  .formatted(number));
    }
    return all;
  }

  @Test
  void a_folder_for_reports_that_cannot_be_made_is_reported_before_the_import() throws Exception {
    Files.writeString(shell.home().resolve("reports"), "in the way");
    Path feed = new Showbill("ufa").showtimes(3).write(shell.home().resolve("ufa.ndjson"));
    shell.run("ingest", feed.toString(), "--provider", "ufa").fails("exists and is not a folder");
    assertThat(shell.stored()).isEmpty();
  }
}
