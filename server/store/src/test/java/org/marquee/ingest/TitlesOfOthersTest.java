package org.marquee.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.marquee.feed.Findings.REX;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.feed.icalendar.ICalendarReader;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;
import org.marquee.store.decision.PostgresReview;

/// Another provider's titles decide whether a word belongs to a title.
@NullMarked
class TitlesOfOthersTest {
  private static final String CALENDAR =
      """
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:-//Rex//EN
      BEGIN:VEVENT
      UID:1@rex
      DTSTART:20270115T100000Z
      SUMMARY:Harbour 3D
      END:VEVENT
      END:VCALENDAR
      """
          .replace("\n", "\r\n");

  private final World world = World.fresh();

  @AfterEach
  void close() {
    world.close();
  }

  /// A calendar with an event of each summary.
  private World.Run calendar(String provider, String observedAt, String... summaries) {
    int begin = CALENDAR.indexOf("BEGIN:VEVENT");
    int end = CALENDAR.indexOf("END:VCALENDAR");
    StringBuilder events = new StringBuilder();
    for (String summary : summaries) {
      events.append(
          CALENDAR
              .substring(begin, end)
              .replace("Harbour 3D", summary)
              .replace("1@rex", summary.replace(" ", "") + "@rex"));
    }
    return world.take(
        new ICalendarReader(),
        provider,
        Shrinking.REFUSED,
        List.of(
            World.part(
                (CALENDAR.substring(0, begin) + events + CALENDAR.substring(end)).getBytes(UTF_8))),
        REX,
        Instant.parse(observedAt));
  }

  private List<String> titles() {
    return world.listings().films().stream().map(Film::title).sorted().toList();
  }

  @Test
  void words_in_brackets_tell_films_of_two_providers_apart() {
    calendar("rex-site", "2026-11-20T07:00:00Z", "Nosferatu (Murnau)");
    assertThat(titles()).containsExactly("Nosferatu");
    calendar("rex-app", "2026-11-20T08:00:00Z", "Nosferatu (Herzog)");
    assertThat(titles()).containsExactly("Nosferatu", "Nosferatu (Herzog)");
    PostgresReview review = new PostgresReview(world.database());
    assertThat(review.list(Kind.FILM))
        .singleElement()
        .satisfies(pair -> {
          assertThat(pair.why()).isEqualTo("the same title, but other words in brackets behind it");
          assertThat(pair.one().getFirst().facts() + pair.other().getFirst().facts())
              .contains("in brackets Murnau", "in brackets Herzog");
        });
    calendar("rex-site", "2026-11-20T09:00:00Z", "Nosferatu (Murnau)");
    assertThat(titles()).containsExactly("Nosferatu (Herzog)", "Nosferatu (Murnau)");
    calendar("rex-app", "2026-11-20T10:00:00Z", "Nosferatu (F.W. Murnau)");
    calendar("rex-site", "2026-11-20T11:00:00Z", "Nosferatu (Murnau)");
    assertThat(titles()).containsExactly("Nosferatu");
  }

  private String film() {
    return world.showtimes().stream()
        .filter(showtime -> showtime.provenance().externalId().contains("Harbour3D@rex"))
        .findFirst()
        .orElseThrow()
        .filmId();
  }

  @Test
  void a_title_that_another_provider_lists_settles_what_is_doubtful() {
    World.Run alone = calendar("rex-site", "2026-11-20T06:00:00Z", "Harbour 3D");
    assertThat(alone.count(Code.TITLE_WORDS_KEPT)).isEqualTo(1);
    String before = film();

    // Its own earlier title and another doubtful title decide nothing.
    assertThat(
            calendar("rex-app", "2026-11-20T06:30:00Z", "Harbour 3D").count(Code.TITLE_WORDS_KEPT))
        .isEqualTo(1);
    world.full(
        "2026-11-20T07:00:00Z", "{\"type\":\"film\",\"externalId\":\"h\",\"title\":\"Harbour\"}");

    World.Run settled = calendar("rex-site", "2026-11-20T08:00:00Z", "Harbour 3D");
    assertThat(settled.count(Code.TITLE_WORDS_REMOVED)).isEqualTo(1);
    assertThat(settled.count(Code.TITLE_WORDS_KEPT)).isZero();
    assertThat(film()).isEqualTo(before);
  }
}
