package org.marquee.store.record;

import static org.marquee.store.record.Column.read;

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
              read("name", SqlType.TEXT, FeedRecord.Chain::name),
              read("sort_key", SqlType.KEY, chain -> Sorting.byName(chain.name())),
              read("website_url", SqlType.TEXT, FeedRecord.Chain::websiteUrl)));

  /// The chain of a row.
  public static Chain chain(ResultSet rows, Provenance provenance) throws SQLException {
    return new Chain(
        rows.getString("id"), rows.getString("name"), rows.getString("website_url"), provenance);
  }
}
