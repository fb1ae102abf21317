package org.marquee.site.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.files.WorkFiles;
import org.marquee.ingest.World;
import org.marquee.node.Caller;
import org.marquee.node.RunningService;
import org.marquee.notice.Code;
import org.marquee.site.frame.CheckLimits;
import org.marquee.site.frame.OtherSites;
import org.marquee.site.frame.SiteSettings;
import org.marquee.store.sql.Revisions;
import org.marquee.store.sql.Sql;

/// `/validate` over a real service: what is sent, what is answered, and that nothing of it stays.
@NullMarked
class ValidatorTest {
  private static final int LARGEST = 2 << 20;
  private static final RunningService SERVICE =
      RunningService.withPages(site(SiteSettings.Audience.PUBLIC, 0));
  private static final Instant SOON = soon();

  private static Instant soon() {
    return Instant.now().plus(Duration.ofHours(30)).truncatedTo(ChronoUnit.HOURS);
  }

  private static SiteSettings site(SiteSettings.Audience checkers, int perMinute) {
    return new SiteSettings(
        "Rex Guide",
        null,
        null,
        null,
        SiteSettings.Audience.PUBLIC,
        SiteSettings.Indexing.RECORDS,
        "http",
        0,
        checkers,
        new CheckLimits(LARGEST, Duration.ofSeconds(20), perMinute),
        OtherSites.NONE);
  }

  @AfterAll
  static void stop() {
    SERVICE.close();
  }

  private static URI address(String target) {
    return URI.create("http://127.0.0.1:" + SERVICE.port() + target);
  }

  private static HttpResponse<String> post(String target, byte[] body, String... fields) {
    return send(HttpRequest.newBuilder(address(target)), body, fields);
  }

  /// Sends a feed, again where the check of one whose sender has left still has the place.
  private static HttpResponse<String> send(
      HttpRequest.Builder request, byte[] body, String... fields) {
    HttpRequest.Builder post =
        (fields.length == 0 ? request : request.headers(fields))
            .POST(BodyPublishers.ofByteArray(body));
    Instant end = Instant.now().plusSeconds(20);
    HttpResponse<String> answer = Caller.send(post, BodyHandlers.ofString());
    while (answer.statusCode() == 503 && Instant.now().isBefore(end)) {
      LockSupport.parkNanos(5_000_000);
      answer = Caller.send(post, BodyHandlers.ofString());
    }
    return answer;
  }

  /// A body as browsers send a form.
  private static HttpResponse<String> form(String file, byte[] content, String format) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(
        "--frontier\r\nContent-Disposition: form-data; name=\"feed\"; filename=\"%s\"\r\nContent-Type: application/octet-stream\r\n\r\n"
            .formatted(file)
            .getBytes(UTF_8));
    body.writeBytes(content);
    body.writeBytes(
        "\r\n--frontier\r\nContent-Disposition: form-data; name=\"format\"\r\n\r\n%s\r\n--frontier--\r\n"
            .formatted(format)
            .getBytes(UTF_8));
    return post(
        "/validate", body.toByteArray(), "Content-Type", "multipart/form-data; boundary=frontier");
  }

  private static Document report(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return Jsoup.parse(answer.body());
  }

  private static byte[] feed(String... more) {
    return Stream.concat(
            Stream.of(
                World.header("full", Instant.now().toString(), ""),
                """
                {"type":"cinema","externalId":"rex","name":"Rex <b>&","timeZone":"America/New_York","location":\
                {"countryCode":"US","locality":"Saltmarch","postcode":"10001"}}\
                """,
                "{\"type\":\"film\",\"externalId\":\"a\",\"title\":\"<script>alert(1)</script>\",\"durationMinutes\":90}",
                showtime("1", SOON.toString())),
            Stream.of(more))
        .reduce("", (all, line) -> all + line + "\n")
        .getBytes(UTF_8);
  }

  private static String showtime(String id, String at) {
    return "{\"type\":\"showtime\",\"externalId\":\"%s\",\"film\":\"a\",\"cinema\":\"rex\",\"startsAt\":\"%s\"}"
        .formatted(id, at);
  }

  private static long count(String sql) {
    try (Connection connection = SERVICE.database().pool().getConnection()) {
      return Sql.of(sql).number(connection);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void the_report_begins_with_what_readers_would_see_and_shows_each_notice_with_its_page() {
    Document page =
        report(
            post(
                "/validate?name=rex.ndjson",
                feed(showtime("2", "tomorrow")),
                "Content-Type",
                "application/x-www-form-urlencoded"));
    assertThat(page.select("h1").text()).isEqualTo("rex.ndjson");
    assertThat(page.select(".checked .report > p").getFirst().text())
        .isEqualTo("1 of 2 showtimes would be published: 1 is refused (see the errors)");
    assertThat(page.select(".checked .card").text())
        .contains(Code.MEMBER_INVALID.title(), Code.MEMBER_INVALID.consequence());
    assertThat(page.select(".checked .examples td").eachText()).contains("line 5", "tomorrow");
    assertThat(page.select(".checked .card a").attr("href"))
        .isEqualTo("/notices/" + Code.MEMBER_INVALID);
    assertThat(page.select("[aria-labelledby=not-run] code").eachText())
        .containsExactly("FEED_OLDER", "FEED_SHRUNK", "CINEMA_KEPT", "CINEMA_RECOVERED");
    assertThat(page.select(".checking li").text()).contains("tomorrow");
  }

  @Test
  void the_cinema_is_shown_as_its_page_would_show_it_and_markup_in_the_feed_is_text() {
    Document page = report(form("rex.ndjson", feed(), "marquee"));
    assertThat(page.select("h1").text()).isEqualTo("rex.ndjson");
    assertThat(page.select(".preview > h3").text()).isEqualTo("Rex <b>&");
    assertThat(page.select(".preview .film h3").text()).isEqualTo("<script>alert(1)</script>");
    assertThat(page.select(".preview .clock").text()).contains("America/New_York");
    assertThat(page.select(".preview time").eachAttr("datetime")).containsExactly(SOON.toString());
    assertThat(page.select(".preview a")).isEmpty();
    assertThat(page.select("script")).hasSize(1);
  }

  @Test
  void nothing_is_stored() throws IOException {
    Set<Path> others = folders();
    long before = count("select n from revision");
    report(form("rex.ndjson", feed(), ""));
    report(post("/validate", "no feed".getBytes(UTF_8)));
    assertThat(count("select n from revision")).isEqualTo(before);
    assertThat(count("select count(*) from cinema")).isZero();
    assertThat(count("select count(*) from run")).isZero();
    awaitGone(others);
  }

  /// The folders of feeds that are checked now, or were when a program was killed.
  private static Set<Path> folders() throws IOException {
    Path other = WorkFiles.newFile("other-");
    Files.delete(other);
    try (Stream<Path> all = Files.list(other.getParent())) {
      return all.filter(each -> each.getFileName().toString().startsWith("check-"))
          .collect(toSet());
    }
  }

  /// Waits for the folders that were made meanwhile, also by other tests: a client has its answer a
  /// moment before its file is deleted.
  private static void awaitGone(Set<Path> before) throws IOException {
    Set<Path> made = folders();
    made.removeAll(before);
    Instant end = Instant.now().plusSeconds(20);
    while (made.stream().anyMatch(Files::exists)) {
      assertThat(Instant.now()).isBefore(end);
      LockSupport.parkNanos(5_000_000);
    }
  }

  @Test
  void what_is_found_is_sent_before_the_check_is_over() throws Exception {
    String[] many =
        IntStream.range(10, 9_000)
            .mapToObj(each ->
                showtime(
                    "s" + each, each == 10 ? "tomorrow" : SOON.plusSeconds(60L * each).toString()))
            .toArray(String[]::new);
    try (Connection holder = SERVICE.database().connect("import test")) {
      holder.setAutoCommit(false);
      Revisions.begin(holder);
      HttpResponse<InputStream> answer =
          Caller.send(
              HttpRequest.newBuilder(address("/validate"))
                  .POST(BodyPublishers.ofByteArray(feed(many))),
              BodyHandlers.ofInputStream());
      try (InputStream body = answer.body()) {
        StringBuilder text = new StringBuilder();
        byte[] buffer = new byte[8192];
        while (text.indexOf("tomorrow") < 0) {
          int count = body.read(buffer);
          assertThat(count).isPositive();
          text.append(new String(buffer, 0, count, UTF_8));
        }
        // The database has not been had yet.
        assertThat(text).doesNotContain("class=\"checked\"");
        holder.rollback();
        assertThat(new String(body.readAllBytes(), UTF_8)).contains("would be published");
      }
    }
  }

  @Test
  void an_import_does_not_wait_for_a_check() throws Exception {
    CompletableFuture<HttpResponse<String>> check;
    try (Connection first = SERVICE.database().connect("import first");
        Connection second = SERVICE.database().connect("import second")) {
      first.setAutoCommit(false);
      // It comes to the film last, and keeps the check at work while that has the turn.
      Sql.of("lock table film in share mode").run(first);
      check = CompletableFuture.supplyAsync(() -> post("/validate", feed()));
      awaitCheck("wait_event = 'relation'", 1);
      second.setAutoCommit(false);
      // By itself the check would give up after longer.
      Sql.of("set lock_timeout = '5s'").run(second);
      assertThat(Revisions.begin(second)).isPositive();
      second.rollback();
      first.rollback();
    }
    // Afterwards the check begins anew.
    assertThat(report(check.get()).select(".verdict").text())
        .startsWith("1 of 1 showtime would be published");
  }

  /// @param doing what its session does at the moment
  private static void awaitCheck(String doing, int sessions) {
    String sql =
        "select count(*) from pg_stat_activity where application_name like 'marquee check%' and "
            + doing;
    Instant end = Instant.now().plusSeconds(20);
    while (count(sql) != sessions) {
      assertThat(Instant.now()).isBefore(end);
      LockSupport.parkNanos(5_000_000);
    }
  }

  @Test
  void a_check_ends_when_nobody_waits_for_its_report() throws Exception {
    try (Connection first = SERVICE.database().connect("import first")) {
      first.setAutoCommit(false);
      Sql.of("lock table film in share mode").run(first);
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), SERVICE.port())) {
        byte[] feed = feed();
        socket
            .getOutputStream()
            .write(
                "POST /validate HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
                    .formatted(feed.length)
                    .getBytes(UTF_8));
        socket.getOutputStream().write(feed);
        awaitCheck("wait_event = 'relation'", 1);
      }
      // By itself it would wait for the table for 10 seconds.
      awaitCheck("true", 0);
      first.rollback();
    }
  }

  @Test
  void two_checks_at_once_follow_each_other() {
    List<CompletableFuture<HttpResponse<String>>> both =
        Stream.of("a", "b")
            .map(name ->
                CompletableFuture.supplyAsync(() ->
                    send(HttpRequest.newBuilder(operations("/validate?name=" + name)), feed())))
            .toList();
    both.forEach(each ->
        assertThat(report(each.join()).select(".verdict").text()).contains("1 of 1 showtime"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=x"
      })
  void what_is_no_form_and_no_feed_gets_an_answer(String type) {
    byte[] body = "--x\r\n\r\nhalf a form".getBytes(UTF_8);
    HttpResponse<String> answer =
        type.isEmpty() ? post("/validate", body) : post("/validate", body, "Content-Type", type);
    assertThat(answer.statusCode()).isEqualTo(type.isEmpty() ? 200 : 400);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/html; charset=utf-8");
  }

  @Test
  void a_format_can_be_named_and_must_be_one() {
    assertThat(form("rex.json", feed(), "nothing").statusCode()).isEqualTo(400);
    assertThat(report(form("rex.json", feed(), "veezi")).select(".verdict").text())
        .startsWith("refused: ");
  }

  @Test
  void a_file_that_is_too_large_is_refused_with_a_page_packed_or_not() throws IOException {
    HttpResponse<String> answer = post("/validate", new byte[LARGEST + (1 << 20)]);
    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(Jsoup.parse(answer.body()).select("main p").text()).startsWith("The file is larger");
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(packed)) {
      out.write(feed());
      for (int megabyte = 0; megabyte < 64; megabyte++) {
        out.write(" ".repeat(1 << 20).getBytes(UTF_8));
      }
    }
    assertThat(report(post("/validate", packed.toByteArray())).select(".verdict").text())
        .contains(Code.FEED_TOO_LARGE.title().replaceFirst("\\.$", ""));
  }

  @Test
  void a_page_of_others_sends_nothing_through_the_browser_of_a_visitor() {
    for (String site : List.of("cross-site", "same-site")) {
      assertThat(post("/validate", feed(), "Sec-Fetch-Site", site).statusCode())
          .as(site)
          .isEqualTo(403);
    }
    assertThat(post("/validate", feed(), "Origin", "http://evil.example").statusCode())
        .isEqualTo(403);
    assertThat(post("/validate", feed(), "Origin", "null").statusCode()).isEqualTo(403);
    report(post("/validate", feed(), "Origin", "http://127.0.0.1:" + SERVICE.port()));
    assertThat(SERVICE.ask("/validate").headers().firstValue("Referrer-Policy"))
        .hasValue("same-origin");
  }

  @Test
  void a_client_that_leaves_in_the_middle_leaves_nothing() throws IOException {
    Set<Path> others = folders();
    for (int round = 0; round < 6; round++) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), SERVICE.port())) {
        socket
            .getOutputStream()
            .write(
                "POST /validate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\nhalf"
                    .getBytes(UTF_8));
      }
    }
    assertThat(report(post("/validate", feed())).select(".verdict").text()).contains("1 of 1");
    awaitGone(others);
  }

  @Test
  void a_form_whose_fields_are_a_file_is_refused() {
    byte[] body =
        ("--frontier\r\nContent-Disposition: form-data; name=\"head\"\r\n\r\n"
                + "a,b\n".repeat(300_000)
                + "\r\n--frontier--\r\n")
            .getBytes(UTF_8);
    assertThat(
            post("/validate", body, "Content-Type", "multipart/form-data; boundary=frontier")
                .statusCode())
        .isEqualTo(400);
  }

  @Test
  void the_port_of_operations_checks_too() {
    HttpResponse<String> answer = send(HttpRequest.newBuilder(operations("/validate")), feed());
    assertThat(report(answer).select(".verdict").text()).startsWith("1 of 1 showtime");
  }

  private static URI operations(String target) {
    return URI.create("http://127.0.0.1:" + SERVICE.operationsAddress().getPort() + target);
  }

  @Test
  void operators_keep_a_report_and_show_it_by_its_link() {
    Document page =
        report(send(HttpRequest.newBuilder(operations("/validate?keep=yes&name=r")), feed()));
    String link = page.select(".kept a").attr("href");
    assertThat(link).matches("/validate/[0-9a-f]{32}");
    HttpResponse<String> kept = SERVICE.operations(link);
    assertThat(report(kept).select("h1").text()).isEqualTo("r");
    assertThat(report(kept).select(".verdict").text()).startsWith("1 of 1 showtime");
    assertThat(report(kept).select(".preview .film h3").text())
        .isEqualTo("<script>alert(1)</script>");
    assertThat(kept.headers().firstValue("X-Robots-Tag")).hasValue("noindex");
    assertThat(SERVICE.operations("/validate/" + "0".repeat(32)).statusCode()).isEqualTo(404);
    HttpResponse<String> unkept =
        send(HttpRequest.newBuilder(operations("/validate?keep=no")), feed());
    assertThat(report(unkept).select(".kept")).isEmpty();
  }

  @Test
  void nobody_keeps_a_report_or_has_a_feed_fetched_on_the_public_port() throws IOException {
    Document page = report(post("/validate?keep=yes", feed()));
    assertThat(page.select(".kept")).isEmpty();
    assertThat(page.select("input[name=keep], input[name=url]")).isEmpty();
    Document form =
        Jsoup.parse(
            SERVICE
                .ask("/validate?url=http://127.0.0.1:" + SERVICE.port() + "/robots.txt&keep=yes")
                .body());
    assertThat(form.select("form.upload")).hasSize(1);
    assertThat(form.select(".verdict")).isEmpty();
    String kept =
        report(send(HttpRequest.newBuilder(operations("/validate?keep=yes")), feed()))
            .select(".kept a")
            .attr("href");
    assertThat(SERVICE.ask(kept).statusCode()).isEqualTo(404);
  }

  @Test
  void operators_have_a_feed_fetched() throws IOException {
    // The tests allow this machine by its address alone.
    String here = "http://127.0.0.1:" + SERVICE.port() + "/robots.txt?token=secret";
    HttpResponse<String> answer =
        SERVICE.operations("/validate?keep=yes&url=" + URLEncoder.encode(here, UTF_8));
    Document page = report(answer);
    assertThat(page.select("h1").text()).endsWith("/robots.txt?token=…");
    assertThat(page.select(".verdict").text()).startsWith("refused: ");
    assertThat(SERVICE.operations(page.select(".kept a").attr("href")).body())
        .doesNotContain("secret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://[::1]/",
        "http://169.254.169.254/latest/meta-data",
        "http://10.0.0.1/",
        "file:///etc/passwd",
        "no address",
        "http:///x"
      })
  void an_address_that_is_not_public_is_not_asked(String address) {
    HttpResponse<String> answer =
        SERVICE.operations("/validate?url=" + URLEncoder.encode(address, UTF_8));
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(Jsoup.parse(answer.body()).select("[role=alert]").text())
        .startsWith("The feed could not be fetched.")
        .containsPattern("is not on the public internet|it is not an address");
  }

  @Test
  void where_it_is_not_public_there_is_neither_a_page_nor_a_link() {
    try (RunningService other =
        RunningService.withPages(site(SiteSettings.Audience.OPERATORS, 0))) {
      assertThat(other.ask("/validate").statusCode()).isEqualTo(404);
      assertThat(
              send(
                      HttpRequest.newBuilder(
                          URI.create("http://127.0.0.1:" + other.port() + "/validate")),
                      feed())
                  .statusCode())
          .isEqualTo(404);
      assertThat(other.ask("/").body()).doesNotContain("/validate");
      assertThat(other.operations("/validate").statusCode()).isEqualTo(200);
      assertThat(other.operations("/").body()).contains("/validate");
    }
  }

  @Test
  void an_address_sends_so_many_feeds_a_minute() {
    try (RunningService other = RunningService.withPages(site(SiteSettings.Audience.PUBLIC, 2))) {
      URI address = URI.create("http://127.0.0.1:" + other.port() + "/validate");
      for (int time = 1; time <= 3; time++) {
        HttpResponse<String> answer = send(HttpRequest.newBuilder(address), feed());
        assertThat(answer.statusCode()).isEqualTo(time == 3 ? 429 : 200);
        assertThat(answer.headers().firstValue("Retry-After").isPresent()).isEqualTo(time == 3);
      }
      assertThat(other.ask("/validate").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void the_form_is_a_page_in_four_languages() {
    for (String language : List.of("en", "de", "fr", "es")) {
      Document page = Jsoup.parse(SERVICE.ask("/validate?lang=" + language).body());
      assertThat(page.select("html").attr("lang")).isEqualTo(language);
      assertThat(page.select("form.upload option").eachText()).contains("marquee", "veezi");
      assertThat(page.select("main pre").text()).contains("curl --data-binary @FILE");
    }
  }
}
