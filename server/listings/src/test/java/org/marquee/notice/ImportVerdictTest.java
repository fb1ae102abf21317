package org.marquee.notice;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.marquee.listing.Kind;
import org.marquee.notice.ImportVerdict.Level;
import org.marquee.notice.Outlook.Waiting;

@NullMarked
class ImportVerdictTest {
  private static final Instant NOW = Instant.parse("2026-11-21T06:00:00Z");
  private static final Instant AHEAD = Instant.parse("2026-12-01T19:30:00Z");

  /// The verdict on the showtimes of a feed.
  private record Shows(long published, long heldBack, long refused, long leftOut) {
    ImportVerdict verdict(Outlook outlook, CinemaProgramme... programmes) {
      return verdict(Report.Result.DRY_RUN, outlook, programmes);
    }

    ImportVerdict verdict(Report.Result result, Outlook outlook, CinemaProgramme... programmes) {
      RowCounts.Counts counts =
          new RowCounts.Counts(published, 0, 0, 0, 0, heldBack, refused, leftOut);
      return of(result, Map.of(Kind.SHOWTIME, counts), refused, null, outlook, programmes);
    }
  }

  private static ImportVerdict of(
      Report.Result result,
      Map<Kind, RowCounts.Counts> kinds,
      long errors,
      @Nullable Notice refusal,
      Outlook outlook,
      CinemaProgramme... programmes) {
    Notices notices = new Notices();
    for (long error = 0; error < errors; error++) {
      notices.add(Notice.of(Code.MEMBER_INVALID, ""));
    }
    return new Report(
            "run",
            "lux",
            "marquee",
            List.of(),
            NOW,
            NOW,
            "full",
            NOW,
            result,
            null,
            new RowCounts(kinds, 0, Map.of()),
            notices.groups(),
            refusal,
            List.of(programmes),
            outlook)
        .verdict();
  }

  private static Outlook waiting(Waiting what, long number) {
    return new Outlook(Map.of(what, number), AHEAD);
  }

  private static CinemaProgramme programme(
      String name, long before, long after, @Nullable String kept) {
    return new CinemaProgramme(
        name,
        name,
        new CinemaProgramme.Extent(before, null, null),
        new CinemaProgramme.Extent(after, null, null),
        List.of(),
        kept);
  }

  @Test
  void a_feed_that_goes_in_whole_is_good() {
    ImportVerdict verdict = new Shows(139, 0, 0, 12).verdict(new Outlook(Map.of(), AHEAD));
    assertThat(verdict)
        .isEqualTo(
            new ImportVerdict(
                Level.GOOD, 139, 139, "139 of 139 showtimes would be published", true));
  }

  @Test
  void a_feed_that_waits_as_a_whole_is_reported_with_what_to_do() {
    ImportVerdict verdict = new Shows(0, 139, 0, 0).verdict(waiting(Waiting.POSTCODE, 139));
    assertThat(verdict.sentence())
        .isEqualTo(
            "0 of 139 showtimes would be published: 139 wait for a cinema with a postcode;"
                + " add a register, a house feed or --missing-postcode TEXT");
    assertThat(verdict.level()).isEqualTo(Level.BAD);
    assertThat(verdict.acceptable()).isFalse();
  }

  @Test
  void nine_tenths_are_enough() {
    assertThat(new Shows(9, 1, 0, 0).verdict(waiting(Waiting.FILM, 1)).acceptable()).isTrue();
    assertThat(new Shows(89, 11, 0, 0).verdict(waiting(Waiting.FILM, 11)).acceptable()).isFalse();
    assertThat(new Shows(9, 1, 0, 0).verdict(waiting(Waiting.FILM, 1)).level())
        .isEqualTo(Level.DOUBTFUL);
  }

  @Test
  void an_error_is_not_acceptable_however_few() {
    ImportVerdict verdict =
        new Shows(137, 0, 2, 0).verdict(Report.Result.APPLIED, new Outlook(Map.of(), AHEAD));
    assertThat(verdict)
        .isEqualTo(
            new ImportVerdict(
                Level.DOUBTFUL,
                137,
                139,
                "137 of 139 showtimes are published: 2 are refused (see the errors)",
                false));
  }

  @Test
  void what_is_left_out_by_a_rule_is_not_meant_to_be_published_unless_it_is_all() {
    assertThat(new Shows(1, 0, 0, 99).verdict(new Outlook(Map.of(), AHEAD)).level())
        .isEqualTo(Level.GOOD);
    ImportVerdict all = new Shows(0, 0, 0, 99).verdict(Outlook.NONE);
    assertThat(all.sentence()).startsWith("no showtime would be published").contains("all 99");
    assertThat(all.acceptable()).isFalse();
  }

  @Test
  void a_feed_of_the_past_says_so_and_is_not_acceptable() {
    ImportVerdict verdict =
        new Shows(3, 0, 0, 0).verdict(new Outlook(Map.of(), Instant.parse("2025-01-30T20:00:00Z")));
    assertThat(verdict.sentence())
        .isEqualTo(
            "3 of 3 showtimes would be published; all are in the past, the last at 2025-01-30T20:00:00Z");
    assertThat(verdict.level()).isEqualTo(Level.DOUBTFUL);
    assertThat(verdict.acceptable()).isFalse();
  }

  @Test
  void cinemas_that_went_empty_or_keep_what_they_had_are_named() {
    ImportVerdict verdict =
        new Shows(3, 0, 0, 0)
            .verdict(
                Report.Result.APPLIED,
                new Outlook(Map.of(), AHEAD),
                programme("Rex", 5, 0, null),
                programme("Lux", 5, 5, "empty"),
                programme("Roxy", 0, 3, null));
    assertThat(verdict.sentence())
        .isEqualTo(
            "3 of 3 showtimes are published; 1 cinema (Rex) went empty; 1 cinema (Lux) keeps the"
                + " stored showtimes, because too few are listed");
    assertThat(verdict.level()).isEqualTo(Level.DOUBTFUL);
  }

  @Test
  void a_feed_without_showtimes_is_judged_by_its_other_records() {
    Map<Kind, RowCounts.Counts> register =
        Map.of(Kind.CINEMA, new RowCounts.Counts(3, 0, 0, 0, 0, 2, 0, 0));
    ImportVerdict verdict = of(Report.Result.DRY_RUN, register, 0, null, Outlook.NONE);
    assertThat(verdict.sentence())
        .startsWith("the feed lists no showtimes; 3 of 5 records would be published: 2 wait for");
    assertThat(verdict.acceptable()).isTrue();
    assertThat(of(Report.Result.DRY_RUN, Map.of(), 0, null, Outlook.NONE).sentence())
        .isEqualTo("the feed lists nothing");
  }

  @Test
  void a_refusal_is_bad_and_says_why() {
    ImportVerdict verdict =
        of(
            Report.Result.REFUSED,
            Map.of(),
            0,
            Notice.of(Code.FEED_CUT_OFF, "line 7"),
            Outlook.NONE);
    assertThat(verdict.sentence()).isEqualTo("refused: The feed ends in the middle: line 7");
    assertThat(verdict.level()).isEqualTo(Level.BAD);
    assertThat(verdict.acceptable()).isFalse();
  }
}
