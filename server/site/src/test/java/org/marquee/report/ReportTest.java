package org.marquee.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

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
  void the_json_has_its_documented_shape() throws IOException {
    JsonNode report = new JsonMapper().readTree(json(applied()));
    assertThat(report.propertyNames())
        .containsExactly(
            "run",
            "provider",
            "format",
            "files",
            "startedAt",
            "endedAt",
            "verdict",
            "mode",
            "observedAt",
            "result",
            "revision",
            "lines",
            "programmes",
            "unknownLabels",
            "notices");
    JsonNode showtimes = report.get("lines").get("showtime");
    assertThat(showtimes.toString())
        .isEqualTo(
            "{\"read\":1227,\"added\":1200,\"changed\":2,\"unchanged\":3,\"withdrawn\":0,\"merged\":4,"
                + "\"heldBack\":5,\"refused\":6,\"leftOut\":7,\"noLongerListed\":4}");
    assertThat(report.at("/programmes/0").toString())
        .isEqualTo(
            "{\"cinema\":\"rex\",\"name\":\"Rex <West>\","
                + "\"before\":{\"showtimes\":6,\"first\":\"2026-11-21T19:30:00Z\",\"last\":\"2026-12-24T19:30:00+01:00\"},"
                + "\"after\":{\"showtimes\":7,\"first\":\"2026-11-21T19:30:00Z\",\"last\":\"2026-12-24T19:30:00+01:00\"},"
                + "\"days\":[{\"date\":\"2026-11-21\",\"before\":4,\"after\":6},{\"date\":\"2026-11-25\",\"before\":1,\"after\":0},"
                + "{\"date\":\"2026-12-24\",\"before\":1,\"after\":1}]}");
    assertThat(report.at("/programmes/1/kept").asString()).isEqualTo("shrunk");
    assertThat(report.at("/unknownLabels/0").toString())
        .isEqualTo("{\"label\":\"Reclining seats\",\"count\":3,\"place\":\"line 9\"}");
    assertThat(report.at("/lines/total/read").asLong()).isEqualTo(1227 + 62 + 2);
    assertThat(report.at("/notices/0/code").asString()).isEqualTo("MEMBER_INVALID");
    assertThat(report.at("/notices/1/count").asLong()).isEqualTo(60);
    assertThat(report.at("/notices/1/examples")).hasSize(Notices.EXAMPLES);
  }

  @Test
  void what_a_refused_run_does_not_know_is_left_out() throws IOException {
    JsonNode report = new JsonMapper().readTree(json(refused()));
    assertThat(report.has("provider")).isFalse();
    assertThat(report.has("mode")).isFalse();
    assertThat(report.has("revision")).isFalse();
    assertThat(report.at("/result").asString()).isEqualTo("refused");
    assertThat(report.at("/refusal/code").asString()).isEqualTo("FEED_SHRUNK");
  }

  @Test
  void the_page_is_as_it_was() throws IOException {
    GoldenFile.compare(
        Repository.path("server/site/src/test/resources/reports/applied.html"), html(applied()));
    GoldenFile.compare(
        Repository.path("server/site/src/test/resources/reports/refused.html"), html(refused()));
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
  void the_page_fetches_nothing() throws IOException {
    assertThat(html(applied()))
        .doesNotContain("http://")
        .doesNotContain("https://")
        .doesNotContain("src=");
  }

  @Test
  void many_files_are_folded_and_few_are_not() throws IOException {
    Report refused = refused();
    List<Report.SourceFile> files = new ArrayList<>();
    for (int file = 0; file < 43; file++) {
      files.add(new Report.SourceFile("day <" + file + ">.json", 1_000));
    }
    String page =
        html(
            new Report(
                refused.run(),
                null,
                "indy",
                files,
                refused.startedAt(),
                refused.endedAt(),
                null,
                null,
                refused.result(),
                null,
                refused.rowCounts(),
                List.of(),
                refused.refusal(),
                List.of(),
                Outlook.NONE));
    assertThat(page)
        .contains("<dt>Files</dt><dd><details><summary>43, together 43,000 bytes</summary>")
        .contains("<div>day &lt;42&gt;.json, 1,000 bytes</div>");
    assertThat(html(refused)).contains("<dt>File</dt><dd>feed.ndjson, 0 bytes</dd>");
  }

  @Test
  void a_page_lists_the_gravest_first() throws IOException {
    String page = html(applied());
    assertThat(page.indexOf("MEMBER_INVALID")).isLessThan(page.indexOf("OPTIONAL_MEMBER_DROPPED"));
    assertThat(page.indexOf("OPTIONAL_MEMBER_DROPPED")).isLessThan(page.indexOf("LABEL_UNKNOWN"));
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
    Report refused = refused();
    return new Report(
        refused.run(),
        null,
        refused.format(),
        refused.files(),
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
