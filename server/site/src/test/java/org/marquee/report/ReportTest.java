package org.marquee.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.marquee.GoldenFile;
import org.marquee.Repository;
import org.marquee.listing.Kind;
import org.marquee.notice.CinemaProgramme;
import org.marquee.notice.Code;
import org.marquee.notice.JsonReport;
import org.marquee.notice.Notice;
import org.marquee.notice.Notices;
import org.marquee.notice.Outlook;
import org.marquee.notice.Report;
import org.marquee.notice.RowCounts;

@NullMarked
class ReportTest {
  private static final String HOSTILE = "</td><script>alert('x')</script>&\"\u0000\ud800\u0007";

  private static Report applied() {
    Notices notices = new Notices();
    notices.add(new Notice(Code.LABEL_UNKNOWN, "line 9", "Reclining seats", "seen 3 times", 3));
    for (int line = 2; line < 62; line++) {
      notices.add(
          new Notice(
              Code.OPTIONAL_MEMBER_DROPPED,
              "line " + line,
              HOSTILE,
              "\"posterUrl\" must be a URI"));
    }
    notices.add(
        new Notice(Code.MEMBER_INVALID, "line 7", "12", "\"name\" must be a string & more"));
    Map<Kind, Long> unlisted = new EnumMap<>(Kind.class);
    unlisted.put(Kind.SHOWTIME, 4L);
    RowCounts rowCounts =
        new RowCounts(
            Map.of(
                Kind.SHOWTIME, new RowCounts.Counts(1200, 2, 3, 0, 4, 5, 6, 7),
                Kind.FILM, new RowCounts.Counts(1, 0, 60, 0, 0, 0, 1, 0)),
            2,
            unlisted);
    return new Report(
        "run-1",
        "lux <cinemas>",
        "marquee",
        List.of(new Report.SourceFile("feed.ndjson.gz", 123456)),
        Instant.parse("2026-11-21T06:00:10Z"),
        Instant.parse("2026-11-21T06:00:11.25Z"),
        "full",
        Instant.parse("2026-11-21T06:00:00Z"),
        Report.Result.APPLIED,
        42L,
        rowCounts,
        notices.groups(),
        null,
        List.of(
            programme("rex", "Rex <West>", null, 6, 7),
            programme("lux", "Lux", "shrunk", 6, 6),
            programme("old", "Old House", null, 3, 3)),
        Outlook.NONE);
  }

  private static CinemaProgramme programme(
      String id, String name, @Nullable String kept, long before, long after) {
    CinemaProgramme.Start first =
        new CinemaProgramme.Start(Instant.parse("2026-11-21T19:30:00Z"), 0);
    CinemaProgramme.Start last =
        new CinemaProgramme.Start(Instant.parse("2026-12-24T18:30:00Z"), 60);
    LocalDate day = LocalDate.of(2026, 11, 21);
    return new CinemaProgramme(
        id,
        name,
        new CinemaProgramme.Extent(before, first, last),
        new CinemaProgramme.Extent(after, first, last),
        List.of(
            new CinemaProgramme.Day(day, before - 2, before == after ? after - 2 : after - 1),
            new CinemaProgramme.Day(day.plusDays(4), 1, after - before == 0 ? 1 : 0),
            new CinemaProgramme.Day(day.plusDays(33), 1, 1)),
        kept);
  }

  private static Report refused() {
    Notice refusal = Notice.of(Code.FEED_SHRUNK, "it would withdraw 80 of 100 showtimes");
    return new Report(
        "run-2",
        null,
        "marquee",
        List.of(new Report.SourceFile("feed.ndjson", 0)),
        Instant.EPOCH,
        Instant.EPOCH,
        null,
        null,
        Report.Result.REFUSED,
        null,
        RowCounts.empty(),
        List.of(),
        refusal,
        List.of(),
        Outlook.NONE);
  }

  private static String json(Report report) throws IOException {
    StringWriter out = new StringWriter();
    JsonReport.write(report, out);
    return out.toString();
  }

  private static String html(Report report) throws IOException {
    StringWriter out = new StringWriter();
    HtmlReport.write(report, out);
    return out.toString();
  }

  @Test
  void the_page_and_the_json_are_as_they_were() throws IOException {
    Path reports = Repository.path("server/site/src/test/resources/reports");
    GoldenFile.compare(reports.resolve("applied.html"), html(applied()));
    GoldenFile.compare(reports.resolve("refused.html"), html(refused()));
    GoldenFile.compare(reports.resolve("applied.json"), json(applied()));
    GoldenFile.compare(reports.resolve("refused.json"), json(refused()));
  }

  @Test
  void nothing_from_a_feed_becomes_part_of_the_page() throws IOException {
    String page = html(applied());
    assertThat(page).doesNotContain("<script").doesNotContain("<cinemas>");
    assertThat(page.codePoints().noneMatch(letter -> letter == 0 || letter == 0xd800)).isTrue();
    Document read = Jsoup.parse(page);
    assertThat(read.select("script, cinemas, [onclick]")).isEmpty();
    assertThat(read.select("h1").text()).isEqualTo("lux <cinemas>");
    assertThat(read.select(".programme strong").eachText().getFirst()).isEqualTo("Rex <West>");
    assertThat(read.select("details:not([open]) td code").eachText())
        .hasSize(Notices.EXAMPLES)
        .containsOnly("</td><script>alert('x')</script>&\"\ufffd\ufffd\ufffd");
  }

  @Test
  void a_name_or_a_place_cannot_turn_the_rest_of_the_line_around() throws IOException {
    Notice refusal = new Notice(Code.FEED_EMPTY, "line 7 ($.\u202ea\ud800)", "", "");
    assertThat(html(ended(Report.Result.REFUSED, refusal))).contains("line 7 ($.\ufffda\ufffd)");
    assertThat(programme("x", "\u202eRex\u2066", null, 6, 7).name()).isEqualTo("\ufffdRex\ufffd");
  }

  /// No attribute holds a script or a style, so a page may be served with a policy that allows
  /// neither.
  @Test
  void a_page_needs_no_inline_script_and_no_style_attribute() throws IOException {
    for (Report report : List.of(applied(), refused())) {
      Document page = Jsoup.parse(html(report));
      assertThat(page.select("script, [style], a, link")).isEmpty();
      for (Element element : page.getAllElements()) {
        assertThat(element.attributes().asList())
            .noneMatch(attribute -> attribute.getKey().startsWith("on"));
      }
    }
  }

  @Test
  void a_page_that_cannot_be_written_says_why() {
    Writer full =
        new Writer() {
          @Override
          public void write(char[] text, int from, int length) throws IOException {
            throw new IOException("no space left");
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    assertThatThrownBy(() -> HtmlReport.write(applied(), full))
        .isInstanceOf(IOException.class)
        .hasMessage("no space left");
  }

  @Test
  void many_files_are_folded_and_few_are_not() throws IOException {
    List<Report.SourceFile> files =
        IntStream.range(0, 43)
            .mapToObj(file -> new Report.SourceFile("day <" + file + ">.json", 1_000))
            .toList();
    assertThat(html(ended(Report.Result.REFUSED, refused().refusal(), files)))
        .contains("<dt>Files</dt><dd><details><summary>43, together 43,000 bytes</summary>")
        .contains("<div>day &lt;42&gt;.json, 1,000 bytes</div>");
    assertThat(html(refused())).contains("<dt>File</dt><dd>feed.ndjson, 0 bytes</dd>");
  }

  @ParameterizedTest
  @EnumSource
  void a_refusal_has_its_reason_and_nothing_else_has_one(Report.Result result) {
    Notice reason = Notice.of(Code.FEED_EMPTY, "");
    boolean needed = result == Report.Result.REFUSED || result == Report.Result.FAILED;
    assertThat(ended(result, needed ? reason : null).refusal()).isEqualTo(needed ? reason : null);
    assertThatThrownBy(() -> ended(result, needed ? null : reason))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Report ended(Report.Result result, @Nullable Notice refusal) {
    return ended(result, refusal, refused().files());
  }

  private static Report ended(
      Report.Result result, @Nullable Notice refusal, List<Report.SourceFile> files) {
    Report refused = refused();
    return new Report(
        refused.run(),
        null,
        refused.format(),
        files,
        refused.startedAt(),
        refused.endedAt(),
        null,
        null,
        result,
        null,
        refused.rowCounts(),
        List.of(),
        refusal,
        List.of(),
        Outlook.NONE);
  }
}
