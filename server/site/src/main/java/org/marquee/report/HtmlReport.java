package org.marquee.report;

import gg.jte.Content;
import gg.jte.html.HtmlTemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.WriterOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.marquee.files.ProgramFile;
import org.marquee.listing.Timestamps;
import org.marquee.notice.CinemaProgramme;
import org.marquee.notice.Report;

/// Writes a report as one HTML page that needs nothing else: no script, no font, no network.
///
/// The page is `src/main/jte/report/report.jte`, compiled with the code (docs/decisions/0007). The
/// other methods of this class are texts that the templates use.
public final class HtmlReport {
  /// More files are folded, so that the verdict's reasons stay on the first screen.
  static final int FEW_FILES = 4;

  private HtmlReport() {}

  /// Writes `report` as a whole page; `out` stays open.
  @SuppressWarnings("NullAway") // "no interceptor" is null in jte
  public static void write(Report report, Writer out) throws IOException {
    String heading = report.provider() == null ? "A feed" : report.provider();
    try {
      JtereportGenerated.render(
          new OwaspHtmlTemplateOutput(new WriterOutput(out)),
          null,
          report,
          heading,
          report.verdict());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /// The report as a part of another page.
  ///
  /// @param catalogue where each notice has a page
  @SuppressWarnings("NullAway") // "no interceptor" is null in jte
  public static Content part(Report report, String catalogue) {
    return out ->
        JtebodyGenerated.render(
            (HtmlTemplateOutput) out, null, report, report.verdict(), catalogue);
  }

  /// The style of a report. It takes its colours from where it stands.
  public static String style() {
    return ProgramFile.text(HtmlReport.class, "report.css");
  }

  static String result(Report.Result result) {
    return switch (result) {
      case APPLIED -> "applied";
      case REFUSED -> "refused, nothing was changed";
      case FAILED -> "download failed, nothing was changed";
      case DRY_RUN -> "dry run, nothing was changed";
    };
  }

  static long bytes(List<Report.SourceFile> files) {
    return files.stream().mapToLong(Report.SourceFile::bytes).sum();
  }

  static String time(Instant time) {
    return Timestamps.write(time.truncatedTo(ChronoUnit.SECONDS))
        .replace('T', ' ')
        .replace("Z", " UTC");
  }

  static String seconds(Report report) {
    Duration took = Duration.between(report.startedAt(), report.endedAt());
    return String.format(Locale.ROOT, "%.1f", took.toMillis() / 1000.0);
  }

  /// A start on the clock of its cinema, without the offset.
  static String start(CinemaProgramme.@Nullable Start start) {
    return start == null
        ? "-"
        : Timestamps.write(start.instant(), start.offsetMinutes())
            .substring(0, "2026-07-01T19:30".length())
            .replace('T', ' ');
  }

  static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
