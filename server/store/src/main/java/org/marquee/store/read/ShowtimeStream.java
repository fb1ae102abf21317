package org.marquee.store.read;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ChangeSink;
import org.marquee.listing.ChangeSink.Observed;
import org.marquee.listing.Provenance;
import org.marquee.store.record.ShowtimeColumns;
import org.marquee.store.sql.CopiedRows;
import org.marquee.store.sql.NamedValues;
import org.marquee.store.sql.Sql;

/// Showtimes, a million of them in a few seconds: without a join, for what would be joined is in
/// [Confirmations] already.
final class ShowtimeStream {
  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");

  private static final List<String> COLUMNS =
      Stream.concat(
              ShowtimeColumns.TABLE.read().stream(),
              Stream.of(
                  "provider_id",
                  "external_id",
                  "source_updated_at",
                  "observed_at",
                  "observed_updated_at"))
          .toList();

  private final Instant from;
  private final Confirmations confirmations;

  /// @param from showtimes that start before it are left out
  ShowtimeStream(Instant from, Confirmations confirmations) {
    this.from = from;
    this.confirmations = confirmations;
  }

  /// All of them, as they lie in the table: in order they would be sent only when the database had
  /// sorted the last of them.
  void all(Connection connection, ChangeSink sink) throws SQLException {
    // By an index they would be fetched from all over the table.
    Sql.of("set local enable_indexscan = off").run(connection);
    stream(connection, "", sink);
    Sql.of("set local enable_indexscan = on").run(connection);
  }

  /// The showtimes that there are of the ids in an SQL array, in any order.
  void some(Connection connection, String ids, ChangeSink sink) throws SQLException {
    stream(connection, "and id = any(" + ids + ")", sink);
  }

  private void stream(Connection connection, String which, ChangeSink sink) throws SQLException {
    String from =
        "from showtime where not hidden and starts_at >= '%s' %s"
            .formatted(this.from.isBefore(EARLIEST) ? "-infinity" : this.from, which);
    try (CopiedRows rows = CopiedRows.of(connection, COLUMNS, from)) {
      for (NamedValues row = rows.next(); row != null; row = rows.next()) {
        pass(row, sink);
      }
    }
  }

  private void pass(NamedValues row, ChangeSink sink) throws SQLException {
    Confirmations.Provider provider = confirmations.provider(row.number("provider_id"));
    Instant updated = row.instantOrNull("source_updated_at");
    Instant observed = row.instantOrNull("observed_at");
    Confirmations.Confirmed confirmed =
        observed == null
            ? Objects.requireNonNull(provider.programmes().get(row.text("cinema_id")))
            : new Confirmations.Confirmed(observed, row.instantOrNull("observed_updated_at"));
    Provenance provenance =
        new Provenance(
            Objects.requireNonNull(confirmed.observedAt()),
            updated == null ? confirmed.sourceUpdatedAt() : updated,
            provider.name(),
            row.text("external_id"));
    sink.showtime(ShowtimeColumns.showtime(row, provenance), observed(observed, updated));
  }

  private static Observed observed(@Nullable Instant own, @Nullable Instant updated) {
    if (own != null) {
      return Observed.ALONE;
    }
    return updated == null ? Observed.TOGETHER : Observed.TOGETHER_UPDATED_ALONE;
  }
}
