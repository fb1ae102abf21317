package org.marquee.app.feed;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.JavaProcess;
import org.marquee.app.Shell;
import org.marquee.app.Showbill;
import org.marquee.store.sql.MigratedDatabase;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Collecting, replaying and undoing as they are typed.
@NullMarked
class CollectCommandTest {
  private Shell shell = new Shell(Path.of(""));

  @BeforeEach
  void open(@TempDir Path home) {
    shell = new Shell(home, MigratedDatabase.create());
  }

  private void plan(String yaml) throws IOException {
    Files.writeString(shell.home().resolve("providers.yaml"), yaml);
  }

  private static final String REX =
      """
      providers:
        - name: rex
          files: rex.ndjson
      """;

  @Test
  void a_feed_of_which_nothing_is_published_fails() throws IOException {
    plan(REX);
    new Showbill("rex")
        .line("{\"type\":\"showtime\",\"externalId\":\"1\",\"film\":\"f\",\"cinema\":\"rex\"}")
        .write(shell.home().resolve("rex.ndjson"));
    shell.run("collect").fails("(0 refused, 0 failed, 1 with nothing published)");
  }

  @Test
  void a_name_with_any_character_stays_in_the_line_of_its_record() throws IOException {
    plan("providers:\n  - name: rex\n    files: '*.ndjson'\n");
    Showbill bill = new Showbill("rex").showtimes(3).line("{]");
    bill.write(shell.home().resolve("a\tb\nc\033[31md.ndjson"));
    bill.write(shell.home().resolve("e\nf.ndjson"));
    Shell.Done collected = shell.run("collect").succeeds();
    assertThat(collected.out().lines()).hasSize(2).first().asString().contains("31md.ndjson");
    String backup = shell.home().resolve("g\n\th.zip").toString();
    shell.run("backup", backup).succeeds();
    assertThat(shell.run("status").succeeds().out().lines())
        .hasSize(2)
        .allMatch(line -> line.matches("(rex; stored|last backup ) .*"));
    String export = shell.home().resolve("i\nj").toString();
    assertThat(shell.run("export", export).succeeds().out().lines())
        .last()
        .asString()
        .contains("Exported");
    Shell.Done ingested =
        shell.run(
            "ingest",
            "--provider",
            "p",
            shell.home() + "/e\nf.ndjson",
            shell.home() + "/e\nf.ndjson");
    for (Shell.Done each : List.of(collected, ingested, shell.run("status"))) {
      assertThat(each.out() + each.err()).doesNotContainPattern("[\\p{Cntrl}&&[^\n]]");
    }
  }

  @Test
  void a_list_of_feeds_that_becomes_faulty_is_known_with_its_lines() throws IOException {
    plan(REX);
    Collecting collecting = Collecting.configured(shell.home());
    assertThat(collecting.fault()).isEmpty();
    plan("providers:\n  - name: rex\n    url: https://rex.example/feed\n");
    assertThat(collecting.fault())
        .hasValueSatisfying(why -> assertThat(why).contains("providers.yaml, line 3"));
  }

  @Test
  void a_name_that_nobody_knows_is_answered_with_the_file_and_the_known_ones() throws IOException {
    plan(REX);
    String file = "in " + shell.home().resolve("providers.yaml");
    shell.run("collect", "rexx").fails("there is no provider rexx " + file + ". Did you mean rex?");
    shell.run("collect", "tivoli").fails("tivoli " + file + "; known are rex");
  }

  @Test
  void feeds_are_collected_and_taken_back() throws IOException {
    plan(REX);
    Showbill bill = new Showbill("rex").showtimes(3);
    bill.write(shell.home().resolve("rex.ndjson"));
    Shell.Done first = shell.run("collect", "rex").succeeds();
    assertThat(first.out())
        .startsWith("applied  rex")
        .contains("3 of 3 showtimes are published")
        .containsPattern(
            "\ncollected 1 provider, 1 feed: showtimes read 3: 3 added, 0 changed, 0 withdrawn,"
                + " 0 held back, 0 refused; [0-9.]+ s\n$");

    new Showbill("rex")
        .showtimes(9)
        .takenAt(Showbill.TAKEN.plus(Duration.ofHours(1)))
        .write(shell.home().resolve("rex.ndjson"));
    JsonNode second = JsonMapper.shared().readTree(shell.run("collect", "--json").succeeds().out());
    assertThat(second.at("/lines/showtime/added").asInt()).isEqualTo(6);
    assertThat(shell.stored("rex", "showtime")).isEqualTo(9);
    String run = second.get("run").asString();
    assertThat(shell.home().resolve("reports/" + run + ".html")).exists();

    JsonNode replayed = shell.run("replay", run, "--dry-run", "--json").succeeds().json();
    assertThat(replayed.get("result").asString()).isEqualTo("dry-run");
    assertThat(replayed.at("/lines/showtime/unchanged").asInt()).isEqualTo(9);

    Shell.Done asked = shell.run("undo", run);
    assertThat(asked.status()).isEqualTo(2);
    assertThat(asked.err()).containsPattern("showtimes +6 withdrawn").contains("--yes");
    assertThat(shell.stored("rex", "showtime")).isEqualTo(9);
    JsonNode undone = shell.run("undo", run, "--yes", "--json").succeeds().json();
    assertThat(undone.at("/lines/showtime/noLongerListed").asInt()).isEqualTo(6);
    assertThat(shell.stored("rex", "showtime")).isEqualTo(3);
    shell.run("undo", run).fails("is already undone");
    shell.run("undo", "nothing").fails("there is no run nothing");
    shell.run("replay", "nothing").fails("there is no run nothing");
  }

  @Test
  void all_faults_of_a_plan_are_reported_before_anything_is_done() throws IOException {
    plan("providers:\n  - rank: high\n  - name: rex\n    format: none\n    files: a\n");
    Shell.Done done = shell.run("collect");
    assertThat(done.status()).isEqualTo(2);
    assertThat(done.out()).isEmpty();
    assertThat(done.err().lines())
        .hasSize(4)
        .allMatch(line -> line.startsWith("marquee: providers.yaml, line "));
    assertThat(shell.run("serve", "--collect").status()).isEqualTo(2);
    Files.delete(shell.home().resolve("providers.yaml"));
    assertThat(shell.run("collect").status()).isEqualTo(2);
    plan(REX);
    assertThat(shell.run("collect", "lux").status()).isEqualTo(1);
  }

  @Test
  void what_a_source_asks_for_is_in_exports_as_soon_as_it_was_read() throws IOException {
    Path feed = shell.home().resolve("rex.ndjson");
    new Showbill("rex").showtimes(3).write(feed);
    plan(
        REX
            + """
                attribution: {text: Rex & Co, url: "https://rex.example/"}
                licence: {text: CC BY 4.0}
            """);
    shell.run("collect").succeeds();
    assertThat(sources())
        .isEqualTo(
            "[{\"provider\":\"rex\",\"attribution\":{\"text\":\"Rex & Co\",\"url\":\"https://rex.example/\"},"
                + "\"licence\":{\"text\":\"CC BY 4.0\"}}]");
    assertThat(shell.run("provider", "list", "--json").succeeds().json().at("/0/licence/text"))
        .hasToString("\"CC BY 4.0\"");
    plan(REX + "    licence: CC0\n");
    shell.run("ingest", feed.toString(), "--provider", "rex").succeeds();
    assertThat(sources()).isEqualTo("[{\"provider\":\"rex\",\"licence\":{\"text\":\"CC0\"}}]");
    plan(REX);
    shell.run("collect").succeeds();
    assertThat(sources()).isEmpty();
  }

  private String sources() throws IOException {
    Path folder = shell.home().resolve("export");
    shell.run("export", folder.toString()).succeeds();
    return JsonMapper.shared()
        .readTree(Files.readString(folder.resolve("manifest.json")))
        .path("sources")
        .toString();
  }

  @Test
  void a_source_that_fails_is_reported_and_in_the_status() throws IOException {
    plan(REX);
    shell.run("collect").fails("there is no file rex.ndjson");
    JsonNode status = shell.run("status", "--json").succeeds().json().get(0);
    assertThat(status.at("/lastImport/result").asString()).isEqualTo("failed");
    assertThat(status.at("/alarms").toString()).contains("source_failed");
  }

  @Test
  void each_feed_that_fails_is_named_in_the_status() throws IOException {
    plan(
        """
        providers:
          - name: rex
            rank: 3
            files: feeds/*
            each: true
          - name: lux
            files: lux.ndjson
        """);
    Files.createDirectory(shell.home().resolve("feeds"));
    for (String name : List.of("a", "b", "c", "d")) {
      new Showbill("rex-" + name)
          .showtimes(2)
          .write(shell.home().resolve("feeds/" + name + ".ndjson"));
    }
    // A file that is clearly no feed does not count.
    Files.writeString(shell.home().resolve("feeds/index.json"), "[\"a.ndjson\"]");
    Files.writeString(shell.home().resolve("feeds/.DS_Store"), "\0");
    Files.writeString(shell.home().resolve("feeds/b.ndjson"), "hello");
    Files.writeString(shell.home().resolve("feeds/d.ndjson"), "");
    Shell.Done done = shell.run("collect").fails("there is no file lux.ndjson");
    assertThat(done.out()).contains("collected 2 providers, 5 feeds (2 refused, 1 failed): ");
    String status = shell.run("status").succeeds().out();
    assertThat(status)
        .contains("ALARM       2 of 4 feeds were refused: ", "b.ndjson (FORMAT_UNKNOWN: ")
        .contains("d.ndjson (FEED_EMPTY")
        .doesNotContain("c.ndjson");
    assertThat(status.substring(0, status.indexOf("\nrex;")))
        .contains("never imported", "could not be fetched: there is no file lux");
    JsonNode rex = shell.run("status", "--json").succeeds().json().get(1);
    assertThat(rex.at("/lastImport/feeds").asInt()).isEqualTo(4);
    assertThat(rex.at("/lastImport/failing").findValuesAsString("feed"))
        .hasSize(2)
        .allMatch(feed -> feed.endsWith("/b.ndjson") || feed.endsWith("/d.ndjson"));
    assertThat(rex.at("/lastImport/failing/0/refusal").asString()).startsWith("FORMAT_UNKNOWN");
    Files.delete(shell.home().resolve("feeds/b.ndjson"));
    Files.delete(shell.home().resolve("feeds/d.ndjson"));
    shell.run("collect", "rex").succeeds();
    JsonNode mended = shell.run("status", "--json").json().get(1).get("lastImport");
    assertThat(mended.at("/feeds").asInt()).isEqualTo(2);
    assertThat(mended.at("/failing")).isEmpty();
  }

  /// As an operator would: a power cut while a feed comes in.
  @Test
  void a_collector_that_is_killed_leaves_nothing_that_looks_whole() throws Exception {
    Showbill bill = new Showbill("rex").showtimes(3);
    HttpServer site =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    site.createContext(
        "/feed",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write(bill.bytes());
          exchange.getResponseBody().flush();
          // The answer never ends.
        });
    site.start();
    try {
      plan(
          """
          contact: me@example.org
          providers:
            - name: rex
              urls: http://127.0.0.1:%d/feed
          """
              .formatted(site.getAddress().getPort()));
      Process collector = start(shell, "collect");
      Path runs = shell.home().resolve("runs");
      while (parts(runs).isEmpty()) {
        assertThat(collector.isAlive()).isTrue();
        LockSupport.parkNanos(5_000_000);
      }
      collector.destroyForcibly().waitFor();
      Path part = parts(runs).getFirst();
      String run = part.getFileName().toString().replace(".part", "");
      shell.run("replay", run, "--dry-run").fails("there is no run " + run);
      assertThat(shell.run("status", "--json").json()).isEmpty();
    } finally {
      site.stop(0);
    }
    plan(REX);
    bill.write(shell.home().resolve("rex.ndjson"));
    shell.run("collect").succeeds();
    assertThat(shell.stored("rex", "showtime")).isEqualTo(3);
  }

  private static List<Path> parts(Path runs) throws IOException {
    if (!Files.isDirectory(runs)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(runs)) {
      return all.filter(path -> path.toString().endsWith(".part")).toList();
    }
  }

  static Process start(Shell shell, String... words) throws IOException {
    Path home = shell.home();
    return JavaProcess.marquee(shell.typed(words))
        .redirectOutput(Files.createTempFile(home, "out", ".txt").toFile())
        .redirectError(Files.createTempFile(home, "err", ".txt").toFile())
        .start();
  }
}
