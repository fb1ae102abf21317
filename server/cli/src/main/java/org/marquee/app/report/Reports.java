package org.marquee.app.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.marquee.notice.Code;
import org.marquee.notice.ImportVerdict;
import org.marquee.notice.JsonReport;
import org.marquee.notice.Notice;
import org.marquee.notice.Notices;
import org.marquee.notice.Report;
import org.marquee.notice.Severity;
import org.marquee.notice.Visible;
import org.marquee.report.HtmlReport;
import picocli.CommandLine;

/// Writes the reports of runs to files, and their head to the terminal.
public final class Reports {
  /// Informational notices that an operator waits for.
  private static final Set<Code> GOOD_NEWS = EnumSet.of(Code.RELEASED, Code.CINEMA_RECOVERED);

  private Reports() {}

  /// Writes the report as JSON and as a page.
  ///
  /// @param path of the files, without their endings
  /// @return the page
  public static Path write(Report report, Path path) throws IOException {
    Path page = path.resolveSibling(path.getFileName() + ".html");
    try (Writer json =
            Files.newBufferedWriter(path.resolveSibling(path.getFileName() + ".json"), UTF_8);
        Writer html = Files.newBufferedWriter(page, UTF_8)) {
      JsonReport.write(report, json);
      HtmlReport.write(report, html);
    }
    return page;
  }

  /// Prints the head of a report: the result to standard output, and the first place of each fault
  /// to standard error.
  public static void print(Report report, boolean json, CommandLine line) throws IOException {
    PrintWriter out = line.getOut();
    PrintWriter err = line.getErr();
    if (json) {
      JsonReport.write(report, out);
      out.println();
    } else {
      summary(report, out);
    }
    notices(report, err);
    out.flush();
    err.flush();
  }

  private static void summary(Report report, PrintWriter out) {
    Notice refusal = report.refusal();
    ImportVerdict verdict = report.verdict();
    if (refusal != null) {
      out.println(report.result().word() + ": " + refusal.code().title());
      if (!refusal.detail().isEmpty()) {
        out.println("  " + refusal.detail());
      }
      out.println(refusal.code().consequence());
      return;
    }
    out.println(verdict.sentence());
    double seconds = Duration.between(report.startedAt(), report.endedAt()).toMillis() / 1000.0;
    String result =
        switch (report.result()) {
          case APPLIED -> "imported as revision " + report.revision();
          case DRY_RUN -> "nothing was changed (dry run)";
          case REFUSED, FAILED -> report.result().word();
        };
    out.printf(
        "%s, in %.1f s%s%n",
        result,
        seconds,
        verdict.isMuchMissing(report)
            ? "; %d of %d are published, see the first line"
                .formatted(verdict.published(), verdict.listed())
            : "");
  }

  private static void notices(Report report, PrintWriter err) {
    for (Notices.Group group : report.notices()) {
      if (group.code().severity() == Severity.INFO && !GOOD_NEWS.contains(group.code())) {
        continue;
      }
      err.printf(
          "%s %s (%d): %s %s%n",
          group.code().severity(),
          group.code(),
          group.count(),
          group.code().title(),
          group.code().consequence());
      for (Notice first : group.examples().stream().limit(1).toList()) {
        err.println(
            Visible.of("  " + first.place() + "  " + first.read() + "  " + first.detail())
                .stripTrailing());
      }
    }
  }
}
