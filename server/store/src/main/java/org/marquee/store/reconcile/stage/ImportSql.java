package org.marquee.store.reconcile.stage;

import java.sql.Connection;
import java.sql.SQLException;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.StandIn;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.ingest.rules.FeedScope;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.notice.Notices;
import org.marquee.store.record.RecordTable;
import org.marquee.store.sql.CopyRows;
import org.marquee.store.sql.Sql;

/// The statements of one import, with the values that every step may use bound to them, and what
/// they find.
public final class ImportSql extends Statements {
  /// The external id that the provider itself uses for the cinema `c`.
  public static final String EXTERNAL_ID =
      """
      coalesce((select w.external_id from cinema_source w where w.record_id = c.id and w.provider_id = :provider),
        c.external_id) as external_id\
      """;

  private final int provider;
  private final StagedFeed feed;
  private final Rules rules;
  private final Notices notices;

  public ImportSql(
      Connection connection, int provider, StagedFeed feed, Rules rules, Notices notices) {
    super(connection);
    this.provider = provider;
    this.feed = feed;
    this.rules = rules;
    this.notices = notices;
  }

  public StagedFeed feed() {
    return feed;
  }

  public FeedHeader header() {
    return feed.header();
  }

  public FeedScope scope() {
    return feed.scope();
  }

  public Rules rules() {
    return rules;
  }

  /// What became of the lines of a kind so far.
  public LineCounts.OfKind count(Kind kind) {
    return feed.lines().of(kind);
  }

  /// A statement that may use the provider (`:provider`), when the feed was taken (`:taken`), what
  /// it says of its source (`:updated`), what stands in for places (`:missing_country` and its
  /// like), the window that it covers (`:from`, `:until`) and when the last of several feeds was
  /// taken (`:last`). Of an import that is undone: its revision (`:undone`), when its feed was
  /// taken (`:undone_at`), and the latest time at which older records can have been seen
  /// (`:before`).
  @Override
  public Sql statement(String text) throws SQLException {
    FeedHeader header = header();
    Rules.Undo undo = rules instanceof Rules.Undo undoing ? undoing : null;
    return super.statement(text)
        .bind("provider", provider)
        .bind("taken", header.observedAt())
        .bind("updated", header.sourceUpdatedAt())
        .bind("missing_country", header.standIns().find(StandIn.COUNTRY))
        .bind("missing_locality", header.standIns().find(StandIn.LOCALITY))
        .bind("missing_postcode", header.standIns().find(StandIn.POSTCODE))
        .bind("from", scope().from())
        .bind("until", scope().until())
        .bind("last", undo == null ? header.observedAt() : undo.last())
        .bind("undone", undo == null ? null : undo.revision())
        .bind("undone_at", undo == null ? null : undo.observedAt())
        .bind("before", undo == null ? null : undo.before());
  }

  public void report(Code code, String where, String subject, String detail) {
    notices.add(new Notice(code, where, subject, detail));
  }

  /// Reports each line that a statement finds or deletes, by its `line` and `external_id`.
  ///
  /// @param what the line is about, before its external id
  /// @return how many there were
  public long reportLines(Code code, String what, String text, Sql.Row<String> detail)
      throws SQLException {
    return each(
        text,
        row ->
            report(
                code,
                "line " + row.getLong("line"),
                what + " " + row.getString("external_id"),
                detail.read(row)));
  }

  /// Runs a statement that deletes lines for which a later one stands, and returns with each the
  /// `last` line of its record.
  public void merge(Kind kind, String deletion) throws SQLException {
    count(kind).merged +=
        reportLines(
            Code.RECORD_REPEATED,
            kind.word(),
            deletion,
            row -> "the same stands on line " + row.getLong("last"));
  }

  /// Deletes the lines of each record but the last.
  public void mergeRepeated() throws SQLException {
    for (RecordTable<?> table : RecordTable.all()) {
      if (count(table.kind()).staged > 1) {
        merge(
            table.kind(),
            """
            delete from %1$s s using (
              select id, max(line) as last from %1$s group by id having count(*) > 1) d
            where s.id = d.id and s.line < d.last
            returning s.line, s.external_id, d.last
            """
                .formatted(table.staged()));
      }
    }
  }

  /// Whether this import may replace and withdraw what newer feeds brought.
  public boolean replacesNewer() {
    return !(rules instanceof Rules.Normal);
  }

  /// An SQL condition: the showtime in a row is the provider's, found by its cinemas. They are an
  /// array, which the planner takes for ten: of a query in a table without statistics it expects
  /// one row.
  public String ofProvider(String row) {
    return """
    %1$s.provider_id = :provider and %1$s.cinema_id = any(array(
      select c.record_id from cinema_source c where c.provider_id = :provider))\
    """
        .formatted(row);
  }

  /// An SQL condition: the feed covers the cinema in the column `cinemaId`.
  public String inScope(String cinemaId) {
    if (!scope().full()) {
      return "false";
    }
    return scope().cinemas() == null
        ? "true"
        : "exists (select from scope_cinema x where x.id = " + cinemaId + ")";
  }

  /// An SQL condition: a showtime that starts at the column `startsAt` would have to be listed.
  public String inWindow(String startsAt) {
    return scope().until() == null
        ? startsAt + " >= :from"
        : startsAt + " >= :from and " + startsAt + " < :until";
  }

  public void stageScope() throws SQLException {
    if (scope().cinemas() == null) {
      return;
    }
    CopyRows ids = TempTable.SCOPE_CINEMA.rows();
    scope().cinemas().forEach(id -> ids.row().text(id));
    ids.send(connection());
    run("analyze scope_cinema");
  }

  /// Renews the planner's statistics after a large change. Without that it plans by what the table
  /// was before, at first empty, until the server's own analysis. Skips a table that another
  /// session has locked for the same purpose.
  ///
  /// @param written how many rows; next to ten times as many they change no plan
  public void renewStatistics(String table, long written) throws SQLException {
    if (written > 1_000
        && written * 10
            > number(
                "select reltuples from pg_class where oid = '%s'::regclass".formatted(table))) {
      run("analyze (skip_locked) " + table);
    }
  }
}
