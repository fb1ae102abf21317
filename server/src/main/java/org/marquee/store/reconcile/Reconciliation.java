package org.marquee.store.reconcile;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.ingest.Outcome;
import org.marquee.ingest.rules.CinemaGuardRule;
import org.marquee.ingest.rules.FeedAgeRule;
import org.marquee.ingest.rules.FeedScope;
import org.marquee.ingest.rules.FeedShrinkRule;
import org.marquee.ingest.rules.NothingAcceptedRule;
import org.marquee.listing.Kind;
import org.marquee.notice.CinemaProgramme;
import org.marquee.notice.Notice;
import org.marquee.notice.Notices;
import org.marquee.notice.Outlook;
import org.marquee.notice.RowCounts;
import org.marquee.store.record.ChainColumns;
import org.marquee.store.record.CinemaColumns;
import org.marquee.store.record.FilmColumns;
import org.marquee.store.record.RecordTable;
import org.marquee.store.record.ScreenColumns;
import org.marquee.store.record.ShowtimeColumns;
import org.marquee.store.sql.Revisions;

/// Makes one staged feed the new state of what is stored, in one transaction.
///
/// The transaction holds the row of the revision, so imports follow one another and revisions are
/// in commit order. It goes through the phases of [Phase]. Each works on the whole feed at once and
/// writes only rows that differ: a record that was merely seen again is confirmed by moving the
/// observation of its programme (or provider, for films and chains), not by writing its row.
final class Reconciliation {
  private final Connection connection;
  private final String provider;
  private final String feed;
  private final FeedHeader header;
  private final FeedScope scope;
  private final StartTimes starts;
  private final StagedLines lines;
  private final Notices notices;
  private final Map<Kind, LineCounts> counts = new EnumMap<>(Kind.class);
  private final Map<Kind, Long> unlisted = new EnumMap<>(Kind.class);
  private Phase phase = Phase.SCOPED;

  Reconciliation(
      Connection connection,
      String provider,
      String feed,
      FeedHeader header,
      FeedScope scope,
      StartTimes starts,
      StagedLines lines,
      Notices notices) {
    this.connection = connection;
    this.provider = provider;
    this.feed = feed;
    this.header = header;
    this.scope = scope;
    this.starts = starts;
    this.lines = lines;
    this.notices = notices;
    for (Kind kind : Kind.values()) {
      counts.put(kind, new LineCounts());
      unlisted.put(kind, 0L);
    }
  }

  /// What belongs to the same transaction, and comes last in it, whether that is kept or not.
  interface Ending {
    void add(Outcome.Applied applied) throws SQLException;
  }

  /// Runs all phases, and commits if the feed is applied and the rules keep the result.
  Outcome run(Rules rules, Ending ending) throws SQLException {
    connection.setAutoCommit(false);
    try {
      Outcome outcome = reconcile(rules);
      if (outcome instanceof Outcome.Applied applied) {
        ending.add(applied);
      }
      if (outcome instanceof Outcome.Applied && rules.effect() == Rules.Effect.COMMIT) {
        connection.commit();
      } else {
        connection.rollback();
      }
      return outcome;
    } catch (SQLException | RuntimeException e) {
      connection.rollback();
      throw e;
    }
  }

  Phase phase() {
    return phase;
  }

  private void begin(Phase next) {
    phase = next;
  }

  private Outcome reconcile(Rules rules) throws SQLException {
    long revision = Revisions.begin(connection);
    long before = RecordWriter.rowsWritten(connection);
    int number = Providers.number(connection, provider);
    ImportSql sql = new ImportSql(connection, number, header, scope, rules);
    @Nullable UndoneImport undone =
        rules instanceof Rules.Undo undo ? new UndoneImport(sql, undo) : null;

    begin(Phase.SCOPED);
    sql.stageScope();

    begin(Phase.JUDGED);
    Optional<Notice> refusal = refusal(sql);
    if (refusal.isPresent()) {
      return new Outcome.Refused(refusal.get());
    }

    begin(Phase.KEYED);
    if (lines.mayShareIds() || header.keys() == FeedHeader.Keys.MADE) {
      new KeyCollisions(sql, provider).settle();
    }
    Moves moves = new Moves(sql, notices);
    moves.recall();

    begin(Phase.MERGED);
    RepeatedLines repeated = new RepeatedLines(sql, notices);
    for (RecordTable<?> table : RecordTable.all()) {
      if (staged(table) > 1) {
        count(table).merged = repeated.merge(table);
      }
    }
    Withdrawals withdrawals = new Withdrawals(sql, counts, notices);
    withdrawals.settleWithRecords();
    CancelledShowtimes cancelled = new CancelledShowtimes(sql, notices);
    if (lines.anyCancelled()) {
      count(ShowtimeColumns.TABLE).merged += cancelled.settle(lines.isSequence());
    }

    begin(Phase.RESTAGED);
    Restaging restaging = new Restaging(sql);
    if (restaging.isAny()) {
      restaging.forgetShowtimes();
      if (undone != null) {
        undone.forgetHeldBack();
      }
      restaging.forgetRecords();
      restaging.stageAgain();
    }

    begin(Phase.SOURCED);
    RecordWriter writer = new RecordWriter(sql, before);
    HeldBack held = new HeldBack(sql, counts, notices);
    write(writer, ChainColumns.TABLE);
    new Completion(sql, notices).find();
    held.holdCinemas();
    ZoneOffsets.note(connection);
    write(writer, CinemaColumns.TABLE);
    held.holdFilms();
    write(writer, FilmColumns.TABLE);

    begin(Phase.LINKED);
    RecordLinkage linkage = new RecordLinkage(connection);
    linkage.joinCinemas();
    ShowingPeriods.note(sql);
    linkage.joinFilms();
    ZoneOffsets.settle(connection);

    begin(Phase.RESOLVED);
    starts.settleAgain(connection);
    held.holdScreens();
    Outlook outlook = held.holdShowtimes();
    new RecordReferences(sql).toRecords();
    starts.report(connection, notices);

    begin(Phase.SCREENED);
    ScreenRecords screens = new ScreenRecords(sql, notices);
    if (undone != null) {
      undone.disownScreens();
    }
    screens.adopt();
    write(writer, ScreenColumns.TABLE);
    screens.observe();
    if (undone != null) {
      undone.confirmScreens();
    }

    begin(Phase.COMPARED);
    UnlistedRecords gone = new UnlistedRecords(sql);
    gone.find();
    if (undone != null) {
      undone.find();
    }
    moves.find();
    Guard guard = new Guard(sql, CinemaGuardRule.of(header, rules.shrinking()), notices);
    guard.keep();
    moves.apply();
    moves.report();
    Optional<Notice> shrunk =
        FeedShrinkRule.appliesTo(header, rules.shrinking()) ? gone.refusal() : Optional.empty();
    if (shrunk.isPresent()) {
      return new Outcome.Refused(shrunk.get());
    }

    begin(Phase.COUNTED);
    ProgrammeCounts programmes = new ProgrammeCounts(sql);
    programmes.before();

    begin(Phase.WRITTEN);
    writer.writeShared(count(ShowtimeColumns.TABLE));
    write(writer, ShowtimeColumns.TABLE);
    screens.joinDoubles();

    begin(Phase.WITHDRAWN);
    if (lines.anyCancelled()) {
      cancelled.withdraw();
    }
    unlisted.put(Kind.SHOWTIME, gone.withdrawShowtimes());
    if (undone != null) {
      undone.age();
    }
    gone.keepObservations();
    withdrawals.apply();
    if (scope.whole() && !guard.keepsRecords()) {
      unlisted.putAll(gone.withdrawRecords());
    }
    if (undone != null) {
      undone.withdraw().forEach((kind, more) -> unlisted.merge(kind, more, Long::sum));
      ShowingPeriods.renew(sql);
    }

    begin(Phase.RELINKED);
    linkage.joinAgain();
    new SharedShowings(connection).join();
    PublishedTitles titles = new PublishedTitles(connection);
    if (showtimesMayHaveChanged(sql)) {
      titles.noteListed();
    }
    titles.settle();

    begin(Phase.CONFIRMED);
    if (undone != null) {
      undone.forgetFeedTimes();
    }
    new ScopeConfirmation(sql).run();
    new SpokenTime(sql).note(feed);
    SourceTrouble.settle(sql, feed);
    if (undone != null) {
      undone.rewind();
    }

    begin(Phase.REPORTED);
    List<CinemaProgramme> changed = programmes.after(showtimesMayHaveChanged(sql));
    RowCounts tally = tally();
    Optional<Notice> nothing = NothingAcceptedRule.refusal(tally);
    if (nothing.isPresent()) {
      return new Outcome.Refused(nothing.get());
    }
    ShownTwice.report(sql, notices);
    if (writer.hasChanged()) {
      Revisions.publish(connection, revision);
      return new Outcome.Applied(tally, changed, outlook, revision);
    }
    Revisions.withdraw(connection);
    return new Outcome.Applied(tally, changed, outlook, revision - 1);
  }

  /// Why the feed is refused before anything is compared.
  private Optional<Notice> refusal(ImportSql sql) throws SQLException {
    Optional<Notice> older =
        LastFeed.takenAt(sql)
            .flatMap(
                last -> FeedAgeRule.refusal(header.observedAt(), last, sql.rules(), Instant.now()));
    // Comes before the shrink rule, which suggests another remedy.
    return older.isPresent() ? older : NothingAcceptedRule.refusal(lines.refusedSoFar());
  }

  private void write(RecordWriter writer, RecordTable<?> table) throws SQLException {
    writer.write(table, count(table), staged(table));
  }

  private boolean showtimesMayHaveChanged(ImportSql sql) throws SQLException {
    LineCounts shows = count(ShowtimeColumns.TABLE);
    return shows.added + shows.changed + shows.withdrawn > 0
        || unlisted.getOrDefault(Kind.SHOWTIME, 0L) > 0
        || sql.any("select from staged_showtime where line is null");
  }

  private LineCounts count(RecordTable<?> table) {
    return LineCounts.of(counts, table.kind());
  }

  private long staged(RecordTable<?> table) {
    return lines.staged(table.kind());
  }

  private RowCounts tally() {
    Map<Kind, RowCounts.Counts> kinds = new EnumMap<>(Kind.class);
    counts.forEach((kind, count) ->
        kinds.put(
            kind, count.counts(lines.staged(kind), lines.refused(kind), lines.leftOut(kind))));
    return new RowCounts(kinds, lines.refusedUnknown(), unlisted);
  }
}
