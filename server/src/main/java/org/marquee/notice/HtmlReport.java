package org.marquee.notice;

import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;
import org.marquee.listing.Timestamps;

/// Writes a report as one HTML page that needs nothing else: no script, no font, no network.
public final class HtmlReport {
  private static final String STYLE =
      """
      <style>
      :root { color-scheme: light dark; --ink: #1c1b22; --faint: #66646f; --paper: #fff; --card: #f5f4f7; --line: #dcdae2;
        --error: #b3261e; --warning: #8a5a00; --info: #2b5ea7; --good: #1e7038 }
      @media (prefers-color-scheme: dark) { :root { --ink: #eceaf1; --faint: #a5a2af; --paper: #17161b;
        --card: #222127; --line: #3a3841; --error: #ff8a80; --warning: #f0b849; --info: #8ab8ff; --good: #7fd699 } }
      * { box-sizing: border-box }
      body { margin: 0 auto; max-width: 64rem; padding: 1.5rem 1rem 4rem; color: var(--ink);
        background: var(--paper); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
      h1 { font-size: 1.5rem; margin: 0 } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem }
      .GOOD { color: var(--good) } .BAD, .ERROR { color: var(--error) }
      .INFO { color: var(--info) } .DOUBTFUL, .WARNING { color: var(--warning) }
      .verdict { margin: .25rem 0 0 }
      dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: 1rem 0 }
      dt, .faint { color: var(--faint) } dd { margin: 0 }
      .card { background: var(--card); border: 1px solid var(--line); border-radius: .5rem;
        padding: .75rem 1rem; margin: .75rem 0 }
      .card p { margin: .25rem 0 }
      .wide { overflow-x: auto }
      table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
      th, td { padding: .35rem .6rem; border-bottom: 1px solid var(--line); text-align: left;
        vertical-align: top; overflow-wrap: normal }
      .counts th, .counts td { text-align: right; white-space: nowrap }
      .counts th:first-child { text-align: left; white-space: normal }
      .counts td:nth-child(2) { font-weight: 600 }
      @media (max-width: 40rem) { .counts { font-size: .8rem } .counts th, .counts td { padding: .3rem .25rem } }
      .zero { color: var(--faint) }
      .days { display: block; height: 34px } .days .was { fill: var(--line) } .days .is { fill: var(--info) }
      .days .gone { fill: var(--error) } .days .new { fill: var(--good) }
      .programme { border-bottom: 1px solid var(--line); padding: .6rem 0 } .programme p { margin: 0 0 .25rem }
      .key span { display: inline-block; width: .7rem; height: .7rem; border-radius: 2px; margin: 0 .3rem 0 .8rem }
      .key span:first-child { margin-left: 0 }
      details { margin-top: .5rem } dd details { margin: 0 } summary { cursor: pointer; color: var(--faint) }
      .examples td { overflow-wrap: anywhere; min-width: 6rem }
      code { font: .9em ui-monospace, monospace }
      </style>
      """;

  /// A longer table is folded.
  private static final int SHORT = 20;

  /// More files are folded, so that what became of them is not below the screen's end.
  private static final int FEW_FILES = 4;

  private final Writer out;

  private HtmlReport(Writer out) {
    this.out = out;
  }

  /// Writes `report` as a whole page; `out` stays open.
  public static void write(Report report, Writer out) throws IOException {
    new HtmlReport(out).page(report);
  }

  private void page(Report report) throws IOException {
    String whose = report.provider() == null ? "A feed" : report.provider();
    ImportVerdict verdict = report.verdict();
    String title = whose + ": " + verdict.sentence();
    raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    // Should anything ever slip through the escaping, the browser loads and runs none of it.
    raw("<meta http-equiv=\"Content-Security-Policy\"");
    raw(" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n");
    raw("<title>").text(title).raw("</title>\n").raw(STYLE).raw("</head>\n<body>\n");
    raw("<h1>").text(whose).raw("</h1>\n");
    raw("<p class=\"verdict " + verdict.level() + "\"><strong>");
    text(verdict.sentence()).raw("</strong></p>\n");
    if (report.refusal() != null) {
      refusal(report.refusal());
    }
    facts(report);
    ProgrammeSection programmes = new ProgrammeSection(out, report.programmes());
    programmes.writeKept();
    lines(report.tally());
    raw("<h2>Notices</h2>\n");
    if (report.notices().isEmpty()) {
      raw("<p>Nothing to tell.</p>\n");
    }
    for (Notices.Group group : report.notices()) {
      group(group);
    }
    labels(report.unknownLabels());
    programmes.write();
    raw("</body>\n</html>\n");
  }

  private static String result(Report report) {
    return switch (report.result()) {
      case APPLIED -> "applied";
      case REFUSED -> "refused, nothing was changed";
      case FAILED -> "could not be had, nothing was changed";
      case DRY_RUN -> "dry run, nothing was changed";
    };
  }

  private void refusal(Notice notice) throws IOException {
    raw("<div class=\"card\"><p class=\"ERROR\"><strong>");
    text(notice.code().title()).raw("</strong></p>");
    paragraph(notice.detail());
    paragraph(notice.place());
    paragraph(notice.code().consequence());
    raw("<p class=\"faint\"><code>").text(notice.code().name()).raw("</code></p></div>\n");
  }

  private void paragraph(String text) throws IOException {
    if (!text.isEmpty()) {
      raw("<p>").text(text).raw("</p>");
    }
  }

  private void facts(Report report) throws IOException {
    raw("<dl>\n");
    fact("Result", result(report));
    fact("Format", report.format());
    files(report.files());
    fact("Mode", report.mode());
    fact("Taken", time(report.observedAt()));
    fact("Run", report.run());
    fact(
        "Started",
        time(report.startedAt())
            + ", took "
            + took(Duration.between(report.startedAt(), report.endedAt())));
    fact("Revision", report.revision() == null ? null : report.revision().toString());
    fact(
        "Notices",
        "errors: "
            + grouped(report.count(Severity.ERROR))
            + ", warnings: "
            + grouped(report.count(Severity.WARNING))
            + ", for information: "
            + grouped(report.count(Severity.INFO)));
    raw("</dl>\n");
  }

  private void files(List<Report.SourceFile> files) throws IOException {
    if (files.size() <= FEW_FILES) {
      for (Report.SourceFile file : files) {
        fact("File", sized(file));
      }
      return;
    }
    long bytes = files.stream().mapToLong(Report.SourceFile::bytes).sum();
    raw("<dt>Files</dt><dd><details><summary>");
    text(grouped(files.size()) + ", together " + grouped(bytes) + " bytes").raw("</summary>");
    for (Report.SourceFile file : files) {
      raw("<div>").text(sized(file)).raw("</div>\n");
    }
    raw("</details></dd>\n");
  }

  private static String sized(Report.SourceFile file) {
    return file.name() + ", " + grouped(file.bytes()) + " bytes";
  }

  private void fact(String name, @Nullable String value) throws IOException {
    if (value != null) {
      raw("<dt>").text(name).raw("</dt><dd>").text(value).raw("</dd>\n");
    }
  }

  private static @Nullable String time(@Nullable Instant time) {
    return time == null
        ? null
        : Timestamps.write(time.truncatedTo(ChronoUnit.SECONDS))
            .replace('T', ' ')
            .replace("Z", " UTC");
  }

  private static String took(Duration time) {
    return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
  }

  private void lines(RowCounts tally) throws IOException {
    raw(
        "<h2>What became of each line</h2>\n<div class=\"wide\"><table class=\"counts\">\n<tr><th></th><th>all</th>");
    List<Kind> kinds = Stream.of(Kind.values()).filter(kind -> isTold(kind, tally)).toList();
    for (Kind kind : kinds) {
      raw("<th>").text(kind.word()).raw("</th>");
    }
    raw(tally.unknown() > 0 ? "<th>unknown</th></tr>\n" : "</tr>\n");
    row("read", tally, RowCounts.Counts::read, kinds, tally.unknown());
    for (RowOutcome fate : RowOutcome.ALL) {
      // What is of no known kind is refused.
      long unknown = fate.of(RowCounts.Counts.refused(tally.unknown()));
      row(fate.words(), tally, fate.count(), kinds, unknown);
    }
    raw("<tr><th>withdrawn, no longer listed or called off</th>");
    cell(tally.allUnlisted());
    for (Kind kind : kinds) {
      cell(tally.unlisted(kind));
    }
    if (tally.unknown() > 0) {
      cell(0);
    }
    raw("</tr>\n</table></div>\n");
  }

  /// A column of zeros says nothing, and takes the room of those that do on a telephone.
  private static boolean isTold(Kind kind, RowCounts tally) {
    return kind == Kind.SHOWTIME || tally.of(kind).read() > 0 || tally.unlisted(kind) > 0;
  }

  private void row(
      String name,
      RowCounts tally,
      ToLongFunction<RowCounts.Counts> count,
      List<Kind> kinds,
      long unknown)
      throws IOException {
    raw("<tr><th>").text(name).raw("</th>");
    cell(count.applyAsLong(tally.total()));
    for (Kind kind : kinds) {
      cell(count.applyAsLong(tally.of(kind)));
    }
    if (tally.unknown() > 0) {
      cell(unknown);
    }
    raw("</tr>\n");
  }

  private void cell(long count) throws IOException {
    raw(count == 0 ? "<td class=\"zero\">" : "<td>").text(grouped(count)).raw("</td>");
  }

  private void labels(List<Notice> labels) throws IOException {
    if (labels.isEmpty()) {
      return;
    }
    raw("<h2>Labels that mean none of the twelve attributes</h2>\n");
    raw("<p>If one clearly does, a file given with <code>--words</code> can say so.</p>\n");
    boolean many = labels.size() > SHORT;
    raw(many ? "<details><summary>All " + labels.size() + "</summary>" : "");
    raw(
        "<div class=\"wide\"><table class=\"examples\">\n<tr><th>label</th><th>seen</th><th>first</th></tr>\n");
    for (Notice label : labels) {
      raw("<tr><td>").text(label.read()).raw("</td><td>").text(grouped(label.times()));
      raw("</td><td>").text(label.place()).raw("</td></tr>\n");
    }
    raw("</table></div>").raw(many ? "</details>\n" : "\n");
  }

  private void group(Notices.Group group) throws IOException {
    Code code = group.code();
    raw("<div class=\"card\"><p><strong class=\"" + code.severity() + "\">");
    text(code.severity().name()).raw("</strong> <strong>").text(code.title()).raw("</strong> ");
    raw("<span class=\"faint\">").text(grouped(group.count())).raw("&times; <code>");
    text(code.name()).raw("</code></span></p>");
    paragraph(code.consequence());
    // Labels have a table of their own.
    if (!group.examples().isEmpty() && code != Code.LABEL_UNKNOWN) {
      examples(group);
    }
    raw("</div>\n");
  }

  private void examples(Notices.Group group) throws IOException {
    raw(group.code().severity() == Severity.ERROR ? "<details open>" : "<details>");
    raw("<summary>");
    text(
        group.firstExamples().size() < group.count()
            ? "The first " + group.firstExamples().size()
            : "Where");
    raw("</summary><div class=\"wide\"><table class=\"examples\">\n");
    raw("<tr><th>where</th><th>read</th><th>what</th></tr>\n");
    for (Notice example : group.firstExamples()) {
      raw("<tr><td>").text(example.place()).raw("</td><td><code>").text(example.read());
      raw("</code></td><td>").text(example.detail()).raw("</td></tr>\n");
    }
    raw("</table></div></details>");
  }

  static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private HtmlReport raw(String html) throws IOException {
    out.write(html);
    return this;
  }

  private HtmlReport text(String text) throws IOException {
    out.write(escaped(text));
    return this;
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
