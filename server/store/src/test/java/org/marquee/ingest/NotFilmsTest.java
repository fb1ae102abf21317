package org.marquee.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSource;
import org.marquee.feed.StandIns;
import org.marquee.feed.icalendar.ICalendarReader;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.Film;
import org.marquee.notice.Code;
import org.marquee.title.label.Vocabulary;

/// What a provider's words call no film.
@NullMarked
class NotFilmsTest {
  private static final FeedRecord.Cinema REX =
      new FeedRecord.Cinema(
          "rex", "Rex", null, "Europe/London", "GB", "London", "E8 2PB", null, null, null, null);

  private final World world = World.fresh();

  @AfterEach
  void close() {
    world.close();
  }

  private World.Run take(int day, Vocabulary words) {
    String events =
        List.of("Solaris", "The Big Pub Quiz", "Quiz Show", "pub quiz!").stream()
            .map(title ->
                """
                BEGIN:VEVENT
                UID:%s@rex.example
                DTSTART:20990131T200000
                SUMMARY:%s
                END:VEVENT
                """
                    .formatted(title.hashCode(), title))
            .reduce("", String::concat);
    String calendar = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n" + events + "END:VCALENDAR\n";
    return world.take(
        new ICalendarReader(),
        "rex",
        Shrinking.REFUSED,
        new FeedSource(
            List.of(World.part(calendar.getBytes(UTF_8))),
            Instant.parse("2026-03-0" + day + "T06:00:00Z"),
            REX,
            words,
            StandIns.NONE));
  }

  private List<String> films() {
    return world.showtimes().stream()
        .map(show -> world.listings().findFilm(show.filmId()).map(Film::title).orElseThrow())
        .toList();
  }

  private static final Vocabulary WORDS =
      Vocabulary.BUILT_IN.with("[left-out]\n-: pub quiz | bingo\n");

  @Test
  void what_the_words_call_no_film_is_withdrawn_at_once() {
    take(1, Vocabulary.BUILT_IN);
    assertThat(world.showtimes()).hasSize(4);
    World.Run run = take(2, WORDS);
    assertThat(films()).containsExactlyInAnyOrder("Solaris", "Quiz Show");
    assertThat(world.showtimes()).hasSize(2);
    assertThat(run.count(Code.LEFT_OUT_BY_WORDS)).isEqualTo(4);
    assertThat(run.count(Code.CINEMA_KEPT)).isZero();
  }
}
