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
import org.marquee.detail.Details;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FeedStart;
import org.marquee.feed.evidence.KnownFilm;
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
import org.marquee.store.sql.TestDatabase;

/// What the statements of an import read, by the plans that ran: each part of each plan touches a
/// few times as many rows as the feed has, at most.
@NullMarked
class ImportPlansTest {
  private static final Instant MONDAY = Instant.parse("2026-06-01T06:00:00Z");

  /// Rows that a part of a plan may touch, for each of the feed.
  private static final long TIMES = 12;

  /// What the statements have that read cinemas to link or complete them: five times as many rows
  /// at most.
  private static final List<String> LINKING =
      List.of("cinema_source w left join chain", "as of_house");

  /// What a feed has: films, cinemas, showtimes of the first cinema, and of each other one.
  private record Size(String cinema, int films, int cinemas, int ofTheFirst, int ofOthers) {
    long rows() {
      return films + ofTheFirst + cinemas * (ofOthers + 1L);
    }
  }

  private final List<RanPlans.Step> excessive = new ArrayList<>();
  private Size size = new Size("Rex", Rounds.of(300), Rounds.of(60), Rounds.of(1_500), 20);
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
    assertThat(excessive).isEmpty();
  }

  /// The films are the same. An undo is left out: it asks when anybody last saw a record.
  @Test
  void an_import_reads_no_more_where_another_provider_has_a_hundred_times_as_much()
      throws Exception {
    TestDatabase test = MigratedDatabase.create();
    try (Database database = MigratedDatabase.open(test)) {
      Import imports = new Import(new Explained(database), InstantSource.system());
      size = new Size("Rex", 20, 9, 10, 10);
      run(imports, "b", REFUSED, feed(0, FeedHeader.Mode.FULL, 1, ""));
      multiply(test);
      excessive.clear();
      steps = 0;
      size = new Size("Roxy", 20, 9, 10, 10);
      run(imports, "a", REFUSED, feed(1, FeedHeader.Mode.FULL, 1, ""));
      run(imports, "a", REFUSED, feed(2, FeedHeader.Mode.FULL, 1, ""));
      size = new Size("Roxy", 15, 8, 10, 10);
      run(imports, "a", ACCEPTED, feed(3, FeedHeader.Mode.FULL, 2, ""));
      run(imports, "a", REFUSED, feed(4, FeedHeader.Mode.DELTA, 1, ""));
    }
    assertThat(steps).isGreaterThan(2_000);
    assertThat(excessive).isEmpty();
  }

  /// Gives each film ten more providers that say the same, each cinema a hundred more of its like,
  /// with all that is stored of it, and films of other titles.
  private static void multiply(TestDatabase test) {
    test.execute("insert into provider (name) select 'twin ' || n from generate_series(1, 10) n");
    test.execute(
        """
        insert into film_source select r.* from film_source t join provider p on p.name like 'twin %',
          jsonb_populate_record(t, jsonb_build_object('id', t.id || '-t' || p.id, 'provider_id', p.id)) r
        """);
    test.execute(
        """
        insert into film_period select t.film_id || '-t' || p.id, t.country_code, t.days
        from film_period t join provider p on p.name like 'twin %'
        """);
    String cinema =
        "'name', t.name || '-' || n, 'locality', t.locality || '-' || n, 'latitude', 9.5 + n";
    Map<String, String> own =
        Map.of(
            "cinema", "'id', t.id || '-' || n, " + cinema,
            "cinema_source",
                """
                'id', t.id || '-' || n, 'record_id', t.record_id || '-' || n,
                'keys', (select string_agg(k || '-' || n, E'\\n') from string_to_table(t.keys, E'\\n') k),
                """
                    + cinema,
            "film", "'id', t.id || '-' || n, 'title', t.title || '-' || n",
            "film_source",
                """
                'id', t.id || '-' || n, 'record_id', t.record_id || '-' || n, 'title', t.title || '-' || n, 'title_key', t.title_key || '-' || n,
                'title_name', t.title_name || '-' || n, 'ext_catalog_a_id', t.ext_catalog_a_id || '-' || n, 'directors', t.directors || '-' || n
                """,
            "programme", "'cinema_id', t.cinema_id || '-' || n",
            "screen", "'id', t.id || '-' || n, 'cinema_id', t.cinema_id || '-' || n",
            "held_back", "'id', t.id || '-' || n, 'cinema_id', t.cinema_id || '-' || n",
            "showtime",
                "'id', t.id || '-' || n, 'cinema_id', t.cinema_id || '-' || n, 'screen_id', t.screen_id || '-' || n");
    own.forEach((table, columns) ->
        test.execute(
            """
            insert into %1$s select r.* from %1$s t, generate_series(1, %3$d) n,
              jsonb_populate_record(t, jsonb_build_object(%2$s)) r
            """
                .formatted(table, columns, table.startsWith("film") ? 30 : 100)));
    test.execute("analyze");
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
  private ScriptedFeed feed(int hour, FeedHeader.Mode mode, int part, String ids) {
    FeedHeader header =
        new FeedHeader(mode, MONDAY.plus(Duration.ofHours(hour)), null, null, FeedHeader.Keys.MADE);
    Size of = size;
    return new ScriptedFeed(
        header,
        pen -> {
          for (int film = 0; film < of.films(); film++) {
            pen.film("f" + film, "Title " + film, "x" + film);
          }
          for (int cinema = 0; cinema <= of.cinemas(); cinema++) {
            pen.add(cinema(of.cinema(), cinema));
            int shows = cinema == 0 ? of.ofTheFirst() : of.ofOthers();
            for (int show = 0; show < shows; show += part) {
              String id = ids + cinema + "-" + show;
              if (mode == FeedHeader.Mode.FULL || show % 2 == 0) {
                pen.add(show(id, (cinema + show) % of.films(), cinema, show));
              } else if (show % 4 == 1) {
                pen.cancel(id);
              } else {
                pen.withdraw(Kind.SHOWTIME, id, null);
              }
            }
          }
        });
  }

  /// The first one is the same, whatever the others are called. The last one in ten lacks a town,
  /// so that what it shows is held back.
  private static FeedRecord.Cinema cinema(String name, int cinema) {
    return new FeedRecord.Cinema(
        "c" + cinema,
        (cinema == 0 ? "Rex" : name) + " " + cinema,
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

  private static FeedRecord.Showtime show(String id, int film, int cinema, int show) {
    return new FeedRecord.Showtime(
        id,
        "f" + film,
        "c" + cinema,
        new FeedStart.Local(LocalDateTime.of(2026, 7, 1, 9, 0).plusMinutes(show * 7L)),
        "https://book.example/" + id,
        Attributes.NONE,
        new FeedRecord.ScreenSeen(null, "Screen " + show % 5),
        null,
        show % 3 == 0 ? "3d" : null,
        null,
        Details.NONE);
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
    if (step.rows()
        > (LINKING.stream().anyMatch(step.statement()::contains) ? 5 : TIMES) * size.rows()) {
      excessive.add(step);
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
