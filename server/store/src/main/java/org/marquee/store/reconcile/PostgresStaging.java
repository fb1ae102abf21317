package org.marquee.store.reconcile;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.ingest.Ledger;
import org.marquee.ingest.LedgerUnavailable;
import org.marquee.ingest.Outcome;
import org.marquee.json.JsonObject;
import org.marquee.listing.Kind;
import org.marquee.notice.Notices;
import org.marquee.notice.Report;
import org.marquee.notice.RowCounts;
import org.marquee.store.audit.Audit;
import org.marquee.store.audit.Audited;
import org.marquee.store.reconcile.stage.LineCounts;
import org.marquee.store.reconcile.stage.StagedFeed;
import org.marquee.store.reconcile.stage.StagedRows;
import org.marquee.store.reconcile.stage.Statements;
import org.marquee.store.reconcile.stage.TempTable;
import org.marquee.store.record.RecordTable;
import org.marquee.store.sql.CopyRows;
import org.marquee.store.sql.CopyStream;
import org.marquee.store.sql.Outage;
import org.marquee.store.sql.RevisionLock;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.Work;

/// Stages the records of one feed in temporary tables and reconciles them with what is stored.
public final class PostgresStaging implements Ledger.Staging {
  private final Connection connection;
  private final CopyStream stream;
  private final StagedFeed feed;
  private final LineCounts lines;
  private final StagedRows rows;
  private final Audit audit;
  private final Reconciliation.Ending unkept;
  private final @Nullable Consumer<Connection> taker;

  /// Whether all went well on the connection, so that the next import may have it.
  private boolean inOrder;

  /// @param opening opens a connection whose temporary tables are empty
  /// @param name of the feed: its first file or address
  /// @param unkept comes last where the result is not kept, before it is undone
  /// @param taker is given the connection in the end, if it can be used again; else it is closed
  static PostgresStaging open(
      Work.Opening opening,
      String provider,
      String name,
      FeedHeader header,
      Audit audit,
      Reconciliation.Ending unkept,
      @Nullable Consumer<Connection> taker) {
    try {
      Connection connection = opening.open();
      try {
        new Statements(connection).run(TempTable.createStaging());
        StagedFeed feed = StagedFeed.of(connection, provider, name, header);
        return new PostgresStaging(connection, feed, audit, unkept, taker);
      } catch (SQLException | RuntimeException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      throw new LedgerUnavailable("the database failed: " + Outage.why(e), e);
    }
  }

  private PostgresStaging(
      Connection connection,
      StagedFeed feed,
      Audit audit,
      Reconciliation.Ending unkept,
      @Nullable Consumer<Connection> taker) {
    this.connection = connection;
    this.stream = new CopyStream(connection);
    this.feed = feed;
    this.lines = feed.lines();
    this.rows = new StagedRows(feed);
    this.audit = audit;
    this.unkept = unkept;
    this.taker = taker;
  }

  @Override
  public void next(FeedHeader next) {
    lines.isSequence = true;
    rows.beginNextFeed(next);
  }

  @Override
  public void add(long line, FeedRecord record) {
    if (record instanceof FeedRecord.Withdrawn) {
      lines.of(record.kind()).withdrawals++;
    } else {
      lines.of(record.kind()).staged++;
    }
    lines.mayShareIds |= record instanceof FeedRecord.Showtime show && show.version() != null;
    sendIfFull(rows.add(line, record));
  }

  @Override
  public void refuse(@Nullable Kind kind, @Nullable String externalId, @Nullable String cinema) {
    if (kind == null || kind == Kind.SHOWTIME || (kind == Kind.FILM && cinema != null)) {
      sendIfFull(rows.refusal(cinema));
    }
    if (kind == null) {
      lines.refusedUnknown++;
      return;
    }
    lines.of(kind).refusedEarlier++;
    if (externalId != null) {
      sendIfFull(rows.mention(kind, externalId, cinema));
    }
  }

  @Override
  public void leaveOut(long line, Kind kind, @Nullable String externalId) {
    lines.of(kind).leftOut++;
    if (kind == Kind.SHOWTIME && externalId != null) {
      lines.cancels = true;
      sendIfFull(rows.cancellation(line, externalId));
    }
  }

  private void sendIfFull(CopyRows written) {
    if (written.isFull()) {
      try {
        written.send(stream);
      } catch (SQLException e) {
        throw new LedgerUnavailable(e);
      }
    }
  }

  @Override
  public RowCounts refused() {
    return lines.refusedWithTheFeed();
  }

  @Override
  public Outcome reconcile(
      Ledger.Rules rules, Notices notices, Function<Outcome.Applied, Report> history) {
    try {
      rows.send(stream);
      stream.end();
      analyze();
      Outcome outcome =
          Reconciliation.run(
              connection,
              feed,
              rules,
              notices,
              rules.effect() == Ledger.Rules.Effect.COMMIT
                  ? (_, applied) -> write(rules, history.apply(applied))
                  : unkept);
      if (outcome instanceof Outcome.Applied && rules.effect() == Ledger.Rules.Effect.COMMIT) {
        HeldBackRelease.run(connection, feed.provider(), notices);
      }
      inOrder = true;
      return outcome;
    } catch (RevisionLock.NotOurs e) {
      throw new LedgerUnavailable(e.getMessage(), e);
    } catch (SQLException e) {
      throw new LedgerUnavailable(e);
    }
  }

  private void write(Ledger.Rules rules, Report report) throws SQLException {
    PostgresLedger.write(connection, report);
    if (rules instanceof Ledger.Rules.Undo undo) {
      JsonObject before = JsonObject.of("revision", undo.revision());
      JsonObject after =
          JsonObject.of("run", report.run())
              .with("revision", report.revision())
              .with("provider", feed.provider());
      audit.note(connection, Audited.IMPORT_UNDO, undo.run(), before.toString(), after.toString());
    }
  }

  /// The server's own analysis skips temporary tables and takes them for larger than most are. Then
  /// it reads all stored records to find those of a single cinema. Only the columns that tables are
  /// joined by affect a plan.
  private void analyze() throws SQLException {
    List<String> tables =
        new ArrayList<>(List.of("staged_withdrawal", "staged_cancellation", "staged_mention"));
    for (RecordTable<?> table : RecordTable.all()) {
      tables.add("%s (%s)".formatted(table.staged(), String.join(", ", table.joined())));
    }
    Sql.of("analyze " + String.join(", ", tables)).run(connection);
  }

  @Override
  public void close() {
    if (taker != null && inOrder && isEmptied()) {
      taker.accept(connection);
      return;
    }
    try (connection;
        stream) {
      // A feed that was not read to its end may have left a COPY open.
    } catch (SQLException e) {
      throw new LedgerUnavailable(e);
    }
  }

  private boolean isEmptied() {
    try {
      connection.setAutoCommit(true);
      return TempTable.empty(connection);
    } catch (SQLException _) {
      // The import is over, and the connection of no use to another one.
      return false;
    }
  }
}
