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
import org.marquee.listing.Kind;
import org.marquee.notice.Notices;
import org.marquee.notice.Report;
import org.marquee.notice.RowCounts;
import org.marquee.store.record.RecordTable;
import org.marquee.store.sql.CopyRows;
import org.marquee.store.sql.CopyStream;
import org.marquee.store.sql.RevisionLock;
import org.marquee.store.sql.Sql;

/// Stages the records of one feed in temporary tables and reconciles them with what is stored.
public final class PostgresStaging implements Ledger.Staging {
  private final Connection connection;
  private final Consumer<Connection> giveBack;
  private final CopyStream stream;
  private final String provider;
  private final String feed;
  private final FeedHeader header;
  private final StartTimes starts;
  private final Reconciliation.Ending unkept;
  private final LineCounts lines = new LineCounts();
  private final StagedRows rows;

  /// Whether all went well on the connection, so that the next import may have it.
  private boolean inOrder;

  private PostgresStaging(
      Connection connection,
      Consumer<Connection> giveBack,
      String provider,
      String feed,
      FeedHeader header,
      StartTimes starts,
      Reconciliation.Ending unkept) {
    this.connection = connection;
    this.giveBack = giveBack;
    this.stream = new CopyStream(connection);
    this.provider = provider;
    this.feed = feed;
    this.header = header;
    this.starts = starts;
    this.unkept = unkept;
    rows = new StagedRows(provider, header, starts);
  }

  /// @param connection one whose temporary tables are empty; it is closed with this
  /// @param giveBack gets it instead if it can be used again
  static PostgresStaging open(
      Connection connection,
      Consumer<Connection> giveBack,
      String provider,
      String feed,
      FeedHeader header)
      throws SQLException {
    return open(connection, giveBack, provider, feed, header, _ -> {});
  }

  /// Stages a feed whose result is not kept.
  ///
  /// @param connection for this feed alone; it is closed with this
  /// @param unkept comes last, before the result is undone
  static PostgresStaging ofCheck(
      Connection connection,
      String provider,
      String feed,
      FeedHeader header,
      Reconciliation.Ending unkept)
      throws SQLException {
    return open(connection, PostgresStaging::end, provider, feed, header, unkept);
  }

  private static PostgresStaging open(
      Connection connection,
      Consumer<Connection> giveBack,
      String provider,
      String feed,
      FeedHeader header,
      Reconciliation.Ending unkept)
      throws SQLException {
    Sql.of(TempTable.createStaging()).run(connection);
    return new PostgresStaging(
        connection, giveBack, provider, feed, header, StartTimes.of(connection, provider), unkept);
  }

  private static void end(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new LedgerUnavailable(e);
    }
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
      FeedScope scope = FeedScope.of(header, rows::cinemaId);
      Outcome outcome =
          Reconciliation.run(
              connection,
              new StagedFeed(provider, feed, header, scope, starts, lines, notices),
              rules,
              rules.effect() == Ledger.Rules.Effect.COMMIT
                  ? applied -> PostgresLedger.write(connection, history.apply(applied))
                  : unkept);
      if (outcome instanceof Outcome.Applied && rules.effect() == Ledger.Rules.Effect.COMMIT) {
        HeldBackRelease.run(connection, provider, notices);
      }
      inOrder = true;
      return outcome;
    } catch (RevisionLock.NotOurs e) {
      throw new LedgerUnavailable(e.getMessage(), e);
    } catch (SQLException e) {
      throw new LedgerUnavailable(e);
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
    if (inOrder && isEmptied()) {
      giveBack.accept(connection);
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
