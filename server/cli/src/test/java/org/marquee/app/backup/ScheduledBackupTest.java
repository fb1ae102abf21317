package org.marquee.app.backup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.app.Shell;
import org.marquee.app.home.Storage;
import org.marquee.store.backup.PostgresBackupLog;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.TestDatabase;

/// Backups that `providers.yaml` asks for (docs/backup.md, "Every night").
@NullMarked
class ScheduledBackupTest {
  private static final Instant NIGHT = Instant.parse("2026-11-22T03:30:00Z");

  private final TestDatabase test = MigratedDatabase.create();
  private final Storage storage;
  private final Path home;
  private final Path file;
  private Instant now = NIGHT;

  ScheduledBackupTest(@TempDir Path home) throws IOException {
    this.home = home;
    file = home.resolve("providers.yaml");
    storage = Storage.of(home, MigratedDatabase.open(test));
    plan("folder: backups");
  }

  @AfterEach
  void close() {
    storage.close();
  }

  private void plan(String more) throws IOException {
    Files.writeString(
        file,
        """
        providers:
          - name: rex
            files: feeds/*.csv
        backup:
          at: "03:30"
          zone: UTC
          keep: 2
          %s
        """
            .formatted(more));
  }

  private void look() {
    new ScheduledBackup(file, storage, () -> now).makeIfDue();
  }

  private List<String> made() throws IOException {
    try (Stream<Path> all = Files.list(home.resolve("backups"))) {
      return all.map(each -> each.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void one_is_made_each_night_and_so_many_stay() throws IOException {
    for (int night = 0; night < 4; night++) {
      look();
      look(); // another node
      now = now.plus(Duration.ofDays(1));
    }
    assertThat(made())
        .containsExactly("marquee-20261124T033000Z.backup", "marquee-20261125T033000Z.backup");
    assertThat(new Shell(home, test).run("status").succeeds().out())
        .contains("last backup   2026-11-25T03:30:00Z", "marquee-20261125T033000Z.backup");
    new Shell(home.resolve("other"), TestDatabase.fresh())
        .run("restore", home.resolve("backups").resolve(made().getFirst()).toString())
        .succeeds();
  }

  @Test
  void one_that_fails_is_an_alarm_until_the_next_one() throws IOException {
    Files.writeString(home.resolve("taken"), "a file");
    plan("folder: taken/backups");
    look();
    Shell shell = new Shell(home, test);
    shell.run("status", "--check").fails("the last backup failed");
    assertThat(hasFailed()).isTrue();
    shell.run("backup", home.resolve("by-hand").toString()).succeeds();
    shell.run("status", "--check").succeeds();
    assertThat(hasFailed()).isFalse();
  }

  private boolean hasFailed() {
    return new PostgresBackupLog(storage.database()).last().hasFailed(now);
  }
}
