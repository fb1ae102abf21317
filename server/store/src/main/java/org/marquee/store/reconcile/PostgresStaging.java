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
import org.marquee.ingest.rules.FeedScope;
import org.marquee.json.JsonObject;
import org.marquee.listing.Kind;
import org.marquee.notice.Notices;
import org.marquee.notice.Report;
import org.marquee.notice.RowCounts;
import org.marquee.store.audit.Audit;
import org.marquee.store.audit.Audited;
import org.marquee.store.record.RecordTable;
import org.marquee.store.sql.CopyRows;
import org.marquee.store.sql.CopyStream;
import org.marquee.store.sql.RevisionLock;
import org.marquee.store.sql.Sql;

/// Stages the records of one feed in temporary tables and reconciles them with what is stored.
public final class PostgresStaging implements Ledger.Staging {
  private final Connection connection;
  private @Nullable Consumer<Connection> giveBack;
  private final CopyStream stream;
  private final Feed feed;
  private final StartTimes starts;
  private final Audit audit;
  private final Reconciliation.Ending unkept;
  private final LineCounts lines = new LineCounts();
  private final StagedRows rows;

  /// Whether all went well on the connection, so that the next import may have it.
  private boolean inOrder;

  private PostgresStaging(
      Connection connection,
      Feed feed,
      StartTimes starts,
      Audit audit,
      Reconciliation.Ending unkept) {
    this.connection = connection;
    this.stream = new CopyStream(connection);
    this.feed = feed;
    this.starts = starts;
    this.audit = audit;
    this.unkept = unkept;
    rows = new StagedRows(feed.provider(), feed.header(), starts);
  }

  /// A feed that is going to be staged.
  ///
  /// @param name its first file or address
  record Feed(String provider, String name, FeedHeader header) {}

  /// @param connection one whose temporary tables are empty; it is closed with this
  /// @param unkept comes last where the result is not kept, before it is undone
  static PostgresStaging open(
      Connection connection, Feed feed, Audit audit, Reconciliation.Ending unkept)
      throws SQLException {
    new Statements(connection).run(TempTable.createStaging());
    return new PostgresStaging(
        connection, feed, StartTimes.of(connection, feed.provider()), audit, unkept);
  }

  /// Gives the connection to `taker` instead of closing it, if it can be used again.
  PostgresStaging givingBackTo(Consumer<Connection> taker) {
    giveBack = taker;
    return this;
  }

  @Override
  public void next(FeedHeader next) {
    lines.beginNextFeed();
    rows.beginNextFeed(next);
  }

  @Override
  public void add(long line, FeedRecord record) {
    if (record instanceof FeedRecord.Withdrawn) {
      lines.of(record.kind()).withdrawals++;
    } else {
      lines.of(record.kind()).staged++;
    }
    if (record instanceof FeedRecord.Showtime showtime && showtime.version() != null) {
      lines.mayShareId();
    }
    sendIfFull(rows.add(line, record));
  }

  @Override
  public void refuse(@Nullable Kind kind, @Nullable String externalId, @Nullable String cinema) {
    lines.refuse(kind);
    if (kind == null || externalId == null) {
      return;
    }
    sendIfFull(rows.mention(kind, externalId, cinema));
  }

  @Override
  public void leaveOut(long line, Kind kind, @Nullable String externalId) {
    lines.of(kind).leftOut++;
    if (kind == Kind.SHOWTIME && externalId != null) {
      lines.cancel();
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
      FeedScope scope = FeedScope.of(feed.header(), rows::cinemaId);
      Outcome outcome =
          Reconciliation.run(
              connection,
              new StagedFeed(
                  feed.provider(), feed.name(), feed.header(), scope, starts, lines, notices),
              rules,
              rules.effect() == Ledger.Rules.Effect.COMMIT
                  ? applied -> write(rules, history.apply(applied))
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
    Consumer<Connection> taker = giveBack;
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
