package org.marquee.store.reconcile;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.marquee.feed.FeedHeader;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.ingest.Outcome;
import org.marquee.ingest.rules.CinemaGuardRule;
import org.marquee.ingest.rules.WholeFeedRules;
import org.marquee.listing.Kind;
import org.marquee.notice.CinemaProgramme;
import org.marquee.notice.Notice;
import org.marquee.notice.Outlook;
import org.marquee.notice.RowCounts;
import org.marquee.store.record.ChainColumns;
import org.marquee.store.record.CinemaColumns;
import org.marquee.store.record.FilmColumns;
import org.marquee.store.record.RecordTable;
import org.marquee.store.record.ScreenColumns;
import org.marquee.store.record.ShowtimeColumns;
import org.marquee.store.sql.Revisions;
import org.marquee.trace.Tracing;

/// Makes one staged feed the new state of what is stored, in one transaction.
///
/// The transaction holds the row of the revision, so imports follow one another and revisions are
/// in commit order. It goes through phases, a method each, in the order of [#reconcile]. Each works
/// on the whole feed at once and writes only rows that differ: a record that was merely seen again
/// is confirmed by moving the observation of its programme (or provider, for films and chains), not
/// by writing its row.
final class Reconciliation {
  private final ImportSql sql;
  private final RecordWriter writer;
  private final Moves moves;
  private final Withdrawals withdrawals;
  private final HeldBack held;
  private final RecordLinkage linkage;
  private final ScreenRecords screens;
  private final UnlistedRecords gone;
  private final UndoneImport undone;
  private final Guard guard;
  private final ProgrammeCounts programmes;
  private final PublishedTitles titles;

  /// @param before [RecordWriter#rowsWritten] when the import began
  private Reconciliation(ImportSql sql, long before) {
    this.sql = sql;
    writer = new RecordWriter(sql, before);
    moves = new Moves(sql);
    withdrawals = new Withdrawals(sql);
    held = new HeldBack(sql);
    linkage = new RecordLinkage(sql);
    screens = new ScreenRecords(sql);
    gone = new UnlistedRecords(sql);
    undone = new UndoneImport(sql);
    guard = new Guard(sql, CinemaGuardRule.of(sql.header(), sql.rules().shrinking()));
    programmes = new ProgrammeCounts(sql);
    titles = new PublishedTitles(sql);
  }

  /// What belongs to the same transaction, and comes last in it, whether that is kept or not.
  interface Ending {
    void add(Outcome.Applied applied) throws SQLException;
  }

  /// Runs all phases, and commits if the feed is applied and the rules keep the result.
  static Outcome run(Connection connection, StagedFeed feed, Rules rules, Ending ending)
      throws SQLException {
    connection.setAutoCommit(false);
    try {
      long revision = Revisions.begin(connection);
      long before = RecordWriter.rowsWritten(connection);
      int provider = Providers.number(connection, feed.provider());
      ImportSql sql = new ImportSql(connection, provider, feed, rules);
      Outcome outcome = new Reconciliation(sql, before).reconcile(revision);
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

  private Outcome reconcile(long revision) throws SQLException {
    sql.stageScope();
    Optional<Notice> refusal = refusal();
    if (refusal.isPresent()) {
      return new Outcome.Refused(refusal.get());
    }
    Tracing.step("give ids", this::giveIds);
    Tracing.step("merge", this::merge);
    Tracing.step("stage again", this::stageAgain);
    Tracing.step("write sources", this::writeSources);
    Tracing.step("link", this::link);
    Outlook outlook = Tracing.span("refer", this::refer);
    Tracing.step("write screens", this::writeScreens);
    Tracing.step("compare", this::compare);
    Optional<Notice> shrunk = shrinkage();
    if (shrunk.isPresent()) {
      return new Outcome.Refused(shrunk.get());
    }
    programmes.before();
    Tracing.step("write showtimes", this::writeShowtimes);
    Tracing.step("withdraw", this::withdraw);
    Tracing.step("link again", this::linkAgain);
    Tracing.step("confirm", this::confirm);
    List<CinemaProgramme> changed =
        showtimesMayHaveChanged() ? programmes.after() : programmes.unchanged();
    RowCounts counts = sql.feed().lines().outcome();
    Optional<Notice> nothing = WholeFeedRules.nothingAccepted(counts);
    if (nothing.isPresent()) {
      return new Outcome.Refused(nothing.get());
    }
    ShownTwice.report(sql);
    return new Outcome.Applied(counts, changed, outlook, publish(revision));
  }

  /// Why the feed is refused before anything is compared: it is too old, or unusable.
  private Optional<Notice> refusal() throws SQLException {
    Optional<Notice> older =
        FeedTimes.lastTaken(sql)
            .flatMap(last ->
                WholeFeedRules.older(sql.header().observedAt(), last, sql.rules(), Instant.now()));
    // Comes before the shrink rule, which suggests another remedy.
    return older.isPresent()
        ? older
        : WholeFeedRules.nothingAccepted(sql.feed().lines().refusedSoFar());
  }

  /// Every staged showtime gets an id of its own: colliding ones are made distinct, moved ones keep
  /// theirs.
  private void giveIds() throws SQLException {
    if (sql.feed().lines().mayShareIds() || sql.header().keys() == FeedHeader.Keys.MADE) {
      new KeyCollisions(sql).settle();
    }
    moves.recall();
  }

  /// Every record is staged once: the last of several lines counts.
  private void merge() throws SQLException {
    for (RecordTable<?> table : RecordTable.all()) {
      if (sql.count(table).staged > 1) {
        sql.count(table).merged =
            sql.merge(
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
    withdrawals.settleWithRecords();
    withdrawals.settleCancelled();
  }

  /// What earlier feeds left held back is staged too.
  private void stageAgain() throws SQLException {
    Restaging restaging = new Restaging(sql);
    if (restaging.isAny()) {
      restaging.forgetShowtimes();
      undone.forgetHeldBack();
      restaging.forgetRecords();
      restaging.stageAgain();
    }
  }

  /// Chains, cinemas and films are written as source records; incomplete ones are held back.
  private void writeSources() throws SQLException {
    writer.write(ChainColumns.TABLE);
    new Completion(sql).findCompleted();
    held.holdCinemas();
    StartTimes.noteZones(sql);
    writer.write(CinemaColumns.TABLE);
    held.holdFilms();
    writer.write(FilmColumns.TABLE);
  }

  /// Source records are linked, and the records they describe are published.
  private void link() throws SQLException {
    linkage.joinCinemas();
    ShowingPeriods.note(sql);
    linkage.joinFilms();
    CorrectedRecords.report(sql);
    StartTimes.settleZones(sql);
  }

  /// Local starts are resolved by the zones that the cinemas have now. Screens and showtimes that
  /// wait for a film, a cinema or a zone are held back, and the others refer to records.
  private Outlook refer() throws SQLException {
    sql.feed().starts().settleAgain(sql);
    held.holdScreens();
    Outlook outlook = held.holdShowtimes();
    held.referToRecords();
    sql.feed().starts().report(sql);
    return outlook;
  }

  /// Screens are written: those of inventories, and those that schedules mention.
  private void writeScreens() throws SQLException {
    undone.disownScreens();
    screens.adopt();
    writer.write(ScreenColumns.TABLE);
    screens.observe();
    undone.confirmScreens();
  }

  /// What the feed no longer lists is found: withdrawn, moved, or kept by the guard.
  private void compare() throws SQLException {
    gone.findUnlisted();
    undone.findUndone();
    moves.findMoved();
    guard.keep();
    moves.apply();
    moves.report();
  }

  /// Why a feed that would withdraw too much is refused.
  private Optional<Notice> shrinkage() throws SQLException {
    return WholeFeedRules.mayBeShrunk(sql.header(), sql.rules().shrinking())
        ? gone.refusal()
        : Optional.empty();
  }

  /// Showtimes are written; duplicate screens are merged.
  private void writeShowtimes() throws SQLException {
    writer.writeShared();
    writer.write(ShowtimeColumns.TABLE);
    screens.joinDoubles();
  }

  /// What is unlisted, cancelled or withdrawn by its id goes; the rest keeps its observation.
  private void withdraw() throws SQLException {
    withdrawals.applyCancelled();
    gone.withdrawShowtimes();
    undone.age();
    gone.keepObservations();
    withdrawals.apply();
    if (sql.scope().whole() && !guard.keepsRecords()) {
      gone.withdrawRecords();
    }
    undone.withdraw();
  }

  /// Records that lost a source record are published again, and shared showings grouped again; what
  /// people have hidden stays so.
  private void linkAgain() throws SQLException {
    linkage.joinAgain();
    new SharedShowings(sql).join();
    if (showtimesMayHaveChanged()) {
      titles.noteListed();
    }
    titles.settle();
    new CorrectedRecords(sql).hide();
  }

  /// The observations of programmes and of the provider confirm all that was listed.
  private void confirm() throws SQLException {
    undone.forgetFeedTimes();
    FeedTimes.confirm(sql);
    FeedTimes.noteSpoken(sql);
    SourceTrouble.settle(sql);
    undone.rewind();
  }

  private boolean showtimesMayHaveChanged() throws SQLException {
    LineCounts.OfKind shows = sql.count(Kind.SHOWTIME);
    return shows.added + shows.changed + shows.withdrawn + shows.unlisted > 0
        || sql.any("select from staged_showtime where line is null");
  }

  /// The revision of the data after this import.
  private long publish(long revision) throws SQLException {
    if (writer.hasChanged()) {
      Revisions.publish(sql.connection(), revision);
      return revision;
    }
    Revisions.withdraw(sql.connection());
    return revision - 1;
  }
}
