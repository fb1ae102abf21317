package org.marquee.site.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.Repository;
import org.marquee.node.RunningService;
import org.marquee.site.frame.CheckLimits;
import org.marquee.site.frame.OtherSites;
import org.marquee.site.frame.SiteSettings;

/// The page of `/validate` for a file that no format fits, over a real service: a form that carries
/// the first rows with it, and needs no script.
@NullMarked
class MappingPageTest {
  private static final RunningService SERVICE =
      RunningService.withPages(
          new SiteSettings(
              "Rex Guide",
              null,
              null,
              null,
              SiteSettings.Audience.PUBLIC,
              SiteSettings.Indexing.RECORDS,
              "http",
              0,
              SiteSettings.Audience.PUBLIC,
              new CheckLimits(2 << 20, Duration.ofSeconds(20), 0),
              OtherSites.NONE));
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @AfterAll
  static void stop() {
    CLIENT.close();
    SERVICE.close();
  }

  private static Document post(String target, Map<String, String> fields, byte[] file)
      throws IOException, InterruptedException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    fields.forEach((name, value) ->
        body.writeBytes(
            "--frontier\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n"
                .formatted(name, value)
                .getBytes(UTF_8)));
    if (file.length > 0) {
      body.writeBytes(
          "--frontier\r\nContent-Disposition: form-data; name=\"feed\"; filename=\"sheet.csv\"\r\n\r\n"
              .getBytes(UTF_8));
      body.writeBytes(file);
      body.writeBytes("\r\n".getBytes(UTF_8));
    }
    body.writeBytes("--frontier--\r\n".getBytes(UTF_8));
    HttpResponse<String> answer =
        CLIENT.send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + SERVICE.port() + target))
                .header("Content-Type", "multipart/form-data; boundary=frontier")
                .POST(BodyPublishers.ofByteArray(body.toByteArray()))
                .build(),
            BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return Jsoup.parse(answer.body());
  }

  /// The page again, as a browser sends its form.
  private static Document again(Document page, String field, String value)
      throws IOException, InterruptedException {
    Map<String, String> fields = new LinkedHashMap<>();
    for (Element each : page.select("form.upload [name]")) {
      fields.put(
          each.attr("name"), each.normalName().equals("textarea") ? each.wholeText() : each.val());
    }
    assertThat(fields).containsKey("set." + field).hasSizeLessThanOrEqualTo(20);
    fields.put("set." + field, value);
    return post(page.select("form.upload").attr("action"), fields, new byte[0]);
  }

  private static byte[] sheet() throws IOException {
    return Files.readAllBytes(Repository.path("docs/examples/harbour.csv"));
  }

  @Test
  void a_table_that_no_format_fits_gets_the_page_of_its_mapping() throws Exception {
    Document page = post("/validate", Map.of(), sheet());
    assertThat(page.select("h1").text()).isEqualTo("sheet.csv");
    assertThat(page.select("#columns option").eachAttr("value")).contains("Film", "House");
    assertThat(page.select("label:has(.unsure) code").eachText())
        .contains("dayEnds", "without", "cinema", "zone", "countryCode", "locality", "postcode");
    assertThat(page.select("pre").text())
        .startsWith("about: Made by looking at sheet.csv")
        .contains("# ? dayEnds", "title: Film");
  }

  @Test
  void an_answer_posts_the_form_and_keeps_those_before_it() throws Exception {
    Document page = post("/validate?lang=de", Map.of(), sheet());
    assertThat(page.select("form.upload").attr("action")).contains("lang=de");
    for (String[] each :
        new String[][] {
          {"dayEnds", "06:00"},
          {"without", "Status:cancelled"},
          {"cinema", "House"},
          {"zone", "Europe/London"},
          {"countryCode", "GB"},
          {"locality", "=Elmet"},
          {"postcode", "=LS9 1AA"}
        }) {
      page = again(page, each[0], each[1]);
    }
    assertThat(page.select(".unsure")).isEmpty();
    assertThat(page.select("h2").getFirst().text()).startsWith("2 von 2");
    assertThat(page.select("main li").eachText())
        .contains("Sun 22 Nov 2026 00:30 (Europe/London) Tidewater Rex, Saltmarch Bay screen 1");
    Document wrong = again(page, "zone", "Nowhere");
    assertThat(wrong.select("[role=alert]").text()).contains("as Europe/Berlin");
    assertThat(wrong.select("[name=set.postcode]").val()).isEqualTo("=LS9 1AA");
    assertThat(again(page, "screenName", "-").select("pre").text()).doesNotContain("screenName");
  }

  @Test
  void letters_of_windows_stay_what_they_are_from_form_to_form() throws Exception {
    byte[] sheet =
        "Título;Cine;Fecha;Hora\nAna y los lobos €;Doré;24/11/2026;20.30\n"
            .getBytes(Charset.forName("windows-1252"));
    Document page = again(post("/validate", Map.of(), sheet), "zone", "Europe/Madrid");
    assertThat(page.select("label:has(.unsure)").text()).contains("Ana y los lobos €", "Doré");
    Document answered = again(page, "encoding", "windows-1252");
    assertThat(answered.select("pre").text()).contains("encoding: windows-1252");
  }

  @Test
  void what_a_file_says_is_text_on_the_page() throws Exception {
    String sheet =
        "Film<b>,Kino,Datum,Zeit\n</textarea><script>alert(1)</script>,\"Rex\"\" onload=x\",24.11.2026,20:15\n";
    Document page = post("/validate", Map.of("name", "x"), sheet.getBytes(UTF_8));
    assertThat(page.select("main script, main b, [onload]")).isEmpty();
    assertThat(page.select("textarea").getFirst().wholeText()).contains("</textarea><script>");
    assertThat(page.select("pre").text()).contains("Datum");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"shows\": [%s]}", "[%s]", "%s"})
  void a_long_document_is_cut_between_its_rows(String document) throws Exception {
    String rows =
        IntStream.range(0, 400)
            .mapToObj(
                ("{\"film\": {\"title\": \"Tide, [%1$d] \\\"\"}, \"start\": \"2026-11-25T20:00\", \"cinema\": \"Rex\", \"tags\": [{\"a\": 1}, {\"a\": 2}], \"text\": \""
                        + "Rain. ".repeat(120)
                        + "\"}")
                    ::formatted)
            .collect(joining(document.equals("%s") ? "\n" : ","));
    Document page = post("/validate", Map.of(), document.formatted(rows).getBytes(UTF_8));
    assertThat(page.select("main").text()).contains("Tide, [0] \"", "Rex");
    assertThat(page.select("h2").getFirst().text()).matches("0 of \\d{3} .*");
    Document zoned = again(page, "zone", "Europe/London");
    assertThat(zoned.select("pre").text()).contains("Europe/London");
    // The rows behind the cut are asked about until that is answered.
    Element asked = zoned.select("label:has([name=set.lookedAt])").getFirst();
    assertThat(asked.text()).contains("open question only the first");
    Document accepted = again(zoned, "lookedAt", asked.select("code").getLast().text());
    assertThat(accepted.select("label:has(.unsure)").text()).doesNotContain("only the first");
  }

  @Test
  void a_file_without_times_and_one_of_a_known_format_get_their_report() throws Exception {
    Document page = post("/validate", Map.of(), "a,b\n1,2\n".getBytes(UTF_8));
    assertThat(page.select("form.upload")).isEmpty();
    assertThat(page.text()).contains("FORMAT_UNKNOWN");
    Document known =
        post(
            "/validate", Map.of(), Files.readAllBytes(Repository.path("docs/examples/rex.ndjson")));
    assertThat(known.select("form.upload")).isEmpty();
  }
}
