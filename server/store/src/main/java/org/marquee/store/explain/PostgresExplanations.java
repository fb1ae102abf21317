package org.marquee.store.explain;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.correction.Correction;
import org.marquee.explanation.Explanation;
import org.marquee.explanation.Explanation.Entry;
import org.marquee.explanation.Explanation.Part;
import org.marquee.explanation.Explanation.Point;
import org.marquee.explanation.Explanation.Topic;
import org.marquee.listing.Kind;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.Timestamps;
import org.marquee.store.decision.PostgresCorrections;
import org.marquee.store.decision.PostgresCorrections.Stored;
import org.marquee.store.reconcile.link.SourceRecords;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.Outage;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.Work;

/// Explains films, cinemas and showtimes, by any id that they have or had.
public final class PostgresExplanations {
  private final Database database;

  public PostgresExplanations(Database database) {
    this.database = database;
  }

  /// Explains a record.
  ///
  /// @param day of a cinema; null: today
  /// @return empty if there is no such record, and none is remembered
  public Optional<Explanation> explain(String id, @Nullable LocalDate day, Instant now) {
    return Work.on(
        database::connect,
        e -> new ListingsUnavailable("the record cannot be explained: " + Outage.why(e), e),
        connection -> {
          // Undone: comparing cleans titles.
          connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
          connection.setAutoCommit(false);
          Sql.of("set local timezone = 'UTC'").run(connection);
          FoundRecord found = FoundRecord.of(connection, id).orElse(null);
          Explanation explained = found == null ? null : explained(connection, found, day, now);
          connection.rollback();
          return Optional.ofNullable(explained);
        });
  }

  private Explanation explained(
      Connection connection, FoundRecord found, @Nullable LocalDate day, Instant now)
      throws SQLException {
    List<SourceRow> sources = SourceRow.of(connection, found);
    List<Stored> corrections =
        new PostgresCorrections(database).list().stream().filter(found::isCorrectedBy).toList();
    List<String> ids = new ArrayList<>(List.of(found.id()));
    sources.forEach(each -> ids.add(each.id()));
    List<Part> parts = new ArrayList<>();
    parts.add(new Part(Topic.SOURCES, sources.stream().map(SourceRow::entry).toList()));
    parts.add(
        new Part(
            Topic.VALUES, new PublishedValues(connection, found, sources, corrections).entries()));
    if (found.isStored()) {
      parts.addAll(
          switch (found.kind()) {
            case FILM -> Comparisons.of(connection, SourceRecords.FILMS, found.id());
            case CINEMA -> Comparisons.of(connection, SourceRecords.CINEMAS, found.id());
            default -> ComparedShowings.of(connection, found, sources.getFirst());
          });
    }
    parts.add(
        new Part(
            Topic.CORRECTIONS, corrections.stream().map(PostgresExplanations::entry).toList()));
    parts.add(new Part(Topic.CHANGES, LoggedChanges.of(connection, ids)));
    if (found.isStored() && found.kind() == Kind.CINEMA) {
      parts.add(new Part(Topic.DAY, ExplainedDay.of(connection, found, day, now)));
    }
    return found.explained(parts);
  }

  private static Entry entry(Stored stored) {
    Correction correction = stored.correction();
    String value = correction.value() == null ? "" : " " + correction.value();
    return new Entry(
        "correction " + stored.id(),
        correction.record() + " " + correction.what().word() + value,
        correction.note(),
        List.of(new Point("by", stored.by() + ", " + Timestamps.write(stored.at()))),
        null);
  }
}
