package org.marquee.store.reconcile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedSource;
import org.marquee.feed.evidence.KnownFilm;
import org.marquee.feed.marquee.MarqueeReader;
import org.marquee.ingest.Import;
import org.marquee.ingest.Ledger;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.ingest.LedgerUnavailable;
import org.marquee.ingest.RunLog;
import org.marquee.ingest.Sources;
import org.marquee.ingest.World;
import org.marquee.notice.Report;
import org.marquee.store.run.PostgresRunLog;
import org.marquee.store.run.PostgresSources;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.MigratedDatabase;

/// The history has a run if, and only if, its changes are stored.
@NullMarked
class HistoryTest {
  private final Database database = MigratedDatabase.open();

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void a_feed_that_is_stored_is_in_the_history_though_the_database_went_away_right_after()
      throws IOException {
    Report report = take("full", Rules.Effect.COMMIT);
    assertThat(new PostgresRunLog(database).run(report.run()))
        .get()
        .extracting(RunLog.Run::outcome, RunLog.Run::observedAt)
        .containsExactly("applied", report.observedAt());
    Sources.Source source = new PostgresSources(database).list().getFirst();
    assertThat(source.lastRun()).isNotNull();
    assertThat(source.observedAt()).isEqualTo(report.observedAt());
  }

  @Test
  void what_changed_nothing_is_not() throws IOException {
    Report tried = take("full", Rules.Effect.DRY_RUN);
    Report refused = take("quite full", Rules.Effect.COMMIT);
    PostgresRunLog logbook = new PostgresRunLog(database);
    assertThat(logbook.run(tried.run())).isEmpty();
    assertThat(logbook.run(refused.run())).isEmpty();
  }

  private Report take(String mode, Rules.Effect effect) throws IOException {
    byte[] feed =
        (World.header(mode, "2026-03-01T06:00:00Z", "")
                + "\n{\"type\":\"film\",\"externalId\":\"f\",\"title\":\"Solaris\"}\n")
            .getBytes(UTF_8);
    return new Import(new Forgetful(new PostgresLedger(database)), InstantSource.system())
        .run(
            new Import.Order(
                new MarqueeReader(),
                new FeedSource(List.of(World.part(feed)), InstantSource.system().instant(), null),
                "tester",
                new Rules.Normal(Rules.Shrinking.REFUSED, effect)));
  }

  /// Stores feeds, then fails.
  private record Forgetful(Ledger ledger) implements Ledger {
    @Override
    public Staging stage(String run, String provider, String feed, FeedHeader header) {
      return ledger.stage(run, provider, feed, header);
    }

    @Override
    public Map<String, List<KnownFilm>> titlesOfOthers(String provider, Set<String> keys) {
      return ledger.titlesOfOthers(provider, keys);
    }

    @Override
    public void remember(Report report) {
      throw new LedgerUnavailable(new IOException("away"));
    }
  }
}
