package org.marquee.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.feed.FeedSource;
import org.marquee.feed.marquee.MarqueeReader;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.ingest.Ledger.Rules.Effect;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.ChangeFeed;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.listing.ListedRecord;
import org.marquee.notice.Report;
import org.marquee.store.PostgresMatches;
import org.marquee.store.PostgresSources;
import org.marquee.store.read.PostgresChangeFeed;
import org.marquee.store.reconcile.PostgresLedger;
import org.marquee.store.sql.Sql;

/// Followers that began with the lists hold what the lists say, and on the way nothing that refers
/// to what they have not: through random imports, merges, splits, undone imports, removed
/// providers, and imports that are killed or rolled back.
@NullMarked
class ChangeFeedModelTest {
  private static final long SEED = Long.getLong("marquee.model.seed", 20261122);
  private static final int STEPS = Integer.getInteger("marquee.model.steps", 15);
  private static final Set<Kind> ALL = EnumSet.allOf(Kind.class);

  /// A full feed, and the run that took it in.
  private record Taken(ModelFeed feed, Report report) {}

  private final List<String> steps = new ArrayList<>();
  private @Nullable Taken last;
  private @Nullable Taken before;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void followers_hold_what_the_lists_say(int sequence) throws Exception {
    SplittableRandom random = new SplittableRandom(SEED + sequence);
    RandomFeeds feeds = new RandomFeeds(random);
    try (World world = World.fresh()) {
      ChangeFeed feed = new PostgresChangeFeed(world.database().pool());
      CopyOfChanges prompt = new CopyOfChanges(feed, world, ALL).precise();
      List<CopyOfChanges> slow = new ArrayList<>();
      for (int limit = 1; limit < 5; limit++) {
        slow.add(new CopyOfChanges(feed, world, ALL));
      }
      slow.add(new CopyOfChanges(feed, world, EnumSet.of(Kind.FILM, Kind.SHOWTIME)));
      slow.add(new CopyOfChanges(feed, world, EnumSet.of(Kind.CHAIN)));
      for (int step = 0; step < STEPS; step++) {
        String did = change(world, feeds, random);
        steps.add(did);
        if (!isWhole(world)) {
          return;
        }
        Map<String, ListedRecord> now = CopyOfChanges.listed(world);
        prompt.follow(1 + random.nextInt(1000), now);
        for (CopyOfChanges each : slow) {
          if (random.nextInt(3) == 0) {
            each.follow(1 + random.nextInt(4), random.nextInt(30), now);
          }
        }
        if (random.nextInt(10) == 0) {
          slow.add(new CopyOfChanges(feed, world, ALL));
        }
      }
      Map<String, ListedRecord> now = CopyOfChanges.listed(world);
      for (CopyOfChanges each : slow) {
        each.follow(1 + random.nextInt(3), now);
      }
    }
  }

  private String change(World world, RandomFeeds feeds, SplittableRandom random) throws Exception {
    String provider = feeds.one("north", "north", "south");
    int what = random.nextInt(16);
    switch (what) {
      case 0 -> {
        new PostgresSources(world.database()).remove(provider);
        forget();
      }
      case 1, 2 -> match(world, random);
      case 3 -> undo(world);
      case 4 -> take(world, provider, feeds.next(), Effect.DRY_RUN);
      case 5 -> {
        kill(world, provider, feeds.next(), random);
        forget();
      }
      default -> {
        ModelFeed next = feeds.next();
        Report report = take(world, provider, next, Effect.COMMIT);
        if (provider.equals("north") && report.result() == Report.Result.APPLIED) {
          before = last;
          last = next.full() && next.covers() == null ? new Taken(next, report) : null;
        }
      }
    }
    return provider + what;
  }

  /// Whether every screen has a cinema: now and then an import takes one out of publication.
  private static boolean isWhole(World world) throws SQLException {
    try (Connection connection = world.database().connect()) {
      return Sql.of(
                  "select count(*) from screen r where not exists (select from cinema c where c.id ="
                      + " r.cinema_id)")
              .number(connection)
          == 0;
    }
  }

  private static Import.Feed feed(ModelFeed feed) {
    return new Import.Feed(
        new MarqueeReader(),
        new FeedSource(List.of(World.part(feed.text().getBytes(UTF_8))), feed.observedAt(), null));
  }

  private static Report take(World world, String provider, ModelFeed next, Effect effect)
      throws IOException {
    return imports(world)
        .run(
            new Import.Order(
                List.of(feed(next)),
                provider,
                new Rules.Normal(
                    next.shrinkAccepted() ? Shrinking.ACCEPTED : Shrinking.REFUSED, effect)));
  }

  private static Import imports(World world) {
    return new Import(new PostgresLedger(world.database()), InstantSource.system());
  }

  private void undo(World world) throws IOException {
    Taken undone = last;
    Taken earlier = before;
    if (undone == null || earlier == null || undone.report().revision() == null) {
      return;
    }
    Instant taken = earlier.feed().observedAt();
    imports(world)
        .run(
            new Import.Order(
                List.of(feed(earlier.feed())),
                "north",
                new Rules.Undo(
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

  private static void match(World world, SplittableRandom random) {
    PostgresMatches matches = new PostgresMatches(world.database());
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
        matches.merge(kind, one, other);
      } else {
        matches.split(kind, one);
      }
    } catch (PostgresMatches.Undecidable _) {
      // Then nothing has changed.
    }
  }

  /// Ends the session of an import somewhere on its way.
  private static void kill(World world, String provider, ModelFeed next, SplittableRandom random)
      throws Exception {
    long patience = random.nextLong(60_000_000);
    Thread importing =
        Thread.ofVirtual()
            .start(() -> {
              try {
                take(world, provider, next, Effect.COMMIT);
              } catch (IOException | LedgerUnavailable | IllegalStateException _) {
                // As it should be.
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
