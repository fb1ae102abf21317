package org.marquee.store.reconcile;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.marquee.feed.FeedHeader;
import org.marquee.ingest.Ledger;
import org.marquee.listing.Timestamps;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.notice.Notices;
import org.marquee.store.reconcile.stage.StagedFeed;
import org.marquee.store.reconcile.stage.TempTable;
import org.marquee.store.sql.Sql;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Releases held-back records of other providers once a feed has brought what they waited for: each
/// of these providers gets a run of its own, as if it had sent an empty delta.
final class HeldBackRelease {
  private static final Logger LOG = LoggerFactory.getLogger(HeldBackRelease.class);

  private HeldBackRelease() {}

  /// @param name of the provider
  /// @param lastFeedAt nothing is claimed to be newer than its last feed
  private record Waiting(int id, String name, Instant lastFeedAt, long held) {}

  /// Comes behind the commit of the feed of `provider`.
  static void run(Connection connection, String provider, Notices notices) {
    try {
      connection.setAutoCommit(true);
      for (Waiting each : waiting(connection, provider)) {
        release(connection, each);
        long released = each.held() - held(connection, each.id());
        if (released > 0) {
          notices.add(
              new Notice(
                  Code.RELEASED,
                  "provider " + each.name(),
                  released + (released == 1 ? " record" : " records"),
                  "as of its feed of " + Timestamps.write(each.lastFeedAt())));
        }
      }
    } catch (SQLException e) {
      // The feed itself is stored by now; what still waits is tried again with the next one.
      LOG.atWarn().setCause(e).log("what was held back cannot be released");
    }
  }

  private static List<Waiting> waiting(Connection connection, String provider) throws SQLException {
    return Sql.of(
            """
            select p.id, p.name, p.last_feed_at,
              (select count(*) from held_back h where h.provider_id = p.id) as held
            from release_due d join provider p on p.id = d.provider_id
            where p.name <> :provider and p.last_feed_at is not null order by p.id
            """)
        .bind("provider", provider)
        .list(
            connection,
            rows ->
                new Waiting(
                    rows.getInt("id"),
                    rows.getString("name"),
                    Sql.instant(rows, "last_feed_at"),
                    rows.getLong("held")));
  }

  private static void release(Connection connection, Waiting each) throws SQLException {
    TempTable.empty(connection);
    FeedHeader nothing =
        new FeedHeader(FeedHeader.Mode.DELTA, each.lastFeedAt(), null, null, FeedHeader.Keys.GIVEN);
    // It is not a feed that came, so it has no name: what is known of feeds stays as it is.
    Reconciliation.run(
        connection,
        StagedFeed.of(connection, each.name(), "", nothing),
        new Ledger.Rules.Normal(Ledger.Rules.Shrinking.ACCEPTED, Ledger.Rules.Effect.COMMIT),
        new Notices(),
        (_, _) -> {});
    connection.setAutoCommit(true);
  }

  private static long held(Connection connection, int provider) throws SQLException {
    return Sql.of("select count(*) from held_back where provider_id = :provider")
        .bind("provider", provider)
        .number(connection);
  }
}
