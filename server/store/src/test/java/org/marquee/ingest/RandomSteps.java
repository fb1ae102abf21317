package org.marquee.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.marquee.correction.Correction;
import org.marquee.correction.Correction.Wanted;
import org.marquee.correction.CorrectionRefused;
import org.marquee.correction.What;
import org.marquee.feed.FeedSource;
import org.marquee.feed.marquee.MarqueeReader;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.ingest.Ledger.Rules.Effect;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.listing.ListedRecord;
import org.marquee.listing.Showtime;
import org.marquee.notice.Report;
import org.marquee.store.decision.PostgresCorrections;
import org.marquee.store.decision.PostgresCorrections.Others;
import org.marquee.store.reconcile.PostgresLedger;
import org.marquee.store.run.PostgresSources;
import org.marquee.store.sql.Sql;

/// Random changes of a small town's listings: imports, merges, splits, corrections, undone imports,
/// removed providers, and imports that are killed or rolled back.
@NullMarked
final class RandomSteps {
  /// A full feed, and the run that imported it.
  private record Taken(ModelFeed feed, Report report) {}

  private final World world;
  private final SplittableRandom random;
  private final RandomFeeds feeds;
  private @Nullable Taken last;
  private @Nullable Taken before;

  RandomSteps(World world, SplittableRandom random) {
    this.world = world;
    this.random = random;
    feeds = new RandomFeeds(random);
  }

  /// Does a random step, and describes it.
  String step() throws Exception {
    String provider = feeds.one("north", "north", "south");
    int what = random.nextInt(20);
    switch (what) {
      case 0 -> {
        new PostgresSources(world.database()).remove(provider);
        forget();
      }
      case 1, 2 -> match();
      case 3 -> undo();
      case 4 -> take(provider, feeds.next(), Effect.DRY_RUN);
      case 5 -> {
        kill(provider, feeds.next());
        forget();
      }
      case 6, 7, 8, 9 -> correct();
      default -> {
        ModelFeed next = feeds.next();
        Report report = take(provider, next, Effect.COMMIT);
        if (provider.equals("north") && report.result() == Report.Result.APPLIED) {
          before = last;
          last = next.full() && next.covers() == null ? new Taken(next, report) : null;
        }
      }
    }
    return provider + what;
  }

  private static Import.Feed feed(ModelFeed feed) {
    return new Import.Feed(
        new MarqueeReader(),
        new FeedSource(List.of(World.part(feed.text().getBytes(UTF_8))), feed.observedAt(), null));
  }

  private Report take(String provider, ModelFeed next, Effect effect) throws IOException {
    return imports()
        .run(
            new Import.Order(
                List.of(feed(next)),
                provider,
                new Rules.Normal(
                    next.shrinkAccepted() ? Shrinking.ACCEPTED : Shrinking.REFUSED, effect)));
  }

  private Import imports() {
    return new Import(new PostgresLedger(world.database()), InstantSource.system());
  }

  private void undo() throws IOException {
    Taken undone = last;
    Taken earlier = before;
    if (undone == null || earlier == null || undone.report().revision() == null) {
      return;
    }
    Instant taken = earlier.feed().observedAt();
    imports()
        .run(
            new Import.Order(
                List.of(feed(earlier.feed())),
                "north",
                new Rules.Undo(
                    undone.report().run(),
                    undone.report().revision(),
                    undone.feed().observedAt(),
                    taken,
                    taken,
                    Effect.COMMIT)));
    forget();
  }

  private void forget() {
    last = null;
    before = null;
  }

  private void match() {
    HandDecisions decisions = new HandDecisions(world.database());
    boolean films = random.nextBoolean();
    Kind kind = films ? Kind.FILM : Kind.CINEMA;
    List<String> ids = new ArrayList<>();
    for (ListedRecord each : CopyOfChanges.listed(world).values()) {
      if (films ? each instanceof Film : each instanceof Cinema) {
        ids.add(each.id());
      }
    }
    if (ids.size() < 2) {
      return;
    }
    String one = ids.get(random.nextInt(ids.size()));
    String other = ids.get(random.nextInt(ids.size()));
    try {
      if (random.nextInt(3) > 0) {
        decisions.merge(kind, one, other);
      } else {
        decisions.split(kind, one);
      }
    } catch (CorrectionRefused _) {
      // Then nothing has changed.
    }
  }

  /// Corrects or hides a record, or takes a correction back.
  private void correct() {
    PostgresCorrections corrections = new PostgresCorrections(world.database());
    List<PostgresCorrections.Stored> made = corrections.list();
    List<ListedRecord> all = List.copyOf(CopyOfChanges.listed(world).values());
    if (!made.isEmpty() && random.nextInt(2) == 0) {
      assertThat(corrections.undo(made.get(random.nextInt(made.size())).id())).isPresent();
    } else if (!all.isEmpty()) {
      ListedRecord record = all.get(random.nextInt(all.size()));
      @Nullable Correction hidden =
          switch (record) {
            case Film _, Cinema _, Showtime _ ->
                Correction.of(What.HIDE, List.of(record.id()), "at random");
            default -> null;
          };
      @Nullable Correction correction =
          switch (record) {
            case Film film when random.nextBoolean() ->
                Correction.ofField(film.id(), "title", "Title " + random.nextInt(3), "at random");
            case Cinema cinema when random.nextInt(3) == 0 ->
                Correction.ofField(cinema.id(), "name", "Name " + random.nextInt(3), "at random");
            case Cinema cinema when random.nextInt(2) == 0 ->
                Correction.ofField(cinema.id(), "position", random.nextInt(3) + ", 1", "at random");
            default -> hidden;
          };
      if (correction != null) {
        corrections.apply(List.of(new Wanted(0, correction)), Others.STAY, Effect.COMMIT);
      }
    }
  }

  /// Ends the session of an import somewhere on its way.
  private void kill(String provider, ModelFeed next) throws Exception {
    long patience = random.nextLong(60_000_000);
    Thread importing =
        Thread.ofVirtual()
            .start(() -> {
              try {
                take(provider, next, Effect.COMMIT);
              } catch (IOException | LedgerUnavailable | IllegalStateException _) {
                // Expected.
              }
            });
    LockSupport.parkNanos(patience);
    try (Connection connection = world.database().connect()) {
      Sql.of(
              """
              select pg_terminate_backend(pid) from pg_stat_activity
              where datname = current_database() and pid <> pg_backend_pid() and query like '%staged%'
              """)
          .list(connection, row -> row.getBoolean(1));
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    importing.join();
    assertThat(importing.isAlive()).isFalse();
  }
}
