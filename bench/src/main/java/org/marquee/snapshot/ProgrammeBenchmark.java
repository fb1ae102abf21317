package org.marquee.snapshot;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.marquee.gzip.GzipEncoder;
import org.marquee.listing.Attributes;
import org.marquee.listing.ChangeSink.Edition;
import org.marquee.listing.ChangeSink.Observed;
import org.marquee.listing.Cinema;
import org.marquee.listing.CinemaQuery.Around;
import org.marquee.listing.CinemaQuery.Centre;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.listing.Location;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.Provenance;
import org.marquee.listing.RecordId;
import org.marquee.listing.Revision;
import org.marquee.listing.Showtime;
import org.marquee.listing.SourceStatement;
import org.marquee.page.OutputBuffer;
import org.marquee.v1.answer.Envelopes;
import org.marquee.v1.answer.JsonRecordEncoder;
import org.marquee.v1.answer.Tag;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.declaration.Question;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// A programme of the ten nearest cinemas from memory, without HTTP: finding them and what they
/// show, writing, the tag, and the compression. The data are those of the part `pages`. Each
/// question has another centre.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ProgrammeBenchmark {
  private static final Instant FROM = Instant.parse("2026-03-01T00:00:00Z");
  private static final Instant NOW = FROM.plus(Duration.ofHours(12));
  private static final LocalDate FIRST = LocalDate.ofInstant(FROM, ZoneOffset.UTC);
  private static final int DAYS = 35;
  private static final int FILMS = 600;
  private static final int TO_A_CINEMA = 200;
  private static final int QUESTIONS = 1 << 12;
  private static final int LIMIT = 10;
  private static final String PROVIDER = "big";

  /// How the answer is sent.
  public enum Form {
    PLAIN,
    GZIP
  }

  @Param({"1000000"})
  private int showtimes;

  /// On how many days what is asked for is spread.
  @Param({"2", "35"})
  private int dates;

  @Param private Form form = Form.PLAIN;

  private final SnapshotPages pages = new SnapshotPages(System::nanoTime);
  private Question.Programmes[] questions = {};

  /// Where a thread is among the questions, and what it writes to.
  @State(Scope.Thread)
  public static class Turn {
    private final OutputBuffer buffer = new OutputBuffer(50_000);
    private final GzipEncoder encoder = new GzipEncoder();
    private int next = ThreadLocalRandom.current().nextInt(QUESTIONS);
  }

  /// Fills a snapshot and thinks of questions.
  @Setup(Level.Trial)
  public void fill() {
    Random random = new Random(1);
    RecordId ids = RecordId.maker();
    List<String> films = ids(ids, Kind.FILM, FILMS);
    List<String> cinemas = ids(ids, Kind.CINEMA, showtimes / TO_A_CINEMA);
    SnapshotBuilder copying = new SnapshotBuilder(Snapshot.NOTHING, 0, new JsonRecordEncoder());
    copying.begin(
        new Edition(new Revision(new UUID(0, 1), 1, new UUID(0, 1)), true, FROM, Map.of()));
    copying.confirmed(PROVIDER, null, FROM, null);
    cinemas.forEach(cinema -> copying.confirmed(PROVIDER, cinema, FROM, null));
    SourceStatement statement =
        new SourceStatement(
            FROM, FROM, FROM, null, FIRST.plusDays(DAYS), Duration.ofDays(2), null, null);
    for (int number = 0; number < cinemas.size(); number++) {
      copying.statement(cinemas.get(number), statement);
      Cinema cinema = cinema(cinemas.get(number), number, random);
      copying.cinema(
          cinema,
          cinema.name(),
          null,
          cinema.name(),
          ZoneId.of("Europe/London"),
          Observed.TOGETHER);
    }
    for (int number = 0; number < FILMS; number++) {
      copying.film(film(films.get(number), number), "film " + number, Observed.TOGETHER);
    }
    List<Showtime> all = new ArrayList<>(showtimes);
    for (int number = 0; number < showtimes; number++) {
      all.add(showtime(number, films, cinemas, ids, random));
    }
    all.sort(Comparator.comparing(Showtime::startsAt).thenComparing(Showtime::id));
    all.forEach(each -> copying.showtime(each, Observed.TOGETHER));
    pages.put(copying.finish());
    questions = new Question.Programmes[QUESTIONS];
    for (int at = 0; at < QUESTIONS; at++) {
      questions[at] = question(random);
    }
  }

  private static List<String> ids(RecordId ids, Kind kind, int count) {
    List<String> all = new ArrayList<>(count);
    for (int number = 0; number < count; number++) {
      all.add(ids.of(kind, PROVIDER, Integer.toString(number)));
    }
    return all;
  }

  private static Cinema cinema(String id, int number, Random random) {
    return new Cinema(
        id,
        null,
        "Cinema " + number,
        new Location(
            "GB",
            "Town " + number / 3,
            "ZZ%d %dAA".formatted(number / 10, number % 10),
            null,
            50 + random.nextInt(80_000) / 10_000.0,
            -5 + random.nextInt(60_000) / 10_000.0),
        new Provenance(FROM, null, PROVIDER, "ci-" + number));
  }

  private static Film film(String id, int number) {
    return new Film(
        id,
        "Film " + number,
        90 + number % 60,
        "15",
        "https://posters.example/fi-%d.jpg".formatted(number),
        FIRST,
        Integer.toString(1_000 + number),
        "tt%07d".formatted(number),
        new Provenance(FROM, null, PROVIDER, "fi-" + number));
  }

  private static Showtime showtime(
      int number, List<String> films, List<String> cinemas, RecordId ids, Random random) {
    int mask = random.nextInt(3) == 0 ? 1 << random.nextInt(11) : 0;
    double share = random.nextDouble();
    String externalId = "st-" + number;
    return new Showtime(
        ids.of(Kind.SHOWTIME, PROVIDER, externalId),
        films.get((int) (FILMS * share * share * share)),
        cinemas.get(random.nextInt(cinemas.size())),
        FROM.plus(Duration.ofMinutes(5L * random.nextInt(DAYS * 288))),
        60,
        "https://big.example/book/" + number,
        new Attributes(mask),
        "sc_0123456789abcdefghjk",
        "Screen " + random.nextInt(20),
        new Provenance(FROM, null, PROVIDER, externalId));
  }

  private Question.Programmes question(Random random) {
    Centre centre = new Centre.Point(52 + random.nextDouble() * 4, -4 + random.nextDouble() * 4);
    return new Question.Programmes(
        new ProgrammeQuery(
            new ProgrammeQuery.Place.Near(new Around(centre, 100)),
            null,
            null,
            Attributes.NONE,
            FIRST.plusDays(random.nextInt(dates)),
            1),
        new Question.Place(0, null, LIMIT));
  }

  /// One page.
  @Benchmark
  public @Nullable Object page(Turn turn) {
    turn.next = (turn.next + 1) & (QUESTIONS - 1);
    OutputBuffer buffer = turn.buffer.clear(form == Form.GZIP);
    Envelopes.Encoded page =
        Envelopes.answer(questions[turn.next], pages, NOW, buffer).orElseThrow();
    Tag tag = Tag.of(MediaType.JSON, page.body());
    if (form == Form.PLAIN) {
      return tag;
    }
    byte[] compressed = buffer.compressed();
    return compressed == null ? turn.encoder.encode(buffer.bytes(), buffer.length()) : compressed;
  }
}
