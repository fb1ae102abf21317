package org.marquee.store.record;

import static org.marquee.store.record.Column.Reach.FIXED;
import static org.marquee.store.record.Column.Reach.READ;
import static org.marquee.store.record.Column.Reach.STORED;
import static org.marquee.store.record.Column.column;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.marquee.feed.FeedRecord;
import org.marquee.listing.Kind;
import org.marquee.listing.Provenance;
import org.marquee.listing.Screen;
import org.marquee.listing.Sorting;
import org.marquee.store.record.Column.SqlType;

/// The columns of screens.
public final class ScreenColumns {
  private ScreenColumns() {}

  /// A screen as a line of an inventory gives it.
  ///
  /// @param foldedName the name that schedules find it by
  public record Said(FeedRecord.Screen screen, String cinemaId, String foldedName) {}

  public static final RecordTable<Said> TABLE =
      new RecordTable<>(
          Kind.SCREEN,
          "screen",
          List.of("id", "cinema_id", "external_id", "folded_name"),
          List.of(
              column("cinema_id", FIXED, SqlType.KEY, Said::cinemaId),
              column("name", READ, SqlType.TEXT, said -> said.screen().name()),
              column("folded_name", STORED, SqlType.KEY, Said::foldedName),
              column("sort_key", READ, SqlType.KEY, said -> Sorting.natural(said.screen().name())),
              column("inventory", READ, SqlType.FLAG, _ -> true)));

  /// The screen of a row.
  public static Screen screen(ResultSet rows, Provenance provenance) throws SQLException {
    return new Screen(
        rows.getString("id"),
        rows.getString("cinema_id"),
        rows.getString("name"),
        rows.getBoolean("inventory")
            ? Screen.Evidence.AUTHORITATIVE_INVENTORY
            : Screen.Evidence.SCHEDULE_OBSERVED,
        provenance.observedAt(),
        provenance);
  }
}
