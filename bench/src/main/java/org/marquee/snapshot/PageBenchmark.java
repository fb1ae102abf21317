package org.marquee.snapshot;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Attributes;
import org.marquee.listing.ChangeSink.Edition;
import org.marquee.listing.ChangeSink.Observed;
import org.marquee.listing.Kind;
import org.marquee.listing.Provenance;
import org.marquee.listing.RecordId;
import org.marquee.listing.Revision;
import org.marquee.listing.Showtime;
import org.marquee.listing.ShowtimeQuery;
import org.marquee.listing.Window;
import org.marquee.page.JsonRecordEncoder;
import org.marquee.page.OutputBuffer;
import org.marquee.page.PageInfo;
import org.marquee.snapshot.search.Snapshot;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// A page of 25 showtimes from memory, by the filters of the question: finding the rows and putting
/// the records together, without HTTP and the envelope. Windows are of 31 days; each question is
/// another one.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class PageBenchmark {
  private static final Instant FROM = Instant.parse("2026-03-01T00:00:00Z");
  private static final int DAYS = 35;
  private static final int FILMS = 600;
  private static final int TO_A_CINEMA = 200;
  private static final int RARE = 11;
  private static final int QUESTIONS = 1 << 14;
  private static final String PROVIDER = "big";

  /// Filters of a question.
  public enum Shape {
    NONE,
    CINEMA,
    FILM,
    CINEMA_AND_FILM,
    ATTRIBUTE,
    RARE_ATTRIBUTE,
    FILM_AND_ATTRIBUTE,
    RARE_FILM_AND_RARE_ATTRIBUTE
  }

  @Param({"100000", "1000000"})
  private int showtimes;

  @Param private Shape shape = Shape.NONE;

  private final SnapshotPages pages = new SnapshotPages(System::nanoTime);
  private ShowtimeQuery[] questions = {};

  /// The position of a thread in the questions, and its buffer.
  @State(Scope.Thread)
  public static class Turn {
    private final OutputBuffer buffer = new OutputBuffer(11_000);
    private int next = ThreadLocalRandom.current().nextInt(QUESTIONS);
  }

  /// Fills a snapshot and makes questions.
  @Setup(Level.Trial)
  public void fill() {
    Random random = new Random(1);
    RecordId ids = RecordId.maker();
    List<String> films = ids(ids, Kind.FILM, FILMS);
    List<String> cinemas = ids(ids, Kind.CINEMA, showtimes / TO_A_CINEMA);
    SnapshotBuilder copying = new SnapshotBuilder(Snapshot.NOTHING, 0, new JsonRecordEncoder());
    copying.begin(
        new Edition(new Revision(new UUID(0, 1), 1, new UUID(0, 1)), true, FROM, Map.of()));
    cinemas.forEach(cinema -> copying.confirmed(PROVIDER, cinema, FROM, null));
    List<Showtime> all = new ArrayList<>(showtimes);
    for (int number = 0; number < showtimes; number++) {
      all.add(showtime(number, films, cinemas, ids, random));
    }
    all.sort(Comparator.comparing(Showtime::startsAt).thenComparing(Showtime::id));
    all.forEach(each -> copying.showtime(each, Observed.TOGETHER));
    pages.put(copying.finish());
    questions = new ShowtimeQuery[QUESTIONS];
    for (int at = 0; at < QUESTIONS; at++) {
      questions[at] = question(films, cinemas, random);
    }
  }

  private static List<String> ids(RecordId ids, Kind kind, int count) {
    List<String> all = new ArrayList<>(count);
    for (int number = 0; number < count; number++) {
      all.add(ids.of(kind, PROVIDER, Integer.toString(number)));
    }
    return all;
  }

  private static Showtime showtime(
      int number, List<String> films, List<String> cinemas, RecordId ids, Random random) {
    int mask = random.nextInt(3) == 0 ? 1 << random.nextInt(RARE) : 0;
    if (random.nextInt(2_400) == 0) {
      mask |= 1 << RARE;
    }
    String externalId = "st-" + number;
    return new Showtime(
        ids.of(Kind.SHOWTIME, PROVIDER, externalId),
        films.get(film(random)),
        cinemas.get(random.nextInt(cinemas.size())),
        FROM.plus(Duration.ofMinutes(5L * random.nextInt(DAYS * 288))),
        60,
        "https://big.example/book/" + number,
        new Attributes(mask),
        "sc_0123456789abcdefghjk",
        "Screen " + random.nextInt(20),
        new Provenance(FROM, null, PROVIDER, externalId));
  }

  /// A few films have most of the showtimes.
  private static int film(Random random) {
    double share = random.nextDouble();
    return (int) (FILMS * share * share * share);
  }

  private ShowtimeQuery question(List<String> films, List<String> cinemas, Random random) {
    Instant after = FROM.plusSeconds(random.nextInt(4 * 86_400));
    String cinema = cinemas.get(random.nextInt(cinemas.size()));
    String film = films.get(film(random));
    String rare = films.get(FILMS - 1 - random.nextInt(50));
    Attributes usual = new Attributes(1 << random.nextInt(RARE));
    Attributes seldom = new Attributes(1 << RARE);
    Attributes any = Attributes.NONE;
    return switch (shape) {
      case NONE -> query(after, null, null, any);
      case CINEMA -> query(after, cinema, null, any);
      case FILM -> query(after, null, film, any);
      case CINEMA_AND_FILM -> query(after, cinema, film, any);
      case ATTRIBUTE -> query(after, null, null, usual);
      case RARE_ATTRIBUTE -> query(after, null, null, seldom);
      case FILM_AND_ATTRIBUTE -> query(after, null, film, usual);
      case RARE_FILM_AND_RARE_ATTRIBUTE -> query(after, null, rare, seldom);
    };
  }

  private static ShowtimeQuery query(
      Instant after, @Nullable String cinema, @Nullable String film, Attributes attributes) {
    return new ShowtimeQuery(
        new Window(after, after.plus(Window.LONGEST)), cinema, film, attributes);
  }

  /// One page.
  @Benchmark
  public PageInfo page(Turn turn) {
    turn.next = (turn.next + 1) & (QUESTIONS - 1);
    return pages.showtimes(questions[turn.next], null, 25, turn.buffer.clear());
  }
}
