package org.marquee.notice;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What one run read, found and did (docs/reports.md). Written by [JsonReport] and [HtmlReport].
///
/// @param run the run's own id
/// @param provider of the feed; null if it was only validated
/// @param format the name of the format
/// @param mode `full` or `delta`, as the feed says; null if its header could not be read
/// @param observedAt when the feed was taken; null if that could not be read
/// @param revision the state of the data that the run made; null if it changed nothing
/// @param notices most severe first
/// @param refusal why nothing was changed; null unless the result is refused or failed
/// @param programmes the cinemas of the feed before and after, those that changed first, at most
///   [CinemaProgramme#MOST]
/// @param outlook why showtimes are not published
public record Report(
    String run,
    @Nullable String provider,
    String format,
    List<SourceFile> files,
    Instant startedAt,
    Instant endedAt,
    @Nullable String mode,
    @Nullable Instant observedAt,
    Result result,
    @Nullable Long revision,
    RowCounts rowCounts,
    List<Notices.Group> notices,
    @Nullable Notice refusal,
    List<CinemaProgramme> programmes,
    Outlook outlook) {

  public Report {
    files = List.copyOf(files);
    notices = List.copyOf(notices);
    programmes = List.copyOf(programmes);
    if ((result == Result.REFUSED || result == Result.FAILED) != (refusal != null)) {
      throw new IllegalArgumentException(
          "a run has a refusal if, and only if, it was refused or failed");
    }
  }

  /// What the run means for readers.
  public ImportVerdict verdict() {
    return ImportVerdict.of(this);
  }

  /// The outcome of the feed as a whole.
  public enum Result {
    /// It is stored, in full.
    APPLIED,
    /// Nothing was changed.
    REFUSED,
    /// It could not be fetched; nothing was changed.
    FAILED,
    /// It could have been stored; the run was not to change anything.
    DRY_RUN;

    /// The result as reports write it: `applied`, `refused`, `failed`, `dry-run`.
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /// One file of the feed.
  ///
  /// @param name its path or address, as the operator gave it; without secrets
  /// @param bytes its length as it was fetched, before unpacking
  public record SourceFile(String name, long bytes) {
    public SourceFile {
      name = Secrets.masked(name);
    }
  }

  /// This report without a provider, of a feed that was only validated.
  public Report withoutProvider() {
    return new Report(
        run,
        null,
        format,
        files,
        startedAt,
        endedAt,
        mode,
        observedAt,
        result,
        revision,
        rowCounts,
        notices,
        refusal,
        programmes,
        outlook);
  }

  /// The labels that map to none of the attributes, the most frequent first.
  public List<Notice> unknownLabels() {
    return notices.stream()
        .filter(group -> group.code() == Code.LABEL_UNKNOWN)
        .flatMap(group -> group.examples().stream())
        .filter(notice -> !notice.read().isEmpty())
        .sorted(Comparator.comparingLong(Notice::times).reversed())
        .toList();
  }

  /// How many notices of `severity` there are.
  public long count(Severity severity) {
    return notices.stream()
        .filter(group -> group.code().severity() == severity)
        .mapToLong(Notices.Group::count)
        .sum();
  }
}
