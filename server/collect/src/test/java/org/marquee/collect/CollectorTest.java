package org.marquee.collect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.archive.ArchivedRun;
import org.marquee.archive.RawInputArchive;
import org.marquee.collect.providers.Provider;
import org.marquee.fetch.Fetching;
import org.marquee.fetch.Site;
import org.marquee.files.FolderTree;
import org.marquee.ingest.Ledger;
import org.marquee.ingest.Sources;
import org.marquee.ingest.World;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;
import org.marquee.notice.Report;
import org.marquee.store.run.PostgresSources;

@NullMarked
class CollectorTest {
  private static final String FILES =
      """
      providers:
        - name: rex
          files: feeds/*.ndjson
          every: 1h
      """;

  private final Office office = new Office();
  private final Site site = Site.open();

  @AfterEach
  void close() {
    site.close();
    office.close();
  }

  @Test
  void files_are_kept_imported_and_remembered() throws IOException {
    office.file("feeds/a.ndjson", Office.full("2026-03-01T06:00:00Z", "18:00", "20:00"), AT_SIX);
    Report report = office.collect(FILES).getFirst();
    assertThat(report.result()).isEqualTo(Report.Result.APPLIED);
    assertThat(report.rowCounts().of(Kind.SHOWTIME).added()).isEqualTo(2);
    assertThat(report.files().getFirst().name()).isEqualTo(office.home + "/feeds/a.ndjson");
    assertThat(office.world.showtimeNames()).containsExactly("rex-18:00", "rex-20:00");
    ArchivedRun kept = new RawInputArchive(office.home).archived(report.run()).orElseThrow();
    kept.verify();
    assertThat(Fetching.text(kept))
        .isEqualTo(Files.readString(office.home.resolve("feeds/a.ndjson")));
    assertThat(office.logbook.lastCollected()).containsOnlyKeys("rex");
    assertThat(office.logbook.runs("rex").getFirst().id()).isEqualTo(report.run());
  }

  private static final String AT_SIX = "2026-03-01T06:00:00Z";

  @Test
  void a_file_was_taken_when_it_was_written() {
    office.file(
        "feeds/a.ndjson", Office.full("2026-03-01T06:00:00Z", "18:00"), "2026-03-01T07:00:00Z");
    Report report = office.collect(FILES).getFirst();
    ArchivedRun kept = found(report.run());
    assertThat(kept.observedAt()).isEqualTo(Instant.parse("2026-03-01T07:00:00Z"));
  }

  @Test
  void no_file_is_a_failure_and_no_empty_programme() {
    office.file("feeds/a.ndjson", Office.full("2026-03-01T06:00:00Z", "18:00"), AT_SIX);
    office.collect(FILES);
    office.home.resolve("feeds/a.ndjson").toFile().delete();
    Report report = office.collect(FILES).getFirst();
    assertThat(report.result()).isEqualTo(Report.Result.FAILED);
    assertThat(Objects.requireNonNull(report.refusal()).code()).isEqualTo(Code.SOURCE_FAILED);
    assertThat(report.refusal().detail()).isEqualTo("there is no file feeds/*.ndjson");
    assertThat(office.world.showtimeNames()).containsExactly("rex-18:00");
    assertThat(status().lastRun()).isNotNull();
    assertThat(Objects.requireNonNull(status().lastRun()).result()).isEqualTo("failed");
  }

  private Sources.Source status() {
    return new PostgresSources(office.database).list().getFirst();
  }

  @Test
  void each_file_is_a_feed_of_its_own_and_one_that_fails_harms_no_other() {
    office.file("venues/a.ndjson", Office.feed("full", AT_SIX, "a", "18:00"), AT_SIX);
    office.file("venues/b.ndjson", "nonsense", AT_SIX);
    office.file("venues/c.ndjson", Office.feed("full", AT_SIX, "c", "19:00"), AT_SIX);
    office.file("register/a.json", Office.CINEMA.formatted("a"), AT_SIX);
    office.file("register/b.json", Office.CINEMA.formatted("b"), AT_SIX);
    String yaml =
        """
        providers:
          - name: venues
            files: venues/*.ndjson
            each: true
            cinema: "{folder}/../register/{name}.json"
        """;
    List<Report> reports = office.collect(yaml);
    assertThat(reports)
        .extracting(Report::result)
        .containsExactly(Report.Result.APPLIED, Report.Result.REFUSED, Report.Result.FAILED);
    assertThat(Objects.requireNonNull(reports.getLast().refusal()).detail())
        .contains("there is no file")
        .contains("register/c.json");
    assertThat(office.world.showtimeNames()).containsExactly("a-18:00");
    assertThat(Objects.requireNonNull(status().lastRun()).result())
        .as("one of the two failures of the same moment")
        .isIn("failed", "refused");

    office.file("register/c.json", Office.CINEMA.formatted("c"), AT_SIX);
    office.collect(yaml);
    assertThat(office.world.showtimeNames()).containsExactly("a-18:00", "c-19:00");
    assertThat(Objects.requireNonNull(status().lastRun()).result())
        .as("one feed of the last collection failed, though not the last feed")
        .isEqualTo("refused");

    office.file("venues/b.ndjson", Office.feed("full", AT_SIX, "b", "18:00"), AT_SIX);
    office.collect(yaml);
    assertThat(Objects.requireNonNull(status().lastRun()).result()).isEqualTo("applied");
  }

  @Test
  void the_rank_in_the_plan_decides_whose_word_counts() {
    for (String name : List.of("rex", "guide")) {
      office.file(
          name + ".ndjson",
          Office.full(AT_SIX, "18:00")
              .replace(
                  "\"title\":\"Solaris\"",
                  "\"title\":\"As %s has it\",\"extCatalogAId\":\"593\"".formatted(name)),
          AT_SIX);
    }
    office.collect(ranked("rex", 1));
    office.collect(ranked("guide", 2));
    assertThat(office.world.listings().films()).hasSize(1);
    assertThat(title()).isEqualTo("As guide has it");
    assertThat(office.world.showtimes().getFirst().provenance().provider()).isEqualTo("guide");
    office.collect(ranked("rex", 2));
    office.collect(ranked("guide", 1));
    assertThat(title()).isEqualTo("As rex has it");
    assertThat(office.world.showtimes()).hasSize(1);
    assertThat(office.world.showtimes().getFirst().provenance().provider()).isEqualTo("rex");
    assertThat(cinemaProvider()).isEqualTo("rex");
    // Corrections have the highest rank, whatever rank a plan gives.
    office.file("house.ndjson", correction(), AT_SIX);
    office.collect(ranked("rex", 999));
    office.collect(ranked("house", -5));
    assertThat(title()).isEqualTo("As it is");
    // Where nothing changes, nothing is published.
    Long revision = office.collect(ranked("rex", 999)).getFirst().revision();
    assertThat(office.collect(ranked("rex", 999)).getFirst().revision()).isEqualTo(revision);
  }

  private static String ranked(String name, int rank) {
    return """
    providers:
      - name: %1$s
        rank: %2$d
        files: %1$s.ndjson
    """
        .formatted(name, rank);
  }

  private String correction() {
    return World.header("full", AT_SIX, "")
        + "\n{\"type\":\"film\",\"externalId\":\"%s\",\"title\":\"As it is\"}\n"
            .formatted(office.world.showtimes().getFirst().filmId());
  }

  private String title() {
    return office.world.listings().films().getFirst().title();
  }

  private String cinemaProvider() {
    return office
        .world
        .listings()
        .findCinema(office.world.showtimes().getFirst().cinemaId())
        .orElseThrow()
        .provenance()
        .provider();
  }

  @Test
  void a_304_confirms_what_the_last_answer_said() {
    AtomicReference<String> tag = new AtomicReference<>("\"1\"");
    String feed =
        Office.full("2026-03-01T06:00:00Z", "18:00")
            .replaceFirst("\"observedAt\":\"[^\"]*\",?", "");
    site.at(
        "/feed",
        exchange -> {
          exchange.getResponseHeaders().set("ETag", tag.get());
          if (tag.get().equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
            exchange.sendResponseHeaders(304, -1);
          } else {
            Site.send(exchange, 200, Office.full("2026-03-01T06:00:00Z", "18:00").getBytes(UTF_8));
          }
        });
    assertThat(feed).isNotEmpty();
    String yaml = web("");
    Report first = office.collect(yaml).getFirst();
    Report second = office.collect(yaml).getFirst();
    assertThat(site.asked).hasSize(2);
    assertThat(second.result()).isEqualTo(Report.Result.APPLIED);
    assertThat(second.rowCounts().of(Kind.SHOWTIME).unchanged()).isEqualTo(1);
    assertThat(second.files().getFirst().bytes()).isEqualTo(first.files().getFirst().bytes());
    ArchivedRun kept = found(second.run());
    assertThat(kept.observedAt()).isAfter(found(first.run()).observedAt());
    assertThat(kept.files().getFirst().digest())
        .isEqualTo(found(first.run()).files().getFirst().digest());
    assertThat(office.collect(yaml).getFirst().result()).isEqualTo(Report.Result.APPLIED);
    assertThat(site.asked).hasSize(3);
  }

  @Test
  void where_nothing_is_kept_any_more_or_it_is_damaged_all_is_asked_for() throws IOException {
    site.at(
        "/feed",
        exchange -> {
          exchange.getResponseHeaders().set("ETag", "\"1\"");
          if (exchange.getRequestHeaders().containsKey("If-None-Match")) {
            exchange.sendResponseHeaders(304, -1);
          } else {
            Site.send(exchange, 200, Office.full("2026-03-01T06:00:00Z", "18:00").getBytes(UTF_8));
          }
        });
    Report first = office.collect(web("")).getFirst();
    Files.write(found(first.run()).paths().getFirst(), new byte[100]);
    Report second = office.collect(web("")).getFirst();
    assertThat(second.result()).isEqualTo(Report.Result.APPLIED);
    assertThat(site.asked).hasSize(3);
    FolderTree.delete(found(second.run()).folder());
    assertThat(office.collect(web("")).getFirst().result()).isEqualTo(Report.Result.APPLIED);
    assertThat(site.asked).hasSize(4);
    assertThat(site.asked.getLast()).doesNotContainKey("If-none-match");
  }

  /// The first of two servers answers once the second was asked.
  @Test
  void a_server_that_is_slow_keeps_no_other_from_being_asked() {
    try (Site other = Site.open()) {
      CountDownLatch asked = new CountDownLatch(1);
      site.at("/feed", exchange -> answer(exchange, asked, "a"));
      other.at(
          "/feed",
          exchange -> {
            asked.countDown();
            Site.send(exchange, 200, Office.feed("full", AT_SIX, "b", "19:00").getBytes(UTF_8));
          });
      List<Report> reports =
          office.collect(
              """
              contact: me@example.org
              providers:
                - name: both
                  each: true
                  urls: [%s, %s]
              """
                  .formatted(site.address("/feed"), other.address("/feed")));
      assertThat(reports)
          .extracting(Report::result)
          .containsExactly(Report.Result.APPLIED, Report.Result.APPLIED);
      assertThat(reports.getFirst().files().getFirst().name())
          .as("imported in their order")
          .isEqualTo(site.address("/feed").toString());
    }
  }

  /// Four at once, and one from each.
  @Test
  void feeds_of_several_providers_are_fetched_side_by_side() throws IOException {
    List<Site> sites = Stream.generate(Site::open).limit(4).toList();
    CountDownLatch asked = new CountDownLatch(sites.size());
    AtomicInteger applied = new AtomicInteger();
    StringBuilder yaml = new StringBuilder("contact: me@example.org\nproviders:\n");
    for (Site each : sites) {
      each.at(
          "/feed",
          exchange -> {
            asked.countDown();
            answer(exchange, asked, "a");
          });
      yaml.append("  - {name: p%d, urls: '%s'}\n".formatted(yaml.length(), each.address("/feed")));
    }
    List<Provider> providers = office.plan(yaml.toString()).providers();
    Collector.Manner manner =
        new Collector.Manner(
            Ledger.Rules.Shrinking.REFUSED,
            () -> true,
            report -> {
              assertThat(report.result()).isEqualTo(Report.Result.APPLIED);
              applied.incrementAndGet();
            });
    office.collector.fetchAhead(providers, manner);
    for (Provider provider : providers) {
      office.collector.collect(provider, manner);
    }
    assertThat(applied.get()).isEqualTo(4);
    assertThat(sites).allSatisfy(each -> assertThat(each.asked).hasSize(1));
    sites.forEach(Site::close);
  }

  private static void answer(HttpExchange exchange, CountDownLatch when, String cinema)
      throws IOException {
    try {
      if (when.await(4, TimeUnit.SECONDS)) {
        Site.send(exchange, 200, Office.feed("full", AT_SIX, cinema, "18:00").getBytes(UTF_8));
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void headers_are_filled_from_the_environment() {
    site.at("/feed", Office.full("2026-03-01T06:00:00Z", "18:00"));
    office.collect(web("headers: {Authorization: 'Bearer ${TOKEN}'}"));
    assertThat(site.asked.getFirst().getFirst("Authorization")).isEqualTo("Bearer secret");
    Report report = office.collect(web("headers: {Authorization: 'Bearer ${NONE}'}")).getFirst();
    assertThat(Objects.requireNonNull(report.refusal()).detail())
        .startsWith("the environment variable NONE is not set. Set it where the service gets")
        .contains("/etc/marquee/marquee.env");
    assertThat(site.asked).hasSize(1);
  }

  @Test
  void a_source_that_is_down_changes_nothing_and_is_reported() {
    site.at("/feed", Office.full("2026-03-01T06:00:00Z", "18:00"));
    office.collect(web(""));
    site.at("/feed", exchange -> exchange.sendResponseHeaders(500, -1));
    Report report = office.collect(web("")).getFirst();
    assertThat(report.result()).isEqualTo(Report.Result.FAILED);
    assertThat(office.world.showtimeNames()).containsExactly("rex-18:00");
    assertThat(office.logbook.lastCollected().get("rex"))
        .isAfter(report.startedAt().minusSeconds(1));
  }

  @Test
  void a_file_that_is_written_while_it_is_read_is_left_alone() throws IOException {
    Path feed = office.file("feeds/a.ndjson", "x".repeat(10_000_000), AT_SIX);
    Thread writer =
        Thread.ofPlatform()
            .start(() -> {
              while (!Thread.currentThread().isInterrupted()) {
                try {
                  Files.writeString(feed, "y", java.nio.file.StandardOpenOption.APPEND);
                } catch (IOException _) {
                  return;
                }
              }
            });
    try {
      Report report = office.collect(FILES).getFirst();
      assertThat(Objects.requireNonNull(report.refusal()).detail())
          .contains("changed while it was read");
    } finally {
      writer.interrupt();
    }
    try (Stream<Path> left = Files.list(office.home.resolve("runs"))) {
      assertThat(left).containsExactly(office.home.resolve("runs/latest"));
    }
  }

  @Test
  void a_file_may_be_too_large() {
    office.file("feeds/a.ndjson", "x".repeat(2000), AT_SIX);
    Report report = office.collect(FILES.replace("every", "largest: 1 KB\n    every")).getFirst();
    assertThat(Objects.requireNonNull(report.refusal()).detail())
        .contains("larger than 1024 bytes");
  }

  private String web(String more) {
    return """
    contact: me@example.org
    providers:
      - name: rex
        urls: %s
        %s
    """
        .formatted(site.address("/feed"), more);
  }

  private ArchivedRun found(String run) {
    try {
      return new RawInputArchive(office.home).archived(run).orElseThrow();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
