package org.marquee.store.read;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import org.marquee.listing.Page;
import org.marquee.listing.Position;
import org.marquee.listing.Provenance;
import org.marquee.store.sql.Sql;

/// A record with its place in a list that is ordered by (sorting key, id).
record KeyedRow<T>(T record, Position.ByName position) {
  static <T> KeyedRow<T> read(ResultSet rows, Sql.Row<T> row) throws SQLException {
    return new KeyedRow<>(
        row.read(rows), new Position.ByName(rows.getString("sort_key"), rows.getString("id")));
  }

  /// A page of at most `limit` of the rows `found` ([ReadRows#page]).
  static <T> Page<T> page(
      List<KeyedRow<T>> found,
      int limit,
      Function<T, Provenance> provenance,
      ReadRows.OfEmptyPage ofEmptyPage)
      throws SQLException {
    return ReadRows.page(
        found,
        limit,
        KeyedRow::position,
        each -> provenance.apply(each.record()),
        ofEmptyPage,
        KeyedRow::record);
  }
}
