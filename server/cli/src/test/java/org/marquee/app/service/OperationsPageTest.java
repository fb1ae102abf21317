package org.marquee.app.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.access.Entitlement;
import org.marquee.access.Plan;
import org.marquee.access.Rate;
import org.marquee.app.Shell;
import org.marquee.app.Showbill;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.ingest.World;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;
import org.marquee.node.ServingNode;
import org.marquee.site.operator.NamesGuard;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.access.PostgresUsage;
import org.marquee.store.backup.PostgresBackupLog;
import org.marquee.store.run.PostgresAlarms;
import org.marquee.store.run.PostgresAlarms.Trouble;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.EmptyDatabases;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.TestDatabase;

/// The operator's page on the port of operations (docs/operators-page.md).
@NullMarked
class OperationsPageTest {
  private static final String PASSWORD = "correct horse battery";
  private static final String PAGE = "/operations";
  private static final String NAMES = "/operations/organizations";

  private final Instant noon = Instant.now().truncatedTo(ChronoUnit.DAYS).plusSeconds(43_200);
  private Shell shell = new Shell(Path.of(""));
  private @Nullable Database database;
  private @Nullable ServingNode node;
  private @Nullable TestDatabase test;
  private int port;

  /// An answer as text.
  private record Answer(int status, String head, String body) {
    Document page() {
      return Jsoup.parse(body);
    }
  }

  @BeforeEach
  void open(@TempDir Path home) {
    Database taken = EmptyDatabases.take();
    TestDatabase place = EmptyDatabases.place(taken);
    test = place;
    shell = new Shell(home, place);
    database = taken;
  }

  private Database database() {
    return Objects.requireNonNull(database);
  }

  private void serve(@Nullable String password) {
    ServingNode serving =
        ServingNode.withOperationsPage(
            database(), shell.home().resolve("reports"), new NamesGuard(password));
    node = serving;
    port = serving.operationsAddress().getPort();
  }

  @AfterEach
  void close() {
    if (node != null) {
      node.close();
    }
    EmptyDatabases.giveBack(database());
  }

  /// Asks from this machine.
  private Answer local(String target) throws IOException {
    return ask(target, "Host: 127.0.0.1:" + port);
  }

  private Answer ask(String target, String... fields) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      String request =
          "GET "
              + target
              + " HTTP/1.1\r\nConnection: close\r\n"
              + String.join("\r\n", fields)
              + "\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(UTF_8));
      String[] parts =
          new String(socket.getInputStream().readAllBytes(), UTF_8).split("\r\n\r\n", 2);
      return new Answer(Integer.parseInt(parts[0].split(" ", 3)[1]), parts[0], parts[1]);
    }
  }

  private void take(Showbill bill) {
    World.on(database()).take(bill.cinema(), Shrinking.REFUSED, bill.bytes()).rowCounts();
  }

  /// Imports it by the command, which writes a report.
  private String ingest(Showbill bill) throws IOException {
    Path file =
        Files.writeString(shell.home().resolve("feed.ndjson"), bill.header() + "\n" + bill.body());
    return shell
        .run("ingest", file.toString(), "--provider", bill.cinema(), "--json")
        .json()
        .get("run")
        .asString();
  }

  /// Four showtimes on this weekday in each of four weeks, one today, and six tomorrow.
  private Showbill thinToday() {
    Showbill bill = new Showbill("rex").takenAt(Instant.now());
    for (int week = 1; week <= 4; week++) {
      for (int show = 0; show < 4; show++) {
        bill = bill.line(bill.showtime("w" + week + show, "f", at(-7 * week, show)));
      }
    }
    bill = bill.line(bill.showtime("today", "f", at(0, 0)));
    for (int show = 0; show < 6; show++) {
      bill = bill.line(bill.showtime("tomorrow" + show, "f", at(1, show)));
    }
    return bill;
  }

  private String at(int days, int hour) {
    return noon.plus(days, ChronoUnit.DAYS).plus(hour, ChronoUnit.HOURS).toString();
  }

  @Test
  void sources_show_their_days_against_what_is_usual() throws IOException {
    take(thinToday());
    serve(null);
    Document page = local(PAGE).page();
    assertThat(page.select("#sources ~ ul h3").eachText()).containsExactly("rex");
    assertThat(page.select("#sources ~ ul .bars title").eachText()).hasSize(14);
    assertThat(page.select("#sources ~ ul .bars title").getFirst().text())
        .endsWith(": 1, usually 4");
    assertThat(page.select("#sources ~ ul .bars title").get(1).text()).endsWith(": 6, usually 0");
    assertThat(page.select("#sources ~ ul .bars .low")).hasSizeGreaterThanOrEqualTo(1);
    assertThat(page.select("#sources ~ ul").text())
        .contains(
            "Taken just now", "7 showtimes in the next 14 days", "marquee provider remove rex");
  }

  @Test
  void what_people_have_hidden_does_not_count() throws Exception {
    take(thinToday());
    try (Connection connection = Objects.requireNonNull(test).connect()) {
      String film =
          Sql.of("select id from film").first(connection, row -> row.getString("id")).orElseThrow();
      shell.run("correct", "hide", film, "--note", "A pub quiz.").succeeds();
    }
    serve(null);
    assertThat(local(PAGE).page().select("#sources ~ ul").text())
        .contains("No showtimes in the next 14 days");
  }

  @Test
  void imports_have_their_report_and_the_command_that_takes_the_last_one_back() throws IOException {
    String first = ingest(new Showbill("rex").takenAt(Instant.now().minusSeconds(60)).showtimes(3));
    String second = ingest(new Showbill("rex").takenAt(Instant.now()).showtimes(4));
    String refused = ingest(new Showbill("rex").takenAt(Instant.EPOCH).showtimes(4));
    serve(null);
    Document page = local(PAGE).page();
    assertThat(page.select(".runs > li code").eachText()).containsExactly(refused, second, first);
    assertThat(page.select(".runs > li").eachText())
        .satisfiesExactly(
            run -> assertThat(run).contains("4 read, 0 published, 4 refused"),
            run -> assertThat(run).contains("4 read, 4 published, 0 refused"),
            run -> assertThat(run).contains("3 read, 3 published, 0 refused"));
    assertThat(page.select(".runs pre").eachText())
        .containsExactly("marquee runs forget " + refused, "marquee undo " + second);
    String link = page.select(".runs a").get(1).attr("href");
    Answer report = local(link);
    assertThat(link).endsWith(second);
    assertThat(report.status()).isEqualTo(200);
    assertThat(report.page().title()).isNotEmpty();
    assertThat(report.body())
        .isEqualTo(Files.readString(shell.home().resolve("reports/" + second + ".html")));

    shell.run("runs", "forget", refused).succeeds();
    assertThat(local(PAGE).page().select(".runs pre").eachText())
        .containsExactly("marquee undo " + second);
    Files.delete(shell.home().resolve("reports/" + second + ".html"));
    assertThat(local(PAGE).page().select(".runs a")).hasSize(1);
    assertThat(local(link).status()).isEqualTo(404);
    for (String other : List.of("..", "%2e%2e%2ffeed", "x%00", "nothing")) {
      assertThat(local("/operations/runs/" + other).status()).as(other).isIn(400, 404);
    }
  }

  @Test
  void the_page_of_a_record_leads_to_the_one_that_explains_it() throws IOException {
    take(thinToday());
    serve(null);
    String id = RecordId.of(Kind.FILM, "rex", "f");
    String link = "/why/" + id;
    assertThat(local("/films/" + id).page().select("a[href=" + link + "]")).hasSize(1);
    Document page = local(link).page();
    assertThat(page.select("h2").eachText()).contains("Values, and what each source says");
    assertThat(page.select("main").text()).contains(id, "rex f");
    assertThat(local("/cinemas/" + RecordId.of(Kind.CINEMA, "rex", "rex")).body())
        .contains("/why/" + RecordId.of(Kind.CINEMA, "rex", "rex") + "?date=");
    Answer unknown = local("/why/fi_none");
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(unknown.body()).contains("marquee explain");
  }

  @Test
  void alarms_are_those_of_status_and_those_that_nodes_have_found() throws IOException {
    serve(null);
    // A backup that is under way has not failed.
    assertThat(new PostgresBackupLog(database()).begin(Instant.now(), null)).isTrue();
    assertThat(local(PAGE).page().select("#alarms ~ p").text()).isEqualTo("Nothing is wrong.");
    Files.writeString(shell.home().resolve("bad.ndjson"), "nonsense");
    shell.run("ingest", shell.home().resolve("bad.ndjson").toString(), "--provider", "lux");
    PostgresAlarms alarms = new PostgresAlarms(database());
    alarms.found(
        List.of(
            new Trouble("disk_low", "web1", "the disk of the home has 1 % left"),
            new Trouble("last_import_refused", "lux", "the last import was refused")));
    Document page = local(PAGE).page();
    assertThat(page.select(".alarmed code").eachText())
        .containsExactly("last_import_refused", "disk_low");
    assertThat(page.select(".alarmed").getFirst().text())
        .contains("lux", "FORMAT_UNKNOWN", "Began");
    alarms.settle(List.of("disk_low"), List.of());
    assertThat(local(PAGE).page().select(".alarmed")).hasSize(1);
  }

  private String sell() {
    book().createOrganization("acme-films");
    book().grant("acme-films", new Entitlement("standard", Instant.EPOCH, null));
    return book().issueKey("acme-films", "web", null).orElseThrow().key().id();
  }

  private PostgresAccess book() {
    return new PostgresAccess(database().pool());
  }

  @Test
  void names_of_organizations_are_shown_at_this_machine() throws IOException {
    String key = sell();
    serve(PASSWORD);
    for (String host : List.of("localhost:" + port, "127.0.0.1", "[::1]:" + port, "127.1.2.3")) {
      Answer answer = ask(PAGE, "Host: " + host);
      assertThat(answer.body()).as(host).contains("acme-films", "marquee key revoke " + key);
    }
    Document page = local(PAGE).page();
    assertThat(page.select("#customers ~ ul").text())
        .contains(
            "Plan standard",
            "No requests in the last 30 days",
            "marquee organization suspend acme-films");
    assertThat(page.select("#customers ~ ul .bars g")).hasSize(30);
    assertThat(local(NAMES).page().select("h3").eachText()).containsExactly("acme-films");
  }

  @Test
  void a_quota_and_its_alarm_are_shown_with_the_names() throws IOException {
    sell();
    book().createPlan(new Plan("ten", Optional.of(Rate.of(60)), true, OptionalLong.of(10)));
    book().grant("acme-films", new Entitlement("ten", Instant.now(), null));
    new PostgresUsage(database().pool())
        .spend(1, LocalDate.now(ZoneOffset.UTC).withDayOfMonth(1), Map.of("acme-films", 8L));
    new PostgresAlarms(database())
        .found(List.of(new Trouble("quota_low", "acme-films", "acme-films has used 8 of 10")));
    serve(null);
    Document page = local(PAGE).page();
    assertThat(page.select("#customers ~ ul").text()).contains("8 of 10 requests used, 2 left");
    assertThat(page.select(".alarmed code").eachText()).containsExactly("quota_low");
    Document elsewhere = ask(PAGE, "Host: localhost:" + port, "X-Forwarded-For: 10.0.0.7").page();
    assertThat(elsewhere.select(".alarmed")).isEmpty();
    assertThat(elsewhere.text()).doesNotContain("acme-films");
  }

  @Test
  void names_are_not_shown_to_who_comes_from_elsewhere() throws IOException {
    String key = sell();
    serve(null);
    String own = "Host: localhost:" + port;
    for (String forwarded :
        List.of(
            "X-Forwarded-For: 127.0.0.1",
            "Forwarded: for=127.0.0.1",
            "X-Real-IP: 127.0.0.1",
            "X-Forwarded-Proto: https",
            "X-Forwarded-For:",
            "Via: 1.1 proxy")) {
      Answer answer = ask(PAGE, own, forwarded);
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body())
          .as(forwarded)
          .doesNotContain("acme-films", key)
          .contains("MARQUEE_OPS_PASSWORD_FILE");
      assertThat(ask(NAMES, own, forwarded).status()).isEqualTo(403);
    }
    // A name of a page elsewhere that resolves to this machine is no host of this port at all.
    assertThat(ask(PAGE, "Host: evil.example").status()).isEqualTo(421);
    // The address of this machine in a network.
    assertThat(ask(PAGE, "Host: 192.168.1.10").body()).doesNotContain("acme-films", key);
  }

  @Test
  void elsewhere_names_are_shown_with_the_password_over_tls() throws IOException {
    sell();
    serve(PASSWORD);
    String host = "Host: localhost:" + port;
    String tls = "X-Forwarded-Proto: https";
    Answer locked = ask(PAGE, host, tls);
    assertThat(locked.body()).doesNotContain("acme-films");
    assertThat(locked.page().select("#customers ~ p a").attr("href")).isEqualTo(NAMES);
    Answer asked = ask(NAMES, host, tls);
    assertThat(asked.status()).isEqualTo(401);
    assertThat(asked.head()).contains("WWW-Authenticate: Basic realm=");
    assertThat(asked.body()).doesNotContain("acme-films");

    assertThat(ask(NAMES, host, tls, basic(PASSWORD)).body()).contains("acme-films");
    assertThat(ask(PAGE, host, "Forwarded: for=10.0.0.7;proto=https", basic(PASSWORD)).body())
        .contains("acme-films");
    for (String wrong :
        List.of(
            basic(PASSWORD + "x"),
            basic(""),
            "Authorization: Basic %%",
            "Authorization: Bearer " + PASSWORD)) {
      assertThat(ask(NAMES, host, tls, wrong).status()).as(wrong).isEqualTo(401);
    }
    // Nobody is asked for a password that everybody on the way could read.
    assertThat(ask(NAMES, host, "X-Forwarded-For: 10.0.0.7", basic(PASSWORD)).status())
        .isEqualTo(403);
    assertThat(ask(PAGE, host, "X-Forwarded-For: 10.0.0.7", basic(PASSWORD)).body())
        .doesNotContain("acme-films")
        .contains("https");
  }

  @Test
  void after_ten_wrong_passwords_from_an_address_the_right_one_waits() throws IOException {
    sell();
    serve(PASSWORD);
    String[] fields = {"Host: localhost:" + port, "X-Forwarded-Proto: https", basic("wrong")};
    for (int wrong = 1; wrong <= 10; wrong++) {
      assertThat(ask(NAMES, fields).status()).isEqualTo(401);
    }
    fields[2] = basic(PASSWORD);
    assertThat(ask(NAMES, fields).status()).isEqualTo(429);
    assertThat(ask(PAGE, fields).body()).doesNotContain("acme-films");
    assertThat(local(NAMES).body()).as("at this machine none is needed").contains("acme-films");
  }

  private static String basic(String password) {
    return "Authorization: Basic "
        + Base64.getEncoder().encodeToString(("anna:" + password).getBytes(UTF_8));
  }

  @Test
  void while_the_database_is_away_the_node_is_shown_alone() throws IOException {
    sell();
    serve(null);
    TestDatabase away = Objects.requireNonNull(test);
    away.shut();
    try {
      Answer answer = local(PAGE);
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.page().select("#alarms ~ p").text()).contains("cannot be read");
      assertThat(answer.page().select("#nodes ~ p").text()).contains("Marquee test");
      assertThat(answer.page().select("#sources, #runs")).isEmpty();
      assertThat(local(NAMES).status()).isEqualTo(503);
    } finally {
      away.reopen();
    }
  }

  @Test
  void the_page_is_there_in_every_language_and_has_nothing_inline() throws IOException {
    take(thinToday());
    sell();
    serve(null);
    for (String language : List.of("en", "de", "fr", "es")) {
      Answer answer = local(PAGE + "?lang=" + language);
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.head()).contains("style-src 'self'");
      assertThat(answer.page().select("html").attr("lang")).isEqualTo(language);
      assertThat(answer.page().select("[style], style, main script, form[method]")).isEmpty();
      assertThat(answer.page().select("main section[aria-labelledby]")).hasSize(5);
    }
  }
}
