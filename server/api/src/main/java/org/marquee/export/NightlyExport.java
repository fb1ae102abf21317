package org.marquee.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.marquee.background.Round;
import org.marquee.background.RoundThread;
import org.marquee.listing.ListingsUnavailable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes the bulk files of a node every night, and at once where there are none of last night
/// (docs/exports.md). What fails is tried again after a few minutes; the files of before stay
/// meanwhile.
public final class NightlyExport {
  private static final Logger LOG = LoggerFactory.getLogger(NightlyExport.class);

  /// In UTC: after the night's feeds, before the day's callers.
  private static final LocalTime NIGHT = LocalTime.of(4, 0);

  private static final Duration LOOK_EVERY = Duration.ofMinutes(5);

  private final Export export;
  private final Path folder;
  private final InstantSource clock;

  private NightlyExport(Export export, Path folder, InstantSource clock) {
    this.export = export;
    this.folder = folder;
    this.clock = clock;
  }

  /// Starts the thread that makes the files. The first round begins at once.
  ///
  /// @param folder of the files
  public static RoundThread start(Export export, Path folder, InstantSource clock) {
    NightlyExport nightly = new NightlyExport(export, folder, clock);
    return RoundThread.start(
        "nightly-export",
        new Round(LOG, "the bulk files could not be made", nightly::makeIfDue),
        LOOK_EVERY);
  }

  private void makeIfDue() {
    try {
      Instant now = clock.instant();
      if (isDue(now, madeAt())) {
        ExportManifest made = export.write(folder, Compression.GZIP);
        LOG.atInfo()
            .addKeyValue("revision", made.revision().number())
            .addKeyValue("took", Duration.between(now, clock.instant()))
            .log("made the bulk files");
      }
    } catch (IOException | ListingsUnavailable e) {
      LOG.atWarn().log("the bulk files could not be made: {}", e.getMessage());
    }
  }

  /// When the files that are there were made.
  private Instant madeAt() throws IOException {
    try {
      return Files.getLastModifiedTime(folder.resolve(ExportManifest.NAME)).toInstant();
    } catch (NoSuchFileException _) {
      return Instant.MIN;
    }
  }

  /// Whether the files are of an earlier night, or of a time to come: then they were made while the
  /// clock was ahead.
  static boolean isDue(Instant now, Instant madeAt) {
    return madeAt.isBefore(lastNight(now)) || madeAt.isAfter(now);
  }

  /// The last time at which files were due.
  static Instant lastNight(Instant now) {
    OffsetDateTime today = now.atOffset(ZoneOffset.UTC).with(NIGHT);
    return (today.toInstant().isAfter(now) ? today.minusDays(1) : today).toInstant();
  }
}
