package org.marquee.app.status;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.marquee.app.console.ExitStatus;
import org.marquee.app.console.ListCommand;
import org.marquee.app.console.Times;
import org.marquee.app.terminal.Terminal;
import org.marquee.ingest.Sources;
import org.marquee.json.JsonObject;
import org.marquee.listing.Kind;
import org.marquee.listing.Timestamps;
import org.marquee.notice.Visible;
import org.marquee.ops.Alarm;
import org.marquee.ops.SourceJson;
import org.marquee.store.backup.PostgresBackupLog;
import org.marquee.store.run.PostgresSources;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `status`: what is stored, and what is wrong with the sources.
@Command(
    name = "status",
    description = "Shows what is stored of each provider, how old it is, and what is wrong.")
public final class StatusCommand extends ListCommand<Sources.Source> {
  private final Instant now = Instant.now();
  private PostgresBackupLog.@Nullable Last backup;

  @Option(names = "--check", description = "Exit with status 1 if there is an alarm.")
  private boolean check;

  @Override
  protected List<Sources.Source> list() {
    backup = new PostgresBackupLog(database()).last();
    return new PostgresSources(database()).list();
  }

  @Override
  protected void print(List<Sources.Source> all) {
    if (all.isEmpty()) {
      out().println("Nothing has been imported yet.");
    }
    super.print(all);
    if (backup != null) {
      Terminal.print(lines(backup), out());
    }
  }

  private List<String> lines(PostgresBackupLog.Last last) {
    List<String> lines = new ArrayList<>();
    if (last.succeededAt() != null) {
      lines.add(
          "last backup   %s, %s, %s"
              .formatted(
                  Timestamps.write(last.succeededAt()),
                  Times.age(Duration.between(last.succeededAt(), now)),
                  Visible.of(String.valueOf(last.file()))));
    }
    Alarm.of(last, now).ifPresent(each -> lines.add(alarm(each.message())));
    return lines;
  }

  @Override
  protected JsonObject json(Sources.Source source) {
    return SourceJson.of(source, now);
  }

  @Override
  protected int status(List<Sources.Source> all) {
    return check && !Alarm.all(all, Objects.requireNonNull(backup), now).isEmpty()
        ? ExitStatus.FAILED
        : 0;
  }

  @Override
  protected List<String> lines(Sources.Source source) {
    List<String> lines = new ArrayList<>();
    lines.add(source.provider());
    lines.add(source.isUnheard() ? "  never imported" : "  stored      " + records(source));
    Instant observed = source.observedAt();
    if (observed != null) {
      lines.add(
          "  taken       %s, %s"
              .formatted(Timestamps.write(observed), Times.age(Duration.between(observed, now))));
    }
    if (source.horizon() != null) {
      lines.add("  horizon     " + Timestamps.write(source.horizon()));
    }
    if (source.missingPostcodes() > 0) {
      lines.add(
          "  postcodes   missing for %d %s; a placeholder is published"
              .formatted(
                  source.missingPostcodes(),
                  source.missingPostcodes() == 1 ? "cinema" : "cinemas"));
    }
    Sources.Run run = source.lastRun();
    if (run != null) {
      lines.add(
          "  last import %s at %s, run %s"
              .formatted(run.result(), Timestamps.write(run.endedAt()), run.id()));
    }
    Alarm.of(source, now).forEach(alarm -> lines.add(alarm(alarm.message())));
    return lines;
  }

  /// In colour where a person is watching.
  private String alarm(String message) {
    String word =
        Terminal.isThere() ? line().getColorScheme().errorText("ALARM").toString() : "ALARM";
    return "  " + word + "       " + Visible.of(message);
  }

  private static String records(Sources.Source source) {
    StringBuilder records = new StringBuilder();
    for (Kind kind : Kind.values()) {
      long stored = source.records().getOrDefault(kind, 0L);
      records.append(stored).append(' ').append(kind.word()).append(stored == 1 ? "  " : "s  ");
    }
    return records.toString().stripTrailing();
  }
}
