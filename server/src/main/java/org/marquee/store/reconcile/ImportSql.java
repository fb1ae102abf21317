package org.marquee.store.reconcile;

import java.sql.Connection;
import java.sql.SQLException;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.StandIn;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.ingest.rules.FeedScope;
import org.marquee.store.sql.CopyRows;
import org.marquee.store.sql.Sql;

/// The statements of one import, with the values that every phase may use bound to them.
final class ImportSql {
  private final Connection connection;
  private final int provider;
  private final FeedHeader header;
  private final FeedScope scope;
  private final Rules rules;

  ImportSql(Connection connection, int provider, FeedHeader header, FeedScope scope, Rules rules) {
    this.connection = connection;
    this.provider = provider;
    this.header = header;
    this.scope = scope;
    this.rules = rules;
  }

  Connection connection() {
    return connection;
  }

  FeedHeader header() {
    return header;
  }

  FeedScope scope() {
    return scope;
  }

  Rules rules() {
    return rules;
  }

  /// A statement that may use the provider (`:provider`), when the feed was taken (`:taken`), what
  /// it says of its source (`:updated`), what stands in for places (`:missing_country` and its
  /// like), the window that it covers (`:from`, `:until`) and when the last of several feeds was
  /// taken (`:last`).
  Sql statement(String text) {
    return Sql.of(text)
        .bind("provider", provider)
        .bind("taken", header.observedAt())
        .bind("updated", header.sourceUpdatedAt())
        .bind("missing_country", header.standIns().find(StandIn.COUNTRY))
        .bind("missing_locality", header.standIns().find(StandIn.LOCALITY))
        .bind("missing_postcode", header.standIns().find(StandIn.POSTCODE))
        .bind("from", scope.from())
        .bind("until", scope.until())
        .bind("last", rules instanceof Rules.Undo undo ? undo.last() : header.observedAt())
        .bind("undone_at", rules instanceof Rules.Undo undo ? undo.observedAt() : null);
  }

  long run(String text) throws SQLException {
    return statement(text).run(connection);
  }

  long number(String text) throws SQLException {
    return statement(text).number(connection);
  }

  boolean any(String query) throws SQLException {
    return number("select count(*) from (" + query + " limit 1) found") > 0;
  }

  /// Whether this import may replace and withdraw what newer feeds brought.
  boolean replacesNewer() {
    return !(rules instanceof Rules.Normal);
  }

  /// An SQL condition: the feed covers the cinema in the column `cinemaId`.
  String inScope(String cinemaId) {
    if (!scope.full()) {
      return "false";
    }
    return scope.cinemas() == null
        ? "true"
        : "exists (select from scope_cinema x where x.id = " + cinemaId + ")";
  }

  /// An SQL condition: a showtime that starts at the column `startsAt` would have to be listed.
  String inWindow(String startsAt) {
    return scope.until() == null
        ? startsAt + " >= :from"
        : startsAt + " >= :from and " + startsAt + " < :until";
  }

  void stageScope() throws SQLException {
    if (scope.cinemas() == null) {
      return;
    }
    CopyRows ids = TempTable.SCOPE_CINEMA.rows();
    scope.cinemas().forEach(id -> ids.row().text(id));
    ids.send(connection);
    run("analyze scope_cinema");
  }
}
