package org.marquee.store.reconcile;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.marquee.feed.FeedHeader;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.ingest.Outcome;
import org.marquee.ingest.Steps;
import org.marquee.ingest.guard.WholeFeedRules;
import org.marquee.listing.Kind;
import org.marquee.notice.CinemaProgramme;
import org.marquee.notice.Notice;
import org.marquee.notice.Notices;
import org.marquee.notice.Outlook;
import org.marquee.notice.RowCounts;
import org.marquee.store.reconcile.ids.KeyCollisions;
import org.marquee.store.reconcile.ids.Moves;
import org.marquee.store.reconcile.link.Completion;
import org.marquee.store.reconcile.link.CorrectedRecords;
import org.marquee.store.reconcile.link.MovedCinemas;
import org.marquee.store.reconcile.link.Providers;
import org.marquee.store.reconcile.link.PublishedTitles;
import org.marquee.store.reconcile.link.RecordLinkage;
import org.marquee.store.reconcile.link.ReleaseDue;
import org.marquee.store.reconcile.link.SharedShowings;
import org.marquee.store.reconcile.link.ShowingPeriods;
import org.marquee.store.reconcile.link.SourceRecords;
import org.marquee.store.reconcile.publish.FeedTimes;
import org.marquee.store.reconcile.publish.LackingCinemas;
import org.marquee.store.reconcile.publish.ProgrammeCounts;
import org.marquee.store.reconcile.publish.ShownTwice;
import org.marquee.store.reconcile.publish.SourceTrouble;
import org.marquee.store.reconcile.refer.HeldBack;
import org.marquee.store.reconcile.refer.ScreenRecords;
import org.marquee.store.reconcile.stage.FormerSources;
import org.marquee.store.reconcile.stage.ImportSql;
import org.marquee.store.reconcile.stage.ImportStep;
import org.marquee.store.reconcile.stage.LineCounts;
import org.marquee.store.reconcile.stage.Restaging;
import org.marquee.store.reconcile.stage.StagedFeed;
import org.marquee.store.reconcile.undo.UndoneImport;
import org.marquee.store.reconcile.withdraw.Guard;
import org.marquee.store.reconcile.withdraw.UnlistedRecords;
import org.marquee.store.reconcile.withdraw.Withdrawals;
import org.marquee.store.record.ChainColumns;
import org.marquee.store.record.CinemaColumns;
import org.marquee.store.record.FilmColumns;
import org.marquee.store.record.ScreenColumns;
import org.marquee.store.record.ShowtimeColumns;
import org.marquee.store.sql.Revisions;

/// Makes one staged feed the new state of what is stored, in one transaction.
///
/// The transaction holds the row of the revision, so imports follow one another and revisions are
/// in commit order. It goes through steps, a method each, in the order of [#reconcile]. Each works
/// on the whole feed at once and writes only rows that differ: a record that was merely seen again
/// is confirmed by moving the observation of its programme (or provider, for films and chains), not
/// by writing its row.
///
/// @param writer knows what the import has written so far
/// @param undone follows the steps where an import is undone
record Reconciliation(ImportSql sql, RecordWriter writer, UndoneImport undone) {
  /// What belongs to the same transaction, and comes last in it, whether that is kept or not.
  interface Ending {
    void add(Connection connection, Outcome.Applied applied) throws SQLException;
  }

  /// Runs all steps, and commits if the feed is applied and the rules keep the result.
  static Outcome run(
      Connection connection, StagedFeed feed, Rules rules, Notices notices, Ending ending)
      throws SQLException {
    connection.setAutoCommit(false);
    try {
      long revision = Revisions.begin(connection);
      long before = RecordWriter.rowsWritten(connection);
      int provider = Providers.number(connection, feed.provider());
      ImportSql sql = new ImportSql(connection, provider, feed, rules, notices);
      Outcome outcome =
          new Reconciliation(sql, new RecordWriter(sql, before), new UndoneImport(sql))
              .reconcile(revision);
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
    step(ImportStep.GIVE_IDS, this::giveIds);
    step(ImportStep.MERGE, this::merge);
    step(ImportStep.FORGET_HELD_BACK, this::forgetHeldBack);
    step(ImportStep.STAGE_AGAIN, this::stageAgain);
    step(ImportStep.WRITE_SOURCES, this::writeSources);
    step(ImportStep.LINK, this::link);
    Outlook outlook = Steps.timed(ImportStep.REFER.words(), this::refer);
    undone.after(ImportStep.REFER);
    step(ImportStep.WRITE_SCREENS, this::writeScreens);
    step(ImportStep.FIND_UNLISTED, new UnlistedRecords(sql)::findUnlisted);
    step(ImportStep.COMPARE, this::compare);
    Optional<Notice> shrunk = new UnlistedRecords(sql).shrinkage();
    if (shrunk.isPresent()) {
      return new Outcome.Refused(shrunk.get());
    }
    ProgrammeCounts programmes = new ProgrammeCounts(sql);
    programmes.before();
    step(ImportStep.WRITE_SHOWTIMES, this::writeShowtimes);
    step(ImportStep.WITHDRAW_SHOWTIMES, this::withdrawShowtimes);
    step(ImportStep.WITHDRAW, this::withdraw);
    step(ImportStep.LINK_AGAIN, this::linkAgain);
    step(ImportStep.CONFIRM, this::confirm);
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

  private void step(ImportStep step, Steps.Step<SQLException> work) throws SQLException {
    Steps.step(step.words(), work);
    undone.after(step);
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
    sql.mergeRepeated();
    new Withdrawals(sql).settleWithRecords();
    new Withdrawals(sql).settleCancelled();
  }

  /// Held-back showtimes that the feed would have to list are forgotten.
  private void forgetHeldBack() throws SQLException {
    if (new Restaging(sql).isAny()) {
      new Restaging(sql).forgetShowtimes();
    }
  }

  /// What earlier feeds left held back is staged too.
  private void stageAgain() throws SQLException {
    Restaging restaging = new Restaging(sql);
    if (restaging.isAny()) {
      restaging.forgetRecords();
      restaging.stageAgain();
    }
  }

  /// Chains, cinemas and films are written as source records; incomplete ones are held back.
  private void writeSources() throws SQLException {
    // Before those that change are noted: what a trigger takes away in this import is found by
    // that.
    SourceRecords.giveKeys(sql);
    FormerSources.noteChanged(sql);
    writer.write(ChainColumns.TABLE);
    new Completion(sql).findCompleted();
    sql.run("delete from release_due where provider_id = :provider");
    new HeldBack(sql).holdCinemas();
    new MovedCinemas(sql).note();
    writer.write(CinemaColumns.TABLE);
    new HeldBack(sql).holdFilms();
    writer.write(FilmColumns.TABLE);
  }

  /// Source records are linked, and the records they describe are published.
  private void link() throws SQLException {
    new RecordLinkage(sql, RecordLinkage.FEW).join(SourceRecords.CINEMAS);
    ShowingPeriods.note(sql);
    new RecordLinkage(sql, RecordLinkage.FEW).join(SourceRecords.FILMS);
    CorrectedRecords.report(sql, Kind.CINEMA);
    CorrectedRecords.report(sql, Kind.FILM);
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
    new ScreenRecords(sql).adopt();
    writer.write(ScreenColumns.TABLE);
    new ScreenRecords(sql).observe();
  }

  /// What the feed no longer lists is withdrawn, moved, or kept by the guard.
  private void compare() throws SQLException {
    new Moves(sql).findMoved();
    new Guard(sql).keep();
    new Moves(sql).apply();
    new Moves(sql).report();
  }

  /// Showtimes are written; duplicate screens are merged.
  private void writeShowtimes() throws SQLException {
    writer.writeShared();
    writer.write(ShowtimeColumns.TABLE);
    new ScreenRecords(sql).joinDoubles();
  }

  /// Unlisted and cancelled showtimes go.
  private void withdrawShowtimes() throws SQLException {
    new Withdrawals(sql).applyCancelled();
    new UnlistedRecords(sql).withdrawShowtimes();
  }

  /// The other showtimes keep their observation; what is withdrawn by its id or unlisted goes.
  private void withdraw() throws SQLException {
    new UnlistedRecords(sql).keepObservations();
    new Withdrawals(sql).apply();
    if (sql.scope().whole() && !new Guard(sql).keepsRecords()) {
      new UnlistedRecords(sql).withdrawRecords();
    }
  }

  /// Records that lost a source record are published again, and shared showings grouped again; what
  /// people have hidden stays so.
  private void linkAgain() throws SQLException {
    new RecordLinkage(sql, RecordLinkage.FEW).join();
    new SharedShowings(sql).join();
    CorrectedRecords.report(sql, Kind.SHOWTIME);
    if (showtimesMayHaveChanged()) {
      new PublishedTitles(sql).noteListed();
    }
    new PublishedTitles(sql).settle();
    new CorrectedRecords(sql).hide();
    new ReleaseDue(sql).note();
  }

  /// The observations of programmes and of the provider confirm all that was listed.
  private void confirm() throws SQLException {
    FeedTimes.confirm(sql);
    FeedTimes.noteSpoken(sql);
    LackingCinemas.note(sql);
    LackingCinemas.noteWaiting(sql);
    SourceTrouble.settle(sql);
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
