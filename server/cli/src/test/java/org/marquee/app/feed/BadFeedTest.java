package org.marquee.app.feed;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.Repository;
import org.marquee.app.Shell;
import org.marquee.app.Showbill;
import org.marquee.fetch.Site;
import org.marquee.notice.Code;
import org.marquee.store.sql.MigratedDatabase;
import tools.jackson.databind.JsonNode;

/// Feeds as broken sources send them: what is stored stays, and the report gives the reason.
@NullMarked
class BadFeedTest {
  private static final int SHOWTIMES = 24;
  private static final Showbill REX = new Showbill("rex").showtimes(SHOWTIMES);

  @TempDir static Path folder = Path.of("");
  private static Shell shell = new Shell(Path.of(""));

  @BeforeAll
  static void open() throws IOException {
    shell = new Shell(folder.resolve("home"), MigratedDatabase.create());
    ingest("rex", REX.bytes()).succeeds();
  }

  /// What arrives in place of a newer feed of the same cinema.
  enum Broken {
    CUT_OFF(Code.FEED_CUT_OFF),
    CUT_OFF_GZIP(Code.FEED_CUT_OFF),
    BINARY(Code.FEED_NOT_TEXT),
    WEB_PAGE(Code.FEED_IS_A_PAGE),
    OLDER(Code.FEED_OLDER),
    ALL_LINES_WRONG(Code.NOTHING_ACCEPTED);

    private final Code code;

    Broken(Code code) {
      this.code = code;
    }

    byte[] bytes() {
      Showbill newer = REX.takenAt(Showbill.TAKEN.plusSeconds(60));
      byte[] sound = newer.bytes();
      return switch (this) {
        case CUT_OFF -> Arrays.copyOf(sound, sound.length - 20);
        case CUT_OFF_GZIP -> cut(Site.gzip(sound));
        case BINARY -> noise();
        case WEB_PAGE -> "<!doctype html>\n<title>Down for maintenance</title>\n".getBytes(UTF_8);
        case OLDER -> REX.takenAt(Showbill.TAKEN.minusSeconds(1)).bytes();
        case ALL_LINES_WRONG ->
            (newer.header()
                    + "\n"
                    + newer.body().replaceAll("\"(name|title|startsAt)\":\"[^\"]*\"", "\"$1\":7"))
                .getBytes(UTF_8);
      };
    }

    private static byte[] cut(byte[] bytes) {
      return Arrays.copyOf(bytes, bytes.length / 2);
    }

    private static byte[] noise() {
      byte[] bytes = new byte[5000];
      new Random(1).nextBytes(bytes);
      return bytes;
    }
  }

  /// A few kilobytes that unpack to twenty megabytes.
  @Test
  void a_compressed_bomb_is_refused_and_the_limit_can_be_raised() throws IOException {
    Showbill newer = REX.takenAt(Showbill.TAKEN.plusSeconds(60));
    byte[] bomb = Site.gzip((newer.header() + "\n" + " ".repeat(20_000_000)).getBytes(UTF_8));
    Path file = Files.write(folder.resolve("bomb.gz"), bomb);
    for (String[] command :
        List.of(new String[] {"ingest", "--provider", "rex"}, new String[] {"validate"})) {
      List<String> all = new ArrayList<>(List.of(command));
      all.addAll(List.of(file.toString(), "--largest", "19MB", "--json"));
      Shell.Done done = shell.run(all.toArray(String[]::new));
      assertThat(done.status()).isEqualTo(1);
      assertThat(done.json().toString())
          .contains(Code.FEED_TOO_LARGE.name(), "more than 19922944 bytes when unpacked");
    }
    assertThat(shell.run("validate", file.toString(), "--largest", "20MB", "--json").out())
        .doesNotContain(Code.FEED_TOO_LARGE.name());
    assertThat(shell.run("validate", file.toString(), "--largest", "much").err())
        .contains("'much' is not a size such as 500MB or 4GB");
  }

  @Test
  void broken_feeds_change_nothing() throws IOException {
    JsonNode before = shell.stored();
    for (Broken broken : Broken.values()) {
      Shell.Done done = ingest("rex", broken.bytes());
      assertThat(done.status()).as(broken + done.err()).isEqualTo(1);
      JsonNode report = done.json();
      assertThat(report.get("result").asString()).as(broken.name()).isEqualTo("refused");
      assertThat(report.at("/refusal/code").asString()).isEqualTo(broken.code.name());
      assertThat(shell.home().resolve("reports/" + report.get("run").asString() + ".json"))
          .exists();
      assertThat(shell.stored()).as(broken.name()).isEqualTo(before);
    }
    assertThat(shell.stored("rex", "showtime")).isEqualTo(SHOWTIMES);
  }

  @Test
  void a_refusal_is_explained_in_words() throws IOException {
    Path file = Files.write(folder.resolve("feed"), Broken.CUT_OFF.bytes());
    Shell.Done done = shell.run("ingest", file.toString(), "--provider", "rex");
    assertThat(done.fails("refused: " + Code.FEED_CUT_OFF.title()).err()).contains("report: ");
    assertThat(shell.run("status").succeeds().out()).contains("ALARM");
  }

  @Test
  void a_page_in_place_of_a_mapped_feed_is_named_with_its_heading() throws IOException {
    Path page =
        Files.writeString(
            folder.resolve("page.csv"),
            "<!-- 1 -->\n<!DOCTYPE html><html><head><title>Rex</title></head>"
                + "<body><h1 class=x>Please <b>log&nbsp;in</b></h1>, first</body></html>\n");
    for (String mapping : List.of("harbour.yaml", "page.yaml")) {
      Path columns = folder.resolve("page.yaml");
      Files.writeString(
          columns,
          "format: csv\ncsv: {columns: [Film, Start, House]}\nrecords: [{kind: showtime, fields:"
              + " {title: Film, startsAt: Start, cinema: House}}]\n");
      Path file = mapping.equals("page.yaml") ? columns : Repository.path("docs/examples", mapping);
      Shell.Done done = shell.run("validate", page.toString(), "--mapping", file.toString());
      assertThat(done.fails("page.csv: “Please log in”").out())
          .startsWith("refused: This is a web page, not a feed.")
          .doesNotContain("--format");
    }
    shell
        .run("validate", page.toString(), "--format", "ocapi")
        .fails("This is a web page, not a feed.");
    shell.run("validate", page.toString(), "--format", "schema-org").fails("no schema.org showing");
  }

  @Test
  void a_shrunk_feed_is_taken_if_that_is_meant() throws IOException {
    Showbill many = new Showbill("roxy").showtimes(SHOWTIMES);
    Showbill few = new Showbill("roxy").showtimes(2).takenAt(Showbill.TAKEN.plusSeconds(60));
    ingest("roxy", many.bytes()).succeeds();
    ingest("roxy", few.bytes()).fails("FEED_SHRUNK");
    assertThat(shell.run("status").out())
        .contains("the last import was refused: FEED_SHRUNK: it would withdraw")
        .contains("more than half of the upcoming showtimes. ", "import it with --accept-shrink");
    assertThat(shell.stored("roxy", "showtime")).isEqualTo(SHOWTIMES);
    ingest("roxy", few.bytes(), "--accept-shrink").succeeds();
    assertThat(shell.stored("roxy", "showtime")).isEqualTo(2);
  }

  @Test
  void wrong_lines_in_the_middle_do_not_stop_the_rest() throws IOException {
    Showbill bill = new Showbill("gem");
    Showbill mixed =
        bill.line(bill.showtime(1))
            .line("{\"type\":\"showtime\",")
            .line("[]")
            .line("{\"type\":\"matinee\",\"externalId\":\"m\"}")
            .line(bill.showtime("lost", "nowhere", "2026-12-01T20:00:00Z"))
            .line(bill.showtime("never", "f", "2026-02-30T20:00:00Z"))
            .line(bill.showtime("late", "f", "2026-12-01T25:00:00Z"))
            .line("{\"type\":\"film\",\"externalId\":\"latin\",\"title\":\"Am\u00e9lie\"}")
            .line(bill.showtime(2));
    byte[] latin = (mixed.header() + "\n" + mixed.body()).getBytes(ISO_8859_1);
    Shell.Done done = ingest("gem", latin).succeeds();
    JsonNode lines = done.json().get("lines");
    assertThat(lines.at("/total/refused").asInt()).isEqualTo(7);
    assertThat(lines.at("/showtime/added").asInt()).isEqualTo(2);
    assertThat(shell.stored("gem", "showtime")).isEqualTo(2);
    assertThat(shell.stored("gem", "film")).isEqualTo(1);
    assertThat(done.err()).contains("LINE_UNREADABLE", "REFERENCE_UNKNOWN", "MEMBER_INVALID");
  }

  @Test
  void a_wrong_line_does_not_withdraw_what_it_names() throws IOException {
    Showbill bill = new Showbill("regal");
    ingest("regal", bill.showtimes(2).bytes()).succeeds();
    Showbill wrong =
        bill.line(bill.showtime(1))
            .line(bill.showtime("s2", "f", "tomorrow"))
            .takenAt(Showbill.TAKEN.plusSeconds(60));
    ingest("regal", wrong.bytes()).succeeds();
    assertThat(shell.stored("regal", "showtime")).isEqualTo(2);
  }

  @Test
  void a_dry_run_says_what_would_become_of_it_and_changes_nothing() throws IOException {
    JsonNode before = shell.run("provider", "list", "--json").json();
    Shell.Done done = ingest("new", new Showbill("new").showtimes(3).bytes(), "--dry-run");
    assertThat(done.succeeds().json().get("result").asString()).isEqualTo("dry-run");
    assertThat(done.json().at("/lines/showtime/added").asInt()).isEqualTo(3);
    assertThat(shell.run("provider", "list", "--json").json().size()).isEqualTo(before.size());
  }

  @Test
  void a_missing_file_is_reported() {
    JsonNode before = shell.stored();
    shell
        .run("ingest", folder + "/missing", "--provider", "rex")
        .fails("there is no file " + folder + "/missing");
    shell.run("ingest", "" + folder, "--provider", "rex").fails("is a folder. Name its files");
    shell.run("validate", folder + "/missing").fails("there is no file");
    assertThat(shell.stored()).isEqualTo(before);
  }

  @Test
  void a_missing_or_broken_cinema_file_is_reported() throws IOException {
    String feed = "" + Files.write(folder.resolve("feed"), REX.bytes());
    String described = folder.resolve("cinema.json").toString();
    shell
        .run("ingest", feed, "--provider", "rex", "--cinema", described)
        .fails("there is no file " + described);
    Files.writeString(Path.of(described), "{");
    shell.run("ingest", feed, "--provider", "rex", "--cinema", described).fails("cinema.json");
  }

  @Test
  void an_address_without_a_feed_is_reported() throws IOException {
    JsonNode before = shell.stored();
    HttpServer server = server(404, "no such feed".getBytes(UTF_8));
    String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/feed";
    try {
      shell.run("ingest", address, "--provider", "rex").fails("HTTP 404 from " + address);
    } finally {
      server.stop(0);
    }
    shell.run("ingest", address, "--provider", "rex").fails(address + ": cannot connect");
    assertThat(shell.stored()).isEqualTo(before);
  }

  @Test
  void a_feed_is_fetched_from_its_address() throws IOException {
    HttpServer server = server(200, Site.gzip(new Showbill("far").showtimes(2).bytes()));
    try {
      String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/feed.gz";
      Shell.Done done = shell.run("ingest", address, "--provider", "far", "--json").succeeds();
      assertThat(done.json().at("/files/0/name").asString()).isEqualTo(address);
    } finally {
      server.stop(0);
    }
    assertThat(shell.stored("far", "showtime")).isEqualTo(2);
  }

  private static Shell.Done ingest(String provider, byte[] feed, String... more)
      throws IOException {
    Path file = Files.write(folder.resolve("feed"), feed);
    List<String> words = new ArrayList<>(List.of("ingest", "" + file, "--provider", provider));
    words.add("--json");
    words.addAll(List.of(more));
    return shell.run(words.toArray(String[]::new));
  }

  private static HttpServer server(int status, byte[] body) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return server;
  }
}
