package org.marquee.store.read;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Attributes;
import org.marquee.listing.ChangeSink.Observed;
import org.marquee.listing.Provenance;
import org.marquee.listing.Showtime;
import org.marquee.store.sql.CopiedRow;
import org.marquee.store.sql.CopiedRows;
import org.marquee.store.sql.RepeatedTexts;
import org.marquee.store.sql.Sql;

/// Showtimes, a million of them in a few seconds: without a join, for what would be joined is in
/// [Confirmations] already.
final class ShowtimeStream {
  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");

  private final Instant from;
  private final Confirmations confirmations;
  private final RepeatedTexts films = new RepeatedTexts();
  private final RepeatedTexts cinemas = new RepeatedTexts();
  private final RepeatedTexts screens = new RepeatedTexts();
  private final RepeatedTexts screenNames = new RepeatedTexts();

  /// @param from showtimes that start before it are left out
  ShowtimeStream(Instant from, Confirmations confirmations) {
    this.from = from;
    this.confirmations = confirmations;
  }

  /// Takes one showtime after the other.
  interface Taker {
    void take(Showtime showtime, Observed observed);
  }

  /// All of them, as they lie in the table: in order they would be sent only when the database had
  /// sorted the last of them.
  void all(Connection connection, Taker taker) throws SQLException {
    // By an index they would be fetched from all over the table.
    Sql.of("set local enable_indexscan = off").run(connection);
    stream(connection, "", taker);
    Sql.of("set local enable_indexscan = on").run(connection);
  }

  /// Those that there are of the ids in an SQL array, in any order.
  void some(Connection connection, String ids, Taker taker) throws SQLException {
    stream(connection, "and id = any(" + ids + ")", taker);
  }

  private void stream(Connection connection, String which, Taker taker) throws SQLException {
    String query =
        """
        select id, starts_at, provider_id, offset_minutes, attribute_mask, film_id, cinema_id,
          external_id, booking_url, screen_id, screen_name, source_updated_at, observed_at,
          observed_updated_at
        from showtime where starts_at >= '%s' %s
        """
            .formatted(from.isBefore(EARLIEST) ? "-infinity" : from, which);
    try (CopiedRows rows = CopiedRows.of(connection, query)) {
      for (CopiedRow row = rows.next(); row != null; row = rows.next()) {
        pass(row, taker);
      }
    }
  }

  private void pass(CopiedRow row, Taker taker) {
    String id = row.text();
    Instant start = present(row.instantOrNull());
    Confirmations.Provider provider = confirmations.provider(row.number());
    int offset = row.number();
    Attributes attributes = new Attributes(row.number());
    String film = present(row.textOrNull(films));
    String cinema = present(row.textOrNull(cinemas));
    String externalId = row.text();
    String bookingUrl = row.textOrNull();
    String screen = row.textOrNull(screens);
    String screenName = row.textOrNull(screenNames);
    Instant updated = row.instantOrNull();
    Instant observed = row.instantOrNull();
    Instant observedUpdated = row.instantOrNull();
    Confirmations.Confirmed together =
        observed == null
            ? present(provider.programmes().get(cinema))
            : new Confirmations.Confirmed(observed, observedUpdated);
    taker.take(
        new Showtime(
            id,
            film,
            cinema,
            start,
            offset,
            bookingUrl,
            attributes,
            screen,
            screenName,
            new Provenance(
                present(together.observedAt()),
                updated == null ? together.sourceUpdatedAt() : updated,
                provider.name(),
                externalId)),
        observed(observed, updated));
  }

  private static Observed observed(@Nullable Instant own, @Nullable Instant updated) {
    if (own != null) {
      return Observed.ALONE;
    }
    return updated == null ? Observed.TOGETHER : Observed.TOGETHER_UPDATED_ALONE;
  }

  private static <T> T present(@Nullable T value) {
    return Objects.requireNonNull(value, "a showtime is stored without what it must have");
  }
}
