package org.marquee.app.feed;

import org.marquee.app.console.SettingReaders;
import org.marquee.retention.Retention;
import org.marquee.retention.RetentionLimit;
import picocli.CommandLine.Option;

/// How long things are kept (docs/retention.md).
public final class KeepOptions {
  @Option(
      names = "--keep-reports",
      converter = SettingReaders.OfFiles.class,
      defaultValue = Retention.REPORTS,
      description = "How long reports are kept, and how many bytes of them.")
  private RetentionLimit reports = Retention.USUAL.reports();

  @Option(
      names = "--keep-input",
      converter = SettingReaders.OfFiles.class,
      defaultValue = Retention.INPUT,
      description = "How long the raw input of imports is kept, and how many bytes of it.")
  private RetentionLimit input = Retention.USUAL.input();

  @Option(
      names = "--keep-history",
      converter = SettingReaders.OfRows.class,
      defaultValue = Retention.HISTORY,
      description = "How long the history of imports is kept, and how many rows of it.")
  private RetentionLimit history = Retention.USUAL.history();

  @Option(
      names = "--keep-changes",
      converter = SettingReaders.OfRows.class,
      defaultValue = Retention.CHANGES,
      description = "How long the log of changes is kept, and how many rows of it.")
  private RetentionLimit changes = Retention.USUAL.changes();

  @Option(
      names = "--keep-audit",
      converter = SettingReaders.OfRows.class,
      defaultValue = Retention.AUDIT,
      description = "How long the audit is kept, and how many rows of it.")
  private RetentionLimit audit = Retention.USUAL.audit();

  /// How long each is kept, and how much of it.
  public Retention limits() {
    return new Retention(reports, input, history, changes, audit);
  }
}
