package org.marquee.store.read;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ChangeSink;
import org.marquee.store.sql.CopiedRows;
import org.marquee.store.sql.NamedValues;
import org.marquee.store.sql.Sql;

/// The feeds that last confirmed many records at once: of each provider, and of each programme.
final class Confirmations {
  /// @param observedAt null where only single records were ever confirmed
  record Confirmed(@Nullable Instant observedAt, @Nullable Instant sourceUpdatedAt) {
    private static Confirmed of(NamedValues row) throws SQLException {
      return new Confirmed(
          row.instantOrNull("observed_at"), row.instantOrNull("source_updated_at"));
    }

    private void copyTo(String provider, @Nullable String cinemaId, ChangeSink sink) {
      if (observedAt != null) {
        sink.confirmed(provider, cinemaId, observedAt, sourceUpdatedAt);
      }
    }
  }

  /// A provider and what it confirmed.
  ///
  /// @param programmes by the cinemas' ids
  record Provider(String name, Confirmed whole, Map<String, Confirmed> programmes) {}

  private final Map<Integer, Provider> providers = new HashMap<>();

  private Confirmations() {}

  static Confirmations of(Connection connection) throws SQLException {
    Confirmations all = new Confirmations();
    Sql.of("select id, name, observed_at, source_updated_at from provider")
        .each(
            connection,
            row ->
                all.providers.put(
                    row.getInt("id"),
                    new Provider(
                        row.getString("name"),
                        Confirmed.of(new NamedValues.OfResult(row)),
                        new HashMap<>())));
    try (CopiedRows rows =
        CopiedRows.of(
            connection,
            List.of("provider_id", "cinema_id", "observed_at", "source_updated_at"),
            "from programme")) {
      for (NamedValues row = rows.next(); row != null; row = rows.next()) {
        all.provider(row.number("provider_id"))
            .programmes()
            .put(row.text("cinema_id"), Confirmed.of(row));
      }
    }
    return all;
  }

  Provider provider(int id) {
    return Objects.requireNonNull(providers.get(id), "a record of no provider");
  }

  void copyTo(ChangeSink sink) {
    providers
        .values()
        .forEach(provider -> {
          provider.whole().copyTo(provider.name(), null, sink);
          provider
              .programmes()
              .forEach((cinema, programme) -> programme.copyTo(provider.name(), cinema, sink));
        });
  }
}
