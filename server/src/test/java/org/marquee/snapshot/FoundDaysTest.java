package org.marquee.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.Rounds;
import org.marquee.listing.Attributes;
import org.marquee.listing.ChangeSink.Edition;
import org.marquee.listing.ChangeSink.Observed;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.listing.Location;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.Provenance;
import org.marquee.listing.RecordId;
import org.marquee.listing.Revision;
import org.marquee.listing.Showtime;
import org.marquee.listing.SourceStatement;
import org.marquee.page.KeptText;
import org.marquee.page.OutputBuffer;
import org.marquee.page.PageInfo;
import org.marquee.v1.answer.JsonRecordEncoder;

/// Days of cinemas that were written before are sent as if they were written anew.
@NullMarked
class FoundDaysTest {
  private static final LocalDate FIRST = LocalDate.parse("2026-03-20");
  private static final Instant FROM = FIRST.atStartOfDay().toInstant(ZoneOffset.UTC);
  private static final int DAYS = 6;
  private static final int CINEMAS = 12;
  private static final int FILMS = 9;
  private static final List<ZoneId> CLOCKS =
      List.of(ZoneId.of("Europe/London"), ZoneId.of("Asia/Tokyo"), ZoneId.of("America/New_York"));

  private final Random random = new Random(20261123);
  private final RecordId ids = RecordId.maker();
  private final List<String> cinemas = new ArrayList<>();
  private final List<String> films = new ArrayList<>();
  private final List<Showtime> showtimes = new ArrayList<>();
  private final Snapshot snapshot = filled();

  @AfterEach
  void close() {
    snapshot.retire();
  }

  private Snapshot filled() {
    for (int number = 0; number < CINEMAS; number++) {
      cinemas.add(ids.of(Kind.CINEMA, "rex", "c" + number));
    }
    for (int number = 0; number < FILMS; number++) {
      films.add(ids.of(Kind.FILM, "rex", "f" + number));
    }
    for (int number = 0; number < 900; number++) {
      showtimes.add(showtime(number));
    }
    showtimes.sort(Comparator.comparing(Showtime::startsAt).thenComparing(Showtime::id));
    return snapshotOf(showtimes);
  }

  private Snapshot snapshotOf(List<Showtime> showtimes) {
    SnapshotBuilder copying =
        new SnapshotBuilder(Snapshot.NOTHING, Micros.daysBefore(FROM, 3), new JsonRecordEncoder());
    copying.begin(
        new Edition(new Revision(new UUID(0, 1), 1, new UUID(0, 1)), true, FROM, Map.of()));
    copying.confirmed("rex", null, FROM, null);
    for (int number = 0; number < CINEMAS; number++) {
      String id = cinemas.get(number);
      copying.confirmed("rex", id, FROM.plusSeconds(number), null);
      copying.statement(id, statement(number));
      Location place = new Location("GB", "Town", "ZZ1 1AA", null, 51 + number / 50.0, 0.1);
      Provenance provenance = new Provenance(FROM.plusSeconds(number), null, "rex", "c" + number);
      String name = "Kino " + number;
      copying.cinema(
          new Cinema(id, null, name, place, provenance),
          name,
          null,
          name,
          CLOCKS.get(number % CLOCKS.size()),
          Observed.TOGETHER);
    }
    for (int number = 0; number < FILMS; number++) {
      String id = films.get(number);
      Provenance provenance = new Provenance(FROM.minusSeconds(number), null, "rex", "f" + number);
      copying.film(
          new Film(id, "Film " + number, 90, null, null, FIRST, null, null, provenance),
          "film " + number,
          Observed.TOGETHER);
    }
    showtimes.forEach(each -> copying.showtime(each, Observed.TOGETHER));
    return copying.finish();
  }

  /// Of some cinemas, so that a source is late soon, or its programme ends.
  private SourceStatement statement(int number) {
    return new SourceStatement(
        FROM,
        FROM.plusSeconds(number),
        FROM.minus(Duration.ofDays(2)),
        number % 3 == 0 ? null : FROM.plus(Duration.ofDays(number % 5)),
        number % 3 == 0 ? FIRST.plusDays(DAYS) : null,
        number % 4 == 0 ? null : Duration.ofHours(11L * number),
        null,
        null);
  }

  private Showtime showtime(int number) {
    String externalId = "s" + number;
    return new Showtime(
        ids.of(Kind.SHOWTIME, "rex", externalId),
        films.get(random.nextInt(FILMS)),
        cinemas.get(random.nextInt(CINEMAS)),
        FROM.plus(Duration.ofMinutes(15L * random.nextInt(DAYS * 96))),
        60,
        "https://rex.example/" + number,
        new Attributes(random.nextInt(4)),
        null,
        "Screen " + random.nextInt(4),
        new Provenance(FROM.minusSeconds(random.nextInt(3)), null, "rex", externalId));
  }

  private ProgrammeQuery query() {
    List<String> some = new ArrayList<>(cinemas);
    Collections.shuffle(some, random);
    return new ProgrammeQuery(
        new ProgrammeQuery.Place.Named(some.subList(0, 1 + random.nextInt(CINEMAS))),
        null,
        random.nextInt(5) == 0 ? films.get(random.nextInt(FILMS)) : null,
        new Attributes(random.nextInt(5) == 0 ? 1 : 0),
        FIRST.plusDays(random.nextInt(DAYS) - 1),
        1 + random.nextInt(3));
  }

  @Test
  void programmes_with_days_written_before_are_those_written_anew() throws IOException {
    int compressed = 0;
    for (int question = 0; question < Rounds.of(1_500); question++) {
      ProgrammeQuery query = query();
      Instant now = FROM.plusSeconds(random.nextInt(200_000));
      int limit = 1 + random.nextInt(CINEMAS);
      Snapshot empty = new Snapshot(snapshot.contents());
      OutputBuffer due = new OutputBuffer(64);
      PageInfo page = ProgrammePage.answer(empty, query, null, limit, now, due);
      empty.retire();
      OutputBuffer out = new OutputBuffer(64).clear(random.nextBoolean());
      assertThat(ProgrammePage.answer(snapshot, query, null, limit, now, out)).isEqualTo(page);
      assertThat(new String(out.toBytes(), UTF_8)).isEqualTo(new String(due.toBytes(), UTF_8));
      byte[] packed = out.compressed();
      if (packed != null) {
        compressed++;
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
          assertThat(in.readAllBytes()).isEqualTo(due.toBytes());
        }
      }
    }
    assertThat(compressed).isGreaterThan(300);
    assertThat(known()).isGreaterThan(CINEMAS * DAYS / 2);
  }

  @Test
  void the_next_days_make_room_for_themselves() {
    FoundDays days = new FoundDays(snapshot.contents(), 90_000);
    keepAll(days, FIRST.plusDays(4));
    assertThat(kept(days, FIRST.plusDays(4))).isEqualTo(CINEMAS);
    keepAll(days, FIRST.plusDays(2));
    keepAll(days, FIRST.plusDays(1));
    assertThat(kept(days, FIRST.plusDays(1))).isEqualTo(CINEMAS);
    assertThat(kept(days, FIRST.plusDays(4))).isZero();
    keepAll(days, FIRST.plusDays(5));
    assertThat(kept(days, FIRST.plusDays(5))).isZero();
    assertThat(kept(days, FIRST.plusDays(1))).isEqualTo(CINEMAS);
  }

  private static void keepAll(FoundDays days, LocalDate date) {
    IntStream.range(0, CINEMAS).forEach(cinema -> keep(days, cinema, date));
  }

  /// Offers a day until it is kept, or so often that there must be no room.
  private static void keep(FoundDays days, int cinema, LocalDate date) {
    for (int offer = 0; offer < 2_000 && days.find(cinema, date, FROM) == null; offer++) {
      days.keep(cinema, date, 6_000, FROM, FoundDaysTest::found);
    }
  }

  private static FoundDays.Found found() {
    return new FoundDays.Found(new KeptText(new byte[6_000], 10), 0, 0, FROM, Instant.MAX);
  }

  private static long kept(FoundDays days, LocalDate date) {
    return IntStream.range(0, CINEMAS)
        .filter(cinema -> days.find(cinema, date, FROM) != null)
        .count();
  }

  @Test
  void a_showtime_thousands_of_years_ahead_takes_no_memory_for_the_days_between() {
    showtimes.add(
        new Showtime(
            ids.of(Kind.SHOWTIME, "rex", "far"),
            films.getFirst(),
            cinemas.getFirst(),
            Instant.parse("9998-12-30T20:00:00Z"),
            60,
            null,
            new Attributes(0),
            null,
            null,
            new Provenance(FROM, null, "rex", "far")));
    Snapshot far = snapshotOf(showtimes);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    FoundDays days = new FoundDays(far.contents(), 1 << 20);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(100_000);
    assertThat(days.find(0, LocalDate.parse("9998-12-30"), FROM)).isNull();
    far.retire();
  }

  @Test
  void the_places_of_a_date_are_part_of_what_days_may_take() {
    FoundDays little = new FoundDays(snapshot.contents(), found().size() + CINEMAS);
    keep(little, 0, FIRST);
    keep(little, 0, FIRST.plusDays(1));
    assertThat(little.find(0, FIRST, FROM)).isNotNull();
    assertThat(little.find(0, FIRST.plusDays(1), FROM)).isNull();
  }

  /// How many days are kept.
  private long known() {
    return cinemas.stream()
        .mapToInt(snapshot.contents().cinemas()::find)
        .mapToLong(cinema ->
            FIRST
                .minusDays(1)
                .datesUntil(FIRST.plusDays(DAYS))
                .filter(date -> isKnown(cinema, date))
                .count())
        .sum();
  }

  private boolean isKnown(int cinema, LocalDate date) {
    return IntStream.rangeClosed(0, 20)
        .mapToObj(each -> FROM.plusSeconds(10_000L * each))
        .anyMatch(now -> snapshot.days().find(cinema, date, now) != null);
  }
}
