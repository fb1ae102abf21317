package org.marquee.store.reconcile;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.marquee.feed.FeedHeader;
import org.marquee.ingest.Ledger;
import org.marquee.ingest.Outcome;
import org.marquee.ingest.rules.CinemaGuardRule;
import org.marquee.ingest.rules.FeedAgeRule;
import org.marquee.ingest.rules.FeedScope;
import org.marquee.ingest.rules.FeedShrinkRule;
import org.marquee.ingest.rules.NothingAcceptedRule;
import org.marquee.listing.Kind;
import org.marquee.notice.CinemaProgramme;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.notice.Notices;
import org.marquee.notice.Outlook;
import org.marquee.notice.RowCounts;
import org.marquee.store.sql.Revisions;
import org.marquee.store.sql.Sql;

/// Makes one feed, laid out in [StagingTables], the new state of what is stored, in one
/// transaction.
///
/// The transaction holds the row of the revision, so imports follow one another and revisions are
/// in commit order. Each step works on the whole feed at once, and touches only rows that differ:
/// what was merely seen again is confirmed by moving the observation of its programme (or provider,
/// for films and chains), not by writing its row.
final class Reconciliation {

  private final Connection connection;
  private final String provider;
  private final FeedHeader header;
  private final FeedScope scope;
  private final StartTimes starts;
  private final StagedLines lines;
  private final Notices notices;
  private final Map<Kind, LineCounts> counts = new EnumMap<>(Kind.class);
  private long sharedChanged;
  private final Map<Kind, Long> unlisted = new EnumMap<>(Kind.class);

  Reconciliation(
      Connection connection,
      String provider,
      FeedHeader header,
      FeedScope scope,
      StartTimes starts,
      StagedLines lines,
      Notices notices) {
    this.connection = connection;
    this.provider = provider;
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

  /// What belongs to the same transaction, and comes last in it.
  interface Ending {
    void add(Outcome.Applied applied) throws SQLException;
  }

  Outcome run(Ledger.Rules rules, Ending ending) throws SQLException {
    connection.setAutoCommit(false);
    try {
      Outcome outcome = reconcile(rules);
      if (outcome instanceof Outcome.Applied applied
          && rules.effect() == Ledger.Rules.Effect.COMMIT) {
        ending.add(applied);
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

  private Outcome reconcile(Ledger.Rules rules) throws SQLException {
    long revision = Revisions.begin(connection);
    int providerId = Providers.number(connection, provider);
    Writing writing = new Writing(connection, providerId, header, scope, rules);
    writing.layOutScope();
    Optional<Notice> older =
        lastFeed(writing)
            .flatMap(last -> FeedAgeRule.refusal(header.observedAt(), last, rules));
    if (older.isPresent()) {
      return new Outcome.Refused(older.get());
    }
    // Comes before the shrink rule, which suggests another remedy.
    Optional<Notice> unusable = NothingAcceptedRule.refusal(lines.refusedSoFar());
    if (unusable.isPresent()) {
      return new Outcome.Refused(unusable.get());
    }
    if (lines.mayShareIds() || header.keys() == FeedHeader.Keys.MADE) {
      new KeyCollisions(writing, provider).settle();
    }
    Moves moves = new Moves(connection, writing, header, notices);
    moves.recall();
    for (StagingTables.Table table : StagingTables.ALL) {
      count(table).merged = mergeRepeated(table);
    }
    Withdrawals withdrawals = new Withdrawals(connection, writing, counts, notices);
    withdrawals.settleWithRecords();
    CancelledShowtimes calledOff = new CancelledShowtimes(writing, notices);
    if (lines.anyCalledOff()) {
      count(StagingTables.SHOWTIME).merged += calledOff.settle(lines.isSequence());
    }
    HeldBack held = new HeldBack(connection, writing, counts, notices);
    UndoneImport undone =
        rules instanceof Ledger.Rules.Undo undo ? new UndoneImport(writing, undo) : null;
    if (held.isAny()) {
      writing.forgetHeldShowtimes();
      if (undone != null) {
        undone.forgetHeldBack();
      }
      writing.forgetHeldRecords();
      held.stageAgain();
    }

    write(StagingTables.CHAIN, writing);
    new Completion(writing, notices).find();
    held.holdCinemas();
    writing.noteZonesBefore();
    write(StagingTables.CINEMA, writing);
    held.holdFilms();
    write(StagingTables.FILM, writing);
    RecordLinkage joining = new RecordLinkage(connection);
    joining.joinCinemas();
    ShowingPeriods.note(writing);
    joining.joinFilms();
    ZoneOffsets.settle(connection);

    starts.settleAgain(connection);
    held.holdScreens();
    Outlook outlook = held.holdShowtimes();
    new RecordReferences(writing).toRecords();
    starts.report(connection, notices);
    if (undone != null) {
      undone.disownScreens();
    }
    ScreenRecords screens = new ScreenRecords(connection, writing, notices);
    screens.adopt();
    write(StagingTables.SCREEN, writing);
    screens.observe();
    if (undone != null) {
      undone.confirmScreens();
    }
    UnlistedRecords gone = new UnlistedRecords(writing, scope);
    gone.find();
    if (undone != null) {
      undone.find();
    }
    moves.find();
    Guard guard = new Guard(writing, scope, CinemaGuardRule.of(header, rules.shrinking()), notices);
    guard.keep();
    moves.apply();
    moves.tell();
    Optional<Notice> shrunk =
        FeedShrinkRule.appliesTo(header, rules.shrinking()) ? gone.refusal() : Optional.empty();
    if (shrunk.isPresent()) {
      return new Outcome.Refused(shrunk.get());
    }
    ProgrammeCounts programmes = new ProgrammeCounts(connection, writing);
    programmes.before();
    writeShared(writing);
    write(StagingTables.SHOWTIME, writing);
    screens.joinDoubles();

    if (lines.anyCalledOff()) {
      calledOff.withdraw();
    }
    unlisted.put(Kind.SHOWTIME, gone.withdrawShowtimes());
    if (undone != null) {
      undone.age();
    }
    gone.keepObservations();
    withdrawals.apply();
    if (scope.whole() && !guard.keepsRecords()) {
      unlisted.put(Kind.FILM, gone.withdrawFilms());
      unlisted.put(Kind.SCREEN, gone.countScreensOfCinemas());
      unlisted.put(Kind.CINEMA, gone.withdrawCinemas());
      unlisted.put(Kind.CHAIN, gone.withdrawChains());
    }
    if (undone != null) {
      undone.withdraw().forEach((kind, number) -> unlisted.merge(kind, number, Long::sum));
      ShowingPeriods.renew(writing);
      undone.forgetFeedTimes();
    }
    if (joining.isLeft()) {
      ZoneOffsets.note(connection);
      joining.join();
      ZoneOffsets.settle(connection);
    } else {
      joining.join();
    }
    new SharedShowings(connection).join();
    writing.confirm();
    if (undone != null) {
      undone.rewind();
    }
    List<CinemaProgramme> told = programmes.after(showtimesMayHaveChanged(writing));
    RowCounts tally = tally();
    Optional<Notice> nothing = NothingAcceptedRule.refusal(tally);
    if (nothing.isPresent()) {
      return new Outcome.Refused(nothing.get());
    }
    if (writing.hasChanged()) {
      Revisions.publish(connection, revision);
      return new Outcome.Applied(tally, told, outlook, revision);
    }
    Revisions.withdraw(connection);
    return new Outcome.Applied(tally, told, outlook, revision - 1);
  }

  private boolean showtimesMayHaveChanged(Writing writing) throws SQLException {
    LineCounts shows = count(StagingTables.SHOWTIME);
    return shows.added + shows.changed + shows.withdrawn > 0
        || unlisted.getOrDefault(Kind.SHOWTIME, 0L) > 0
        || writing.number("select count(*) from staged_showtime where line is null") > 0;
  }

  /// When the last feed of any of the same cinemas was taken.
  private Optional<Instant> lastFeed(Writing writing) throws SQLException {
    // Staged rows refer to source records at this point, `programme` to records.
    String word =
        """
        coalesce((select c.id from cinema_source c where c.record_id = g.cinema_id and c.provider_id = g.provider_id),
          g.cinema_id)
        """;
    String same =
        scope.full() && scope.cinemas() == null
            ? "true"
            : """
            (%1$s or %2$s in (
              select cinema_id from staged_showtime union select id from staged_cinema
              union select cinema_id from staged_screen
              union select coalesce(c.id, s.cinema_id) from staged_withdrawal w join provider_showtime s on s.id = w.id
                left join cinema_source c on c.record_id = s.cinema_id and c.provider_id = s.provider_id
              union select coalesce(c.id, s.cinema_id) from called_off o join provider_showtime s on s.id = o.id
                left join cinema_source c on c.record_id = s.cinema_id and c.provider_id = s.provider_id
              union select id from staged_withdrawal where kind = 'cinema'
              union select cinema_id from staged_withdrawal))
            """
                .formatted(writing.inScope(word), word);
    return writing
        .sql(
                """
                select max(taken) as taken from (
                  select max(g.last_feed_at) as taken from programme g where g.provider_id = :provider and %s
                  union all
                  select p.observed_at from provider p where p.id = :provider and (%s)
                ) t having max(taken) is not null
                """
                    .formatted(
                        same,
                        scope.full()
                            ? "true"
                            : "exists (select from staged_showtime) or exists (select from staged_cinema)"
                                + " or exists (select from staged_screen) or exists (select from called_off)"
                                + " or exists (select from staged_withdrawal where kind in"
                                + " ('showtime', 'cinema', 'screen'))"))
        .first(connection, rows -> Sql.instant(rows, "taken"));
  }

  /// Of several lines for one record the last wins.
  private long mergeRepeated(StagingTables.Table table) throws SQLException {
    if (lines.laidOut(table.kind()) < 2) {
      return 0;
    }
    return Sql.of(
            """
            delete from %1$s s using (
              select id, max(line) as last from %1$s group by id having count(*) > 1) d
            where s.id = d.id and s.line < d.last
            returning s.line, s.external_id, d.last
            """
                .formatted(table.staged()))
        .each(
            connection,
            rows ->
                notices.add(
                    new Notice(
                        Code.RECORD_REPEATED,
                        "line " + rows.getLong("line"),
                        table.kind().word() + " " + rows.getString("external_id"),
                        "the same stands on line " + rows.getLong("last"))));
  }

  private void write(StagingTables.Table table, Writing writing) throws SQLException {
    LineCounts count = count(table);
    // What is added last is not compared with itself.
    count.changed = writing.update(table) + (table.kind() == Kind.SHOWTIME ? sharedChanged : 0);
    if (lines.laidOut(table.kind()) > 0) {
      writing.updateAside(table);
    }
    writing.confirm(table);
    count.added = writing.insert(table);
    renewStatistics(table);
  }

  /// Showtimes that another provider lists too: what this one says of them is kept apart.
  private void writeShared(Writing writing) throws SQLException {
    long shared =
        writing.number(
            "select count(*) from (select from showtime_source where provider_id = :provider limit 1) w");
    if (shared > 0) {
      sharedChanged = writing.update(StagingTables.SHARED_SHOWTIME);
      writing.confirm(StagingTables.SHARED_SHOWTIME);
    }
  }

  private LineCounts count(StagingTables.Table table) {
    return LineCounts.of(counts, table.kind());
  }

  private RowCounts tally() {
    Map<Kind, RowCounts.Counts> kinds = new EnumMap<>(Kind.class);
    counts.forEach((kind, count) ->
        kinds.put(
            kind, count.counts(lines.laidOut(kind), lines.refused(kind), lines.leftOut(kind))));
    return new RowCounts(kinds, lines.refusedUnknown(), unlisted);
  }

  /// After a large change the planner would go by what it knew of the table before, at first that
  /// it was empty: for what the rest of this import asks, and until the server's own round. A small
  /// change leaves the picture as it is. Whoever has the table locked for the like is not waited
  /// for.
  private void renewStatistics(StagingTables.Table table) throws SQLException {
    LineCounts count = count(table);
    long written = count.added + count.changed;
    if (written > 1_000 && written > lines.laidOut(table.kind()) / 10) {
      Sql.of("analyze (skip_locked) " + table.stored()).run(connection);
    }
  }
}
