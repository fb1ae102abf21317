package org.marquee.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.marquee.Rounds;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;
import org.marquee.node.ServingNode;
import org.marquee.store.sql.Revisions;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Programmes from memory, where days of cinemas are kept written and compressed, are those that a
/// node reads with SQL, while feeds are imported, records joined and parted, and imports undone.
@NullMarked
class KeptDaysOverHttpTest {
  private static final long SEED = Long.getLong("marquee.model.seed", 20261123);
  private static final int ROUNDS = Rounds.of(4);
  private static final int QUESTIONS = 60;
  private static final int CINEMAS = 9;
  private static final List<LocalDate> FIRST_DATES =
      List.of(LocalDate.parse("2026-03-27"), LocalDate.parse("2026-10-23"));
  private static final List<String> CLOCKS =
      List.of("Europe/London", "Asia/Tokyo", "America/New_York", "Pacific/Kiritimati");

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final JsonMapper json = JsonMapper.shared();

  @Test
  @Timeout(600)
  void programmes_from_memory_are_those_of_the_database() throws Exception {
    try (World world = World.fresh()) {
      String key = key(world);
      RandomSteps steps = new RandomSteps(world, random.split());
      try (ServingNode memory = ServingNode.inMemory(world.database());
          ServingNode database = ServingNode.inDatabase(world.database());
          HttpClient client = HttpClient.newHttpClient();
          ExecutorService threads = Executors.newFixedThreadPool(2)) {
        for (int round = 0; round < ROUNDS; round++) {
          AtomicBoolean over = new AtomicBoolean();
          List<Future<?>> askers = new ArrayList<>();
          for (int at = 0; at < 2; at++) {
            SplittableRandom own = random.split();
            askers.add(
                threads.submit(() -> {
                  while (!over.get()) {
                    assertThat(
                            ask(client, memory, key, question(own), own.nextBoolean()).statusCode())
                        .isEqualTo(200);
                    LockSupport.parkNanos(2_000_000); // leaves the processors to the others
                  }
                  return null;
                }));
          }
          try {
            steps.step();
            world.take("west", Shrinking.ACCEPTED, feed(round));
            memory.awaitShown(stored(world));
            compare(client, key, memory, database);
          } finally {
            over.set(true);
          }
          for (Future<?> asker : askers) {
            asker.get();
          }
        }
      }
    }
  }

  private void compare(HttpClient client, String key, ServingNode memory, ServingNode database)
      throws Exception {
    for (int number = 0; number < QUESTIONS; number++) {
      String question = question(random);
      HttpResponse<byte[]> due = ask(client, database, key, question, false);
      for (boolean gzip : List.of(true, false, true)) {
        HttpResponse<byte[]> answer = ask(client, memory, key, question, gzip);
        assertThat(text(answer)).as(question).isEqualTo(text(due));
        assertThat(answer.headers().firstValue("ETag"))
            .as(question)
            .isEqualTo(due.headers().firstValue("ETag"));
      }
    }
  }

  private static String text(HttpResponse<byte[]> answer) throws IOException {
    if (answer.headers().firstValue("Content-Encoding").isEmpty()) {
      return new String(answer.body(), UTF_8);
    }
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  /// May be asked for by several threads.
  private static String question(SplittableRandom from) {
    LocalDate date =
        FIRST_DATES.get(from.nextInt(FIRST_DATES.size())).plusDays(from.nextInt(9) - 2);
    StringBuilder asked = new StringBuilder("/v1/programme?date=").append(date);
    if (from.nextBoolean()) {
      asked.append("&days=").append(1 + from.nextInt(7));
    }
    if (from.nextInt(3) == 0) {
      asked.append("&limit=").append(from.nextBoolean() ? 1 : 50);
    }
    if (from.nextInt(8) == 0) {
      asked.append("&attributeIds=imax");
    }
    if (from.nextInt(8) == 0) {
      asked.append("&filmId=").append(RecordId.of(Kind.FILM, "west", "f" + from.nextInt(12)));
    }
    if (from.nextBoolean()) {
      // Mostly the place of a cinema, so that its distance is 0.
      double north = from.nextInt(3) == 0 ? from.nextInt(1000) / 10_000.0 : 0;
      return asked
          .append("&longitude=0.1&latitude=")
          .append(51 + from.nextInt(CINEMAS) / 100.0 + north)
          .append("&radiusKm=")
          .append(from.nextInt(3) == 0 ? 0.1 : 20)
          .toString();
    }
    List<String> some = new ArrayList<>();
    for (int cinema = 0; cinema < CINEMAS; cinema++) {
      some.add(RecordId.of(Kind.CINEMA, "west", "c" + cinema));
    }
    Collections.shuffle(some, new java.util.Random(from.nextLong()));
    return asked
        .append("&cinemaId=")
        .append(String.join(",", some.subList(0, 1 + from.nextInt(CINEMAS))))
        .toString();
  }

  /// Cinemas of which each time another one is missing, in another order, with some other clocks.
  private byte[] feed(int round) {
    List<String> lines = new ArrayList<>();
    lines.add(
        World.header("full", "2026-03-01T06:%02d:%02dZ".formatted(round / 60, round % 60), ""));
    List<Integer> cinemas = new ArrayList<>();
    for (int cinema = 0; cinema < CINEMAS; cinema++) {
      if (random.nextInt(6) > 0) {
        cinemas.add(cinema);
      }
    }
    Collections.shuffle(cinemas, new java.util.Random(random.nextLong()));
    for (int cinema : cinemas) {
      ObjectNode line = record("cinema", "c" + cinema).put("name", "Kino " + title(20));
      line.put("timeZone", CLOCKS.get((cinema + random.nextInt(8) / 7) % CLOCKS.size()));
      line.putObject("location")
          .put("countryCode", "GB")
          .put("locality", title(9))
          .put("postcode", "ZZ%d 1AA".formatted(1 + cinema))
          .put("latitude", 51 + cinema / 100.0)
          .put("longitude", 0.1);
      lines.add(line.toString());
    }
    for (int film = 0; film < 12; film++) {
      lines.add(record("film", "f" + film).put("title", title(290)).toString());
    }
    for (int number = 0; number < 700 && !cinemas.isEmpty(); number++) {
      // Some days of some cinemas have no showtimes, some have one.
      int cinema = cinemas.get(Math.min(random.nextInt(CINEMAS), cinemas.size() - 1));
      LocalDate date = FIRST_DATES.get(random.nextInt(2)).plusDays(random.nextInt(5));
      ObjectNode line = record("showtime", "s" + number).put("film", "f" + random.nextInt(12));
      line.put("cinema", "c" + cinema)
          .put("startsAt", "%sT%02d:%02d".formatted(date, random.nextInt(24), random.nextInt(60)));
      if (random.nextBoolean()) {
        line.putArray("attributes").add(random.nextBoolean() ? "imax" : "subtitled");
        line.put("bookingUrl", "https://west.example/" + random.nextLong());
        line.putObject("screen").put("name", title(30));
      }
      lines.add(line.toString());
    }
    return String.join("\n", lines).getBytes(UTF_8);
  }

  private ObjectNode record(String type, String externalId) {
    return json.createObjectNode().put("type", type).put("externalId", externalId);
  }

  /// A text of letters of all Unicode.
  private String title(int most) {
    StringBuilder title = new StringBuilder("T");
    int count = random.nextInt(most);
    int plane = random.nextInt(3) == 0 ? 0x80 : random.nextInt(2) == 0 ? 0x3000 : 0x30000;
    while (title.codePointCount(0, title.length()) < count) {
      int letter = random.nextInt(plane);
      if (Character.isLetterOrDigit(letter) || letter == '"' || letter == '\\') {
        title.appendCodePoint(letter);
      }
    }
    return title.toString();
  }

  private static HttpResponse<byte[]> ask(
      HttpClient client, ServingNode node, String key, String target, boolean gzip)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.address().getPort() + target))
            .timeout(Duration.ofSeconds(30))
            .header("Authorization", "Bearer " + key);
    if (gzip) {
      request.header("Accept-Encoding", "gzip");
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  private static long stored(World world) throws Exception {
    try (Connection connection = world.database().pool().getConnection()) {
      return Revisions.current(connection).number();
    }
  }

  private static String key(World world) {
    return ServingNode.key(world.database(), "house");
  }
}
