package org.marquee.store.reconcile;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.marquee.feed.FeedHeader;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.ingest.Outcome;
import org.marquee.ingest.rules.WholeFeedRules;
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
import org.marquee.timing.Steps;

/// Makes one staged feed the new state of what is stored, in one transaction.
///
/// The transaction holds the row of the revision, so imports follow one another and revisions are
/// in commit order. It goes through phases, a method each, in the order of [#reconcile]. Each works
/// on the whole feed at once and writes only rows that differ: a record that was merely seen again
/// is confirmed by moving the observation of its programme (or provider, for films and chains), not
/// by writing its row.
///
/// @param writer knows what the import has written so far
record Reconciliation(ImportSql sql, RecordWriter writer) {

  /// What belongs to the same transaction, and comes last in it, whether that is kept or not.
  interface Ending {
    void add(Connection connection, Outcome.Applied applied) throws SQLException;
  }

  /// Runs all phases, and commits if the feed is applied and the rules keep the result.
  static Outcome run(
      Connection connection, StagedFeed feed, Rules rules, Notices notices, Ending ending)
      throws SQLException {
    connection.setAutoCommit(false);
    try {
      long revision = Revisions.begin(connection);
      long before = RecordWriter.rowsWritten(connection);
      int provider = Providers.number(connection, feed.provider());
      ImportSql sql = new ImportSql(connection, provider, feed, rules, notices);
      Outcome outcome = new Reconciliation(sql, new RecordWriter(sql, before)).reconcile(revision);
      if (outcome instanceof Outcome.Applied applied) {
        ending.add(connection, applied);
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
    Steps.step("give ids", this::giveIds);
    Steps.step("merge", this::merge);
    Steps.step("stage again", this::stageAgain);
    Steps.step("write sources", this::writeSources);
    Steps.step("link", this::link);
    Outlook outlook = Steps.timed("refer", this::refer);
    Steps.step("write screens", this::writeScreens);
    Steps.step("compare", this::compare);
    Optional<Notice> shrunk = shrinkage();
    if (shrunk.isPresent()) {
      return new Outcome.Refused(shrunk.get());
    }
    ProgrammeCounts programmes = new ProgrammeCounts(sql);
    programmes.before();
    Steps.step("write showtimes", this::writeShowtimes);
    Steps.step("withdraw", this::withdraw);
    Steps.step("link again", this::linkAgain);
    Steps.step("confirm", this::confirm);
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
    if (sql.feed().lines().mayShareIds || sql.header().keys() == FeedHeader.Keys.MADE) {
      new KeyCollisions(sql).settle();
    }
    new Moves(sql).recall();
  }

  /// Every record is staged once: the last of several lines counts.
  private void merge() throws SQLException {
    for (RecordTable<?> table : RecordTable.all()) {
      if (sql.count(table.kind()).staged > 1) {
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
    new Withdrawals(sql).settleWithRecords();
    new Withdrawals(sql).settleCancelled();
  }

  /// What earlier feeds left held back is staged too.
  private void stageAgain() throws SQLException {
    sql.run("delete from release_due where provider_id = :provider");
    Restaging restaging = new Restaging(sql);
    if (restaging.isAny()) {
      restaging.forgetShowtimes();
      new UndoneImport(sql).forgetHeldBack();
      restaging.forgetRecords();
      restaging.stageAgain();
    }
  }

  /// Chains, cinemas and films are written as source records; incomplete ones are held back.
  private void writeSources() throws SQLException {
    writer.write(ChainColumns.TABLE);
    new Completion(sql).findCompleted();
    new HeldBack(sql).holdCinemas();
    new MovedCinemas(sql).note();
    writer.write(CinemaColumns.TABLE);
    new HeldBack(sql).holdFilms();
    writer.write(FilmColumns.TABLE);
  }

  /// Source records are linked, and the records they describe are published.
  private void link() throws SQLException {
    new RecordLinkage(sql).join(SourceRecords.CINEMAS);
    ShowingPeriods.note(sql);
    new RecordLinkage(sql).join(SourceRecords.FILMS);
    CorrectedRecords.report(sql);
  }

  /// Local starts are resolved by the zones that the cinemas have now. Screens and showtimes that
  /// wait for a film, a cinema or a zone are held back, and the others refer to records.
  private Outlook refer() throws SQLException {
    sql.feed().starts().settleAgain(sql);
    new HeldBack(sql).holdScreens();
    Outlook outlook = new HeldBack(sql).holdShowtimes();
    new HeldBack(sql).referToRecords();
    sql.feed().starts().report(sql);
    return outlook;
  }

  /// Screens are written: those of inventories, and those that schedules mention.
  private void writeScreens() throws SQLException {
    new UndoneImport(sql).disownScreens();
    new ScreenRecords(sql).adopt();
    writer.write(ScreenColumns.TABLE);
    new ScreenRecords(sql).observe();
    new UndoneImport(sql).confirmScreens();
  }

  /// What the feed no longer lists is found: withdrawn, moved, or kept by the guard.
  private void compare() throws SQLException {
    new UnlistedRecords(sql).findUnlisted();
    new UndoneImport(sql).findUndone();
    new Moves(sql).findMoved();
    new Guard(sql).keep();
    new Moves(sql).apply();
    new Moves(sql).report();
  }

  /// Why a feed that would withdraw too much is refused.
  private Optional<Notice> shrinkage() throws SQLException {
    return WholeFeedRules.mayBeShrunk(sql.header(), sql.rules().shrinking())
        ? new UnlistedRecords(sql).refusal()
        : Optional.empty();
  }

  /// Showtimes are written; duplicate screens are merged.
  private void writeShowtimes() throws SQLException {
    writer.writeShared();
    writer.write(ShowtimeColumns.TABLE);
    new ScreenRecords(sql).joinDoubles();
  }

  /// What is unlisted, cancelled or withdrawn by its id goes; the rest keeps its observation.
  private void withdraw() throws SQLException {
    new Withdrawals(sql).applyCancelled();
    new UnlistedRecords(sql).withdrawShowtimes();
    new UndoneImport(sql).age();
    new UnlistedRecords(sql).keepObservations();
    new Withdrawals(sql).apply();
    if (sql.scope().whole() && !new Guard(sql).keepsRecords()) {
      new UnlistedRecords(sql).withdrawRecords();
    }
    new UndoneImport(sql).withdraw();
  }

  /// Records that lost a source record are published again, and shared showings grouped again; what
  /// people have hidden stays so.
  private void linkAgain() throws SQLException {
    new RecordLinkage(sql).join();
    new SharedShowings(sql).join();
    if (showtimesMayHaveChanged()) {
      new PublishedTitles(sql).noteListed();
    }
    new PublishedTitles(sql).settle();
    new CorrectedRecords(sql).hide();
    HeldBackRelease.note(sql);
  }

  /// The observations of programmes and of the provider confirm all that was listed.
  private void confirm() throws SQLException {
    new UndoneImport(sql).forgetFeedTimes();
    FeedTimes.confirm(sql);
    FeedTimes.noteSpoken(sql);
    SourceTrouble.settle(sql);
    new UndoneImport(sql).rewind();
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
