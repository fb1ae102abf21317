package org.marquee.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.retention.RetentionLimit;

@NullMarked
class ReportFolderTest {
  private static final String OLD = "20260101T000000Z-0000000a";
  private static final String NEW = "20260301T000000Z-0000000b";
  private static final Instant NOW = Instant.parse("2026-03-01T01:00:00Z");
  @TempDir Path home = Path.of("");

  @Test
  void reports_go_by_age_and_size_the_oldest_first_unless_they_are_needed() throws IOException {
    ReportFolder reports = ReportFolder.in(home);
    RetentionLimit month = new RetentionLimit(Duration.ofDays(30), 1 << 20);
    report(OLD);
    report(NEW);
    Files.writeString(home.resolve("reports/mine.html"), "an operator's own");
    reports.sweep(NOW, month, Set.of(OLD));
    assertThat(home.resolve("reports/" + OLD + ".html")).exists();
    reports.sweep(NOW, month, Set.of());
    assertThat(home.resolve("reports/" + OLD + ".html")).doesNotExist();
    assertThat(home.resolve("reports/" + OLD + ".json")).doesNotExist();
    assertThat(home.resolve("reports/" + NEW + ".html")).exists();
    report(OLD);
    reports.sweep(NOW, new RetentionLimit(null, 250), Set.of());
    assertThat(home.resolve("reports/" + OLD + ".html")).doesNotExist();
    assertThat(home.resolve("reports/" + NEW + ".html")).exists();
    assertThat(home.resolve("reports/mine.html")).exists();
  }

  private void report(String run) throws IOException {
    Files.createDirectories(home.resolve("reports"));
    Files.writeString(home.resolve("reports/" + run + ".html"), "x".repeat(100));
    Files.writeString(home.resolve("reports/" + run + ".json"), "x".repeat(100));
  }
}
