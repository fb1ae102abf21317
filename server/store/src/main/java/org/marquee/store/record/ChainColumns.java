package org.marquee.store.record;

import static org.marquee.store.record.Column.Reach.READ;
import static org.marquee.store.record.Column.column;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.marquee.feed.FeedRecord;
import org.marquee.listing.Chain;
import org.marquee.listing.Kind;
import org.marquee.listing.Provenance;
import org.marquee.listing.Sorting;
import org.marquee.store.record.Column.SqlType;

/// The columns of chains.
public final class ChainColumns {
  private ChainColumns() {}

  public static final RecordTable<FeedRecord.Chain> TABLE =
      new RecordTable<>(
          Kind.CHAIN,
          "chain",
          List.of("id"),
          List.of(
              column("name", READ, SqlType.TEXT, FeedRecord.Chain::name),
              column("sort_key", READ, SqlType.KEY, chain -> Sorting.byName(chain.name())),
              column("website_url", READ, SqlType.TEXT, FeedRecord.Chain::websiteUrl)));

  /// The chain of a row.
  public static Chain chain(ResultSet rows, Provenance provenance) throws SQLException {
    return new Chain(
        rows.getString("id"), rows.getString("name"), rows.getString("website_url"), provenance);
  }
}
