package org.marquee.fire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.marquee.rig.Line;
import org.marquee.rig.Node;
import org.marquee.rig.Product;
import org.marquee.rig.Waiting;
import org.marquee.sample.BigFeed;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Questions and their right answers, byte by byte, after each of a series of imports.
///
/// The same imports in the same order give the same ids and the same answers in any database
/// (docs/api.md). So the answers are recorded once, from an undisturbed node.
final class Book {
  /// Imports that a fault may make, one after the other; number 0 is the first.
  static final int ROUNDS = 16;

  private static final int SHOWTIMES = 2_000;
  private static final int CINEMAS = 20;
  private static final int FILMS = 60;
  private static final int DAYS = 14;
  private static final double SHARE = 0.2;

  private final List<Path> feeds;
  private final List<String> questions;
  private final Map<String, List<String>> answers;

  private Book(List<Path> feeds, Map<String, List<String>> answers) {
    this.feeds = feeds;
    this.questions = List.copyOf(answers.keySet());
    this.answers = answers;
  }

  /// The book of this build and day: read from a folder, or recorded there.
  ///
  /// @param scratch an empty folder for the home
  static Book open(Product product, Path books, Path scratch)
      throws IOException, InterruptedException {
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    long built = Files.getLastModifiedTime(product.jar()).toMillis();
    Path folder = books.resolve(today + "-" + built + "-" + ROUNDS);
    Path file = folder.resolve("answers.json");
    if (!Files.exists(file)) {
      Files.createDirectories(folder);
      Files.createDirectories(scratch);
      Map<String, List<String>> answers = record(product, folder, scratch, today.plusDays(1));
      new JsonMapper().writeValue(file, answers);
    }
    return new Book(
        feeds(folder),
        new JsonMapper()
            .readValue(file, new TypeReference<LinkedHashMap<String, List<String>>>() {}));
  }

  private static List<Path> feeds(Path folder) {
    return IntStream.range(0, ROUNDS)
        .mapToObj(round -> folder.resolve("round-%d.ndjson".formatted(round)))
        .toList();
  }

  /// Writes the feeds, imports them in a home of their own and notes what is answered.
  private static Map<String, List<String>> record(
      Product product, Path folder, Path scratch, LocalDate from)
      throws IOException, InterruptedException {
    System.err.println("recording the right answers…");
    Instant begin = Instant.now().truncatedTo(ChronoUnit.SECONDS).minusSeconds(3600);
    BigFeed.Size size = new BigFeed.Size(SHOWTIMES, CINEMAS, FILMS, DAYS, from, 1);
    List<Path> feeds = feeds(folder);
    for (int round = 0; round < ROUNDS; round++) {
      BigFeed.full(
          feeds.get(round),
          size,
          new BigFeed.Round(round, round == 0 ? 0 : SHARE),
          begin.plusSeconds(round));
    }
    Product.Where where = new Product.Where(scratch.resolve("home"), "");
    product.nice().ingest(where, feeds.getFirst());
    String key = product.nice().organization(where);
    try (Node node =
            Node.start(product, where, Node.Ports.free(), scratch.resolve("node.log"), Map.of());
        Line line = new Line(node.api(), key)) {
      Map<String, List<String>> answers = new LinkedHashMap<>();
      questions(line, from).forEach(question -> answers.put(question, new ArrayList<>()));
      for (int round = 0; round < ROUNDS; round++) {
        if (round > 0) {
          product.nice().ingest(where, feeds.get(round));
          awaitOther(line, answers.entrySet().iterator().next());
        }
        for (Map.Entry<String, List<String>> each : answers.entrySet()) {
          each.getValue().add(line.body(each.getKey()));
        }
      }
      return answers;
    }
  }

  /// Waits until a question is answered differently than after the import before.
  private static void awaitOther(Line line, Map.Entry<String, List<String>> known)
      throws IOException, InterruptedException {
    Waiting.until(
        "an import is seen",
        Duration.ofSeconds(10),
        () -> !line.body(known.getKey()).equals(known.getValue().getLast()));
  }

  /// Usual questions: days, cinemas, films, whole lists.
  private static List<String> questions(Line line, LocalDate from) throws IOException {
    List<String> questions = new ArrayList<>();
    String window = "startsAfter=%sT00:00:00Z&startsBefore=%sT00:00:00Z";
    String week = window.formatted(from, from.plusDays(7));
    for (int day = 0; day < DAYS; day++) {
      questions.add(
          "/v1/showtimes?" + window.formatted(from.plusDays(day), from.plusDays(day + 1)));
    }
    for (String cinema : ids(line, "/v1/cinemas?limit=20")) {
      questions.add("/v1/showtimes?" + week + "&cinemaId=" + cinema);
      questions.add("/v1/cinemas/" + cinema);
      questions.add("/v1/screens?cinemaId=" + cinema);
    }
    for (String film : ids(line, "/v1/films?limit=20")) {
      questions.add("/v1/showtimes?" + week + "&filmId=" + film);
    }
    questions.add("/v1/cinemas?limit=20");
    questions.add("/v1/films?limit=20");
    return questions;
  }

  private static List<String> ids(Line line, String list) throws IOException {
    JsonNode records = new JsonMapper().readTree(line.body(list)).path("data");
    return records.valueStream().map(each -> each.path("id").asString()).toList();
  }

  /// The feed of a round.
  Path feed(int round) {
    return feeds.get(round);
  }

  /// A question, each in turn.
  String question(long number) {
    return questions.get((int) (number % questions.size()));
  }

  /// A question that each round answers differently.
  String telling() {
    return questions.getFirst();
  }

  /// Whether a body is the right answer after one of the rounds `oldest` to `newest`.
  boolean isRight(String question, String body, int oldest, int newest) {
    return firstRound(question, body, oldest, newest).isPresent();
  }

  /// The first of the rounds `oldest` to `newest` after which a body is the right answer.
  OptionalInt firstRound(String question, String body, int oldest, int newest) {
    List<String> right = answers.getOrDefault(question, List.of());
    return IntStream.rangeClosed(oldest, newest)
        .filter(round -> right.get(round).equals(body))
        .findFirst();
  }
}
