package org.marquee.store.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.marquee.ingest.Ledger.Rules.Shrinking.ACCEPTED;
import static org.marquee.ingest.Ledger.Rules.Shrinking.REFUSED;

import java.io.IOException;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.Rounds;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSource;
import org.marquee.feed.title.KnownFilm;
import org.marquee.ingest.Import;
import org.marquee.ingest.Ledger;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.ingest.Ledger.Rules.Effect;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.ingest.World;
import org.marquee.listing.Attributes;
import org.marquee.listing.Kind;
import org.marquee.notice.Report;
import org.marquee.store.audit.Audit;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.RanPlans;

/// No statement of an import reads its rows again for each of many other rows: each part of each
/// plan touches a few times as many rows as are stored, at most. The plans are those that ran.
@NullMarked
class ImportPlansTest {
  private static final Instant MONDAY = Instant.parse("2026-06-01T06:00:00Z");
  private static final int FILMS = Rounds.of(300);
  private static final int CINEMAS = Rounds.of(60);
  private static final int SHOWTIMES_OF_A_CINEMA = 20;
  private static final int SHOWTIMES_OF_ONE_CINEMA = Rounds.of(1_500);
  private static final long ROWS =
      FILMS + CINEMAS * (SHOWTIMES_OF_A_CINEMA + 1L) + SHOWTIMES_OF_ONE_CINEMA;

  /// Rows that a part of a plan may touch, for each that is stored.
  private static final long TIMES = 12;

  private final List<RanPlans.Step> repeated = new ArrayList<>();
  private int steps;

  @Test
  void no_statement_reads_whole_tables_for_each_of_many_rows() throws Exception {
    try (Database database = MigratedDatabase.open()) {
      Import imports = new Import(new Explained(database), InstantSource.system());
      ScriptedFeed first = feed(0, FeedHeader.Mode.FULL, 1, "");
      run(imports, "a", REFUSED, first);
      run(imports, "b", REFUSED, feed(1, FeedHeader.Mode.FULL, 1, ""));
      run(imports, "a", REFUSED, feed(2, FeedHeader.Mode.FULL, 1, "renamed"));
      run(imports, "a", REFUSED, feed(3, FeedHeader.Mode.FULL, 4, "renamed"));
      Report last = run(imports, "a", ACCEPTED, feed(4, FeedHeader.Mode.FULL, 4, ""));
      run(imports, undo(last, 4), "a", first);
      last = run(imports, "a", REFUSED, feed(5, FeedHeader.Mode.DELTA, 1, ""));
      run(imports, undo(last, 5), "a", first);
      run(imports, "b", ACCEPTED, feed(6, FeedHeader.Mode.FULL, 1_000_000, ""));
    }
    assertThat(steps).isGreaterThan(5_000);
    assertThat(repeated).isEmpty();
  }

  private static Rules undo(Report report, int hour) {
    return new Rules.Undo(
        report.run(),
        Objects.requireNonNull(report.revision()),
        MONDAY.plus(Duration.ofHours(hour)),
        MONDAY,
        MONDAY,
        Effect.COMMIT);
  }

  /// A feed of all cinemas, with every `part`-th showtime. A delta has every other one, and takes
  /// the rest back.
  private static ScriptedFeed feed(int hour, FeedHeader.Mode mode, int part, String ids) {
    FeedHeader header =
        new FeedHeader(mode, MONDAY.plus(Duration.ofHours(hour)), null, null, FeedHeader.Keys.MADE);
    return new ScriptedFeed(
        header,
        pen -> {
          for (int film = 0; film < FILMS; film++) {
            pen.film("f" + film, "Title " + film, "x" + film);
          }
          for (int cinema = 0; cinema <= CINEMAS; cinema++) {
            pen.add(cinema(cinema));
            int shows = cinema == 0 ? SHOWTIMES_OF_ONE_CINEMA : SHOWTIMES_OF_A_CINEMA;
            for (int show = 0; show < shows; show += part) {
              String id = ids + cinema + "-" + show;
              if (mode == FeedHeader.Mode.FULL || show % 2 == 0) {
                pen.add(show(id, cinema, show));
              } else if (show % 4 == 1) {
                pen.cancel(id);
              } else {
                pen.withdraw(Kind.SHOWTIME, id, null);
              }
            }
          }
        });
  }

  /// The last one in ten lacks a town, so that what it shows is held back.
  private static FeedRecord.Cinema cinema(int cinema) {
    return new FeedRecord.Cinema(
        "c" + cinema,
        "Rex " + cinema,
        null,
        "Europe/London",
        "GB",
        cinema % 10 == 9 ? null : "Elmet",
        "LS1 " + cinema % 10 + "AA",
        null,
        50 + cinema * 0.02,
        -1.5,
        null);
  }

  private static FeedRecord.Showtime show(String id, int cinema, int show) {
    return new FeedRecord.Showtime(
        id,
        "f" + (cinema + show) % FILMS,
        "c" + cinema,
        new FeedRecord.Start.Local(LocalDateTime.of(2026, 7, 1, 9, 0).plusMinutes(show * 7L)),
        "https://book.example/" + id,
        Attributes.NONE,
        new FeedRecord.ScreenSeen(null, "Screen " + show % 5),
        null,
        show % 3 == 0 ? "3d" : null);
  }

  private static Report run(
      Import imports, String provider, Shrinking shrinking, ScriptedFeed script)
      throws IOException {
    return run(imports, new Rules.Normal(shrinking, Effect.COMMIT), provider, script);
  }

  private static Report run(Import imports, Rules rules, String provider, ScriptedFeed script)
      throws IOException {
    FeedSource source =
        new FeedSource(List.of(World.part(new byte[0])), script.header().observedAt(), null);
    Report report =
        imports.run(new Import.Order(List.of(new Import.Feed(script, source)), provider, rules));
    assertThat(report.result()).as("%s", report.refusal()).isEqualTo(Report.Result.APPLIED);
    return report;
  }

  private void note(RanPlans.Step step) {
    steps++;
    if (step.rows() > TIMES * ROWS) {
      repeated.add(step);
    }
  }

  /// The ledger of an import whose statements, and those of the triggers, report their plans.
  private final class Explained implements Ledger {
    private final Database database;

    Explained(Database database) {
      this.database = database;
    }

    @Override
    public Staging stage(String run, String provider, String feed, FeedHeader header) {
      List<Connection> opened = new ArrayList<>();
      return PostgresStaging.open(
          () -> {
            opened.add(database.connectAgain(""));
            return RanPlans.of(opened.getFirst(), ImportPlansTest.this::note);
          },
          provider,
          feed,
          header,
          new Audit(database.actor()),
          (_, _) -> {},
          _ -> database.giveBack(opened.getFirst()));
    }

    @Override
    public Map<String, List<KnownFilm>> titlesOfOthers(String provider, Set<String> keys) {
      return Map.of();
    }

    @Override
    public void remember(Report report) {}
  }
}
