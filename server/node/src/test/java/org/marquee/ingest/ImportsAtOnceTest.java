package org.marquee.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.Rounds;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.Timestamps;
import org.marquee.node.RunningService;
import org.marquee.notice.Code;
import org.marquee.notice.Report;
import org.marquee.sample.BigFeed;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Concurrent imports, with readers.
@NullMarked
class ImportsAtOnceTest {
  private static final BigFeed.Size SIZE =
      new BigFeed.Size(300, 10, 20, 14, LocalDate.parse("2026-03-10"), 1);

  private static final Instant TAKEN = Instant.parse("2026-03-01T06:00:00Z");

  /// Two pages and a half.
  private static final int SHOWTIMES = 250;

  private static final int REPLACEMENTS = 10;
  private static final int ROUNDS = Rounds.of(2);

  /// Between two questions, so that they leave the processors to the imports.
  private static final long PAUSE_NANOS = 5_000_000;

  private final Path folder;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  ImportsAtOnceTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
  }

  @Test
  void two_providers_at_once_are_as_one_after_the_other() throws Exception {
    try (World world = World.fresh();
        World turns = World.fresh()) {
      for (int round = 1; round <= ROUNDS; round++) {
        byte[] first = version(2 * round);
        byte[] second = ofAnotherRegion(version(2 * round + 1));
        atOnce(() -> take(world, "a", first), () -> take(world, "b", second))
            .forEach(World.Run::rowCounts);
        take(turns, "a", first).rowCounts();
        take(turns, "b", second).rowCounts();
        assertThat(Contents.of(world.database())).isEqualTo(Contents.of(turns.database()));
      }
    }
  }

  /// Its films and cinemas match none of the first provider: otherwise the ids would depend on the
  /// order of the imports.
  private static byte[] ofAnotherRegion(byte[] feed) {
    return new String(feed, UTF_8)
        .replace("\"title\":\"", "\"title\":\"Another ")
        .replace("\"countryCode\":\"GB\"", "\"countryCode\":\"IE\"")
        .getBytes(UTF_8);
  }

  @Test
  void the_same_feed_twice_at_once_goes_in_once() throws Exception {
    try (World world = World.fresh();
        World turns = World.fresh()) {
      for (int round = 1; round <= ROUNDS; round++) {
        byte[] feed = version(round);
        List<World.Run> runs = atOnce(() -> take(world, "a", feed), () -> take(world, "a", feed));
        assertThat(runs)
            .extracting(run -> run.rowCounts().total().added())
            .containsExactlyInAnyOrder(0L, take(turns, "a", feed).rowCounts().total().added());
        assertThat(Contents.of(world.database()).tables())
            .isEqualTo(Contents.of(turns.database()).tables());
      }
    }
  }

  @Test
  void of_two_versions_at_once_the_newer_one_stays() throws Exception {
    try (World world = World.fresh();
        World turns = World.fresh()) {
      for (int round = 1; round <= ROUNDS; round++) {
        byte[] older = version(2 * round);
        byte[] newer = version(2 * round + 1);
        List<World.Run> runs = atOnce(() -> take(world, "a", older), () -> take(world, "a", newer));
        runs.getLast().rowCounts();
        if (runs.getFirst().report().result() == Report.Result.REFUSED) {
          assertThat(runs.getFirst().refusal()).isEqualTo(Code.FEED_OLDER);
        }
        take(turns, "a", newer).rowCounts();
        assertThat(Contents.of(world.database()).tables())
            .isEqualTo(Contents.of(turns.database()).tables());
      }
    }
  }

  @Test
  void a_reader_sees_each_page_of_one_version_and_the_new_one_within_two_seconds()
      throws Exception {
    try (RunningService service = RunningService.start();
        World world = World.on(service.database())) {
      replace(world, 0);
      AtomicBoolean done = new AtomicBoolean();
      Future<Set<Integer>> reader =
          threads.submit(() -> {
            Set<Integer> seen = new HashSet<>();
            while (!done.get()) {
              seen.addAll(walk(service));
              LockSupport.parkNanos(PAUSE_NANOS);
            }
            return seen;
          });
      for (int version = 1; version <= REPLACEMENTS; version++) {
        replace(world, version);
        Instant end = Instant.now().plusSeconds(6);
        while (versionOf(page(service, "")) != version) {
          assertThat(Instant.now()).as("version " + version + " is not seen").isBefore(end);
          LockSupport.parkNanos(PAUSE_NANOS);
        }
      }
      done.set(true);
      assertThat(reader.get(1, TimeUnit.MINUTES)).hasSizeGreaterThan(2);
    }
  }

  /// The versions of the pages of one walk; they may change from page to page.
  private static List<Integer> walk(RunningService service) {
    List<Integer> versions = new ArrayList<>();
    String cursor = "";
    boolean more = true;
    while (more) {
      JsonNode page = page(service, cursor);
      versions.add(versionOf(page));
      JsonNode pagination = page.get("pagination");
      more = pagination.get("hasMore").asBoolean();
      cursor = more ? "&cursor=" + pagination.get("nextCursor").asString() : "";
    }
    return versions;
  }

  private static JsonNode page(RunningService service, String cursor) {
    var answer =
        service.get(
            "/v1/showtimes?startsAfter=2026-03-10T00:00:00Z&startsBefore=2026-03-30T00:00:00Z&limit=100"
                + cursor);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JsonMapper.shared().readTree(answer.body());
  }

  /// The one version of a page: of its records, their observation and its freshness.
  private static int versionOf(JsonNode page) {
    Set<String> versions = new HashSet<>();
    Set<String> observations = new HashSet<>();
    observations.add(page.get("freshness").get("observedAt").asString());
    for (JsonNode showtime : page.get("data")) {
      versions.add(showtime.get("bookingUrl").asString().replaceFirst(".*/", ""));
      observations.add(showtime.get("provenance").get("observedAt").asString());
    }
    assertThat(versions).hasSize(1);
    int version = Integer.parseInt(versions.iterator().next());
    assertThat(observations).containsExactly(Timestamps.write(taken(version)));
    return version;
  }

  /// A programme whose showtimes are all of this version: half of them changed, half of them new.
  private static void replace(World world, int version) {
    StringBuilder feed =
        new StringBuilder(World.header("full", Timestamps.write(taken(version)), ""));
    feed.append('\n').append(ImportTest.REX).append('\n').append(ImportTest.SOLARIS).append('\n');
    for (int number = 0; number < SHOWTIMES; number++) {
      feed.append(
          ImportTest.show(
              number % 2 == 0 ? "s" + number : "s%d-%d".formatted(number, version),
              "2026-03-%02dT%02d:00:00Z".formatted(10 + number % 20, 8 + number / 20),
              ",\"bookingUrl\":\"https://tickets.example/" + version + "\""));
      feed.append('\n');
    }
    world.take(World.PROVIDER, Shrinking.ACCEPTED, feed.toString().getBytes(UTF_8)).rowCounts();
  }

  private byte[] version(int number) throws Exception {
    Path feed = folder.resolve(number + ".ndjson");
    BigFeed.full(feed, SIZE, new BigFeed.Round(number, 0.3), taken(number));
    return Files.readAllBytes(feed);
  }

  private static Instant taken(int version) {
    return TAKEN.plus(Duration.ofMinutes(version));
  }

  private static World.Run take(World world, String provider, byte[] feed) {
    return world.take(provider, Shrinking.REFUSED, feed);
  }

  /// Runs both from the same moment on; results in the order given.
  private List<World.Run> atOnce(Callable<World.Run> first, Callable<World.Run> second)
      throws Exception {
    CyclicBarrier start = new CyclicBarrier(2);
    List<Future<World.Run>> runs = new ArrayList<>();
    for (Callable<World.Run> task : List.of(first, second)) {
      runs.add(
          threads.submit(() -> {
            start.await();
            return task.call();
          }));
    }
    List<World.Run> results = new ArrayList<>();
    for (Future<World.Run> run : runs) {
      results.add(run.get(1, TimeUnit.MINUTES));
    }
    return results;
  }
}
