package org.marquee.alarm;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.marquee.ingest.Sources;
import org.marquee.ops.Alarm;
import org.marquee.store.PostgresAlarms.Trouble;
import org.marquee.store.PostgresBackupLog;

/// What is wrong with the sources and the backups, which all nodes share.
///
/// @param clock of the database
public record InstallationTroubles(
    Sources sources, PostgresBackupLog backups, InstantSource clock) {
  List<Trouble> find() {
    Instant now = clock.instant();
    List<Trouble> troubles = new ArrayList<>();
    for (Sources.Source source : sources.list()) {
      for (Alarm each : Alarm.of(source, now)) {
        troubles.add(
            new Trouble(each.code(), source.provider(), source.provider() + ": " + each.message()));
      }
    }
    PostgresBackupLog.Last last = backups.last();
    if (last.hasFailed(now)) {
      troubles.add(
          new Trouble(
              AlarmCode.BACKUP_FAILED.word(),
              "backup",
              "the last backup failed: " + last.failure()));
    }
    return troubles;
  }
}
