package org.marquee.store.reconcile.stage;

import java.sql.Connection;
import java.sql.SQLException;
import org.marquee.feed.FeedHeader;
import org.marquee.ingest.rules.FeedScope;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;

/// A feed that lies in the staging tables, or is being staged.
///
/// @param name its first file or address; empty where no feed came
/// @param starts the zones that its local times are resolved with
public record StagedFeed(
    String provider,
    String name,
    FeedHeader header,
    FeedScope scope,
    StartTimes starts,
    LineCounts lines) {
  /// One of which nothing is staged yet.
  public static StagedFeed of(
      Connection connection, String provider, String name, FeedHeader header) throws SQLException {
    return new StagedFeed(
        provider,
        name,
        header,
        FeedScope.of(header, cinema -> RecordId.of(Kind.CINEMA, provider, cinema)),
        StartTimes.of(connection, provider),
        new LineCounts());
  }
}
