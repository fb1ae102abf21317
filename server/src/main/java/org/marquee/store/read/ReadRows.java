package org.marquee.store.read;

import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import org.marquee.listing.Freshness;
import org.marquee.listing.Page;
import org.marquee.listing.Position;
import org.marquee.listing.Provenance;

/// Makes pages of the rows that a statement found. The statement reads one row more than a page
/// has, which shows whether the list continues.
final class ReadRows {
  private ReadRows() {}

  /// The freshness of a page without records.
  interface OfEmptyPage {
    Freshness freshness() throws SQLException;
  }

  /// A page of rows that have a record.
  ///
  /// @param found at most `limit` + 1
  /// @param record of a row
  static <F, T> Page<T> page(
      List<F> found,
      int limit,
      Function<F, Position> position,
      Function<F, Provenance> provenance,
      OfEmptyPage ofEmptyPage,
      Function<F, T> record)
      throws SQLException {
    List<F> kept = found.size() > limit ? found.subList(0, limit) : found;
    return new Page<>(
        kept.stream().map(record).toList(),
        found.size() > limit ? position.apply(kept.getLast()) : null,
        kept.isEmpty() ? ofEmptyPage.freshness() : Freshness.of(kept, provenance));
  }
}
