package org.marquee.store.reconcile.withdraw;

import java.sql.SQLException;
import java.util.List;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;
import org.marquee.store.reconcile.stage.FormerSources;
import org.marquee.store.reconcile.stage.ImportSql;
import org.marquee.store.record.RecordTable;

/// Records that a delta withdraws by their ids, and showtimes that a provider cancels
/// (docs/feeds.md, "Records").
public record Withdrawals(ImportSql sql) {

  /// Where one delta both lists and withdraws a record, its last line counts and the others are
  /// merged into it.
  public void settleWithRecords() throws SQLException {
    if (!sql.any("select from staged_withdrawal")) {
      return;
    }
    for (RecordTable<?> table : RecordTable.all()) {
      merge(
          table,
          """
          delete from %1$s s using staged_withdrawal w where w.id = s.id and w.line > s.line
          returning s.line, s.external_id, w.line as last
          """);
      merge(
          table,
          """
          delete from staged_withdrawal w using (
            select id, max(line) as line from (
              select id, line from %1$s union all select id, line from staged_withdrawal) a group by id) s
          where s.id = w.id and w.line < s.line and w.kind = '%2$s'
          returning w.line, w.external_id, s.line as last
          """);
    }
  }

  private void merge(RecordTable<?> table, String deletion) throws SQLException {
    sql.merge(table.kind(), deletion.formatted(table.staged(), table.kind().word()));
  }

  /// Leaves in `staged_cancellation` the stored, upcoming showtimes that the feed does not list. A
  /// showtime that one feed both lists and cancels is shown. Of several feeds that are read as one
  /// the last line counts. Held-back showtimes that are cancelled are forgotten.
  public void settleCancelled() throws SQLException {
    if (!sql.feed().lines().cancels) {
      return;
    }
    if (sql.feed().lines().isSequence) {
      sql.merge(
          Kind.SHOWTIME,
          """
          delete from staged_showtime s using (
            select id, max(line) as line from staged_cancellation group by id) o
          where o.id = s.id and o.line > s.line
          returning s.line, s.external_id, o.line as last
          """);
    }
    sql.run(
        """
        delete from staged_cancellation o where exists (select from staged_showtime s where s.id = o.id)
          or exists (select from staged_mention m where m.kind = 'showtime' and m.id = o.id)
        """);
    sql.run(
        """
        delete from held_back h using staged_cancellation o where o.id = h.id and h.provider_id = :provider
        """);
    // A moved showtime has another external id by now; the cancellation does not mean it.
    sql.run(
        """
        delete from staged_cancellation o where not exists (
          select from provider_showtime t
          where t.id = o.id and t.external_id = o.external_id and t.provider_id = :provider and t.starts_at >= :taken)
        """);
    sql.run(
        """
        insert into touched_cinema select distinct t.cinema_id from provider_showtime t join staged_cancellation o on o.id = t.id
        """);
  }

  /// Has the stored showtimes that their provider cancels or makes private withdrawn, however many
  /// they are: the guard does not apply to them.
  public void applyCancelled() throws SQLException {
    if (sql.feed().lines().cancels) {
      sql.run("insert into unlisted_showtime select distinct id, true from staged_cancellation");
    }
  }

  public void apply() throws SQLException {
    if (!sql.any("select from staged_withdrawal")) {
      return;
    }
    for (Kind kind : List.of(Kind.SHOWTIME, Kind.SCREEN, Kind.FILM, Kind.CINEMA, Kind.CHAIN)) {
      withdraw(kind);
    }
  }

  private void withdraw(Kind kind) throws SQLException {
    String word = kind.word();
    String table = kind == Kind.FILM || kind == Kind.CINEMA ? word + "_source" : word;
    if (kind == Kind.SCREEN) {
      findScreens();
    }
    // An undo also reads withdrawals of records that an earlier one of its feeds brought.
    if (!sql.replacesNewer()) {
      refuse(
          kind,
          Code.REFERENCE_UNKNOWN,
          """
          not exists (select from %s r where r.id = w.id and r.provider_id = :provider) and not exists (select from held_back h where h.id = w.id)
          """
              .formatted(kind == Kind.SHOWTIME ? "provider_showtime" : table),
          "no such " + word + " is stored");
    }
    refuse(kind, Code.STILL_REFERRED_TO, referredTo(kind), "");
    switch (kind) {
      case SHOWTIME -> withdrawShowtimes();
      case SCREEN -> {
        touch("select cinema_id from staged_withdrawal where kind = 'screen'");
        sql.run("delete from screen r using staged_withdrawal w where w.id = r.id");
      }
      case CHAIN -> sql.run("delete from chain r using staged_withdrawal w where w.id = r.id");
      case CINEMA -> {
        touch("select id from staged_withdrawal where kind = 'cinema'");
        withdrawProgrammes();
        leave(kind, table);
      }
      case FILM -> leave(kind, table);
    }
    sql.run(
        "delete from held_back r using staged_withdrawal w where w.kind = '%s' and w.id = r.id"
            .formatted(word));
    sql.count(kind).withdrawn +=
        sql.number("select count(*) from staged_withdrawal where kind = '" + word + "'");
  }

  private void touch(String cinemas) throws SQLException {
    sql.run("insert into touched_cinema " + cinemas);
  }

  /// Deletes source records; what they leave is published again.
  private void leave(Kind kind, String table) throws SQLException {
    sql.run(
        FormerSources.leave(
            kind, "delete from %s r using staged_withdrawal w where w.id = r.id".formatted(table)));
  }

  /// Gives the withdrawals of screens the ids that those have.
  private void findScreens() throws SQLException {
    // A screen that came in by its name has kept the id it had then.
    sql.run(
        """
        update staged_withdrawal w set id = r.id from screen r
        where w.kind = 'screen' and r.cinema_id = w.cinema_id and r.external_id = w.external_id
          and r.provider_id = :provider
        """);
    // A screen that has this id and another external id is another screen.
    sql.run(
        """
        update staged_withdrawal w set id = null from screen r
        where w.kind = 'screen' and r.id = w.id and r.external_id <> w.external_id
        """);
  }

  private void withdrawShowtimes() throws SQLException {
    touch("select t.cinema_id from provider_showtime t join staged_withdrawal w on w.id = t.id");
    sql.run(
        """
        with gone as (
          delete from showtime r using staged_withdrawal w where w.id = r.id and r.merged is null
          returning r.cinema_id, r.film_id, r.starts_at)
        insert into touched_showing select * from gone
        """);
    sql.run(
        """
        with gone as (
          delete from showtime_source r using staged_withdrawal w where w.id = r.id returning r.record_id)
        insert into left_record select 'showtime', record_id from gone
        """);
  }

  /// Deletes the screens of withdrawn cinemas. The times of the provider's feeds of them stay under
  /// the ids of the source records.
  private void withdrawProgrammes() throws SQLException {
    sql.run(
        """
        delete from screen r using staged_withdrawal w join cinema_source c on c.id = w.id
        where w.kind = 'cinema' and r.cinema_id = c.record_id and r.provider_id = :provider
        """);
    sql.run(
        """
        update programme g set cinema_id = c.id from staged_withdrawal w join cinema_source c on c.id = w.id
        where w.kind = 'cinema' and c.record_id <> c.id and g.cinema_id = c.record_id and g.provider_id = :provider
        """);
  }

  private void refuse(Kind kind, Code code, String condition, String reason) throws SQLException {
    sql.count(kind).refused +=
        sql.reportLines(
            code,
            "withdrawn " + kind.word(),
            "delete from staged_withdrawal w where w.kind = '%s' and (%s) returning w.line, w.external_id"
                .formatted(kind.word(), condition),
            _ -> reason);
  }

  /// Screens are part of their cinema and do not keep it.
  private static String referredTo(Kind kind) {
    return switch (kind) {
      case SHOWTIME -> "false";
      case SCREEN ->
          "exists (select from provider_showtime t where t.screen_id = w.id and t.cinema_id ="
              + " w.cinema_id)";
      case FILM ->
          """
          exists (select from film_source f join provider_showtime t
              on t.provider_id = f.provider_id and t.film_id = f.record_id
                and coalesce(t.source_film_id, t.film_id) = f.id where f.id = w.id)
            or exists (select from held_back h where h.film_id = w.id)
          """;
      case CINEMA ->
          """
          exists (select from cinema_source c join provider_showtime t
              on t.cinema_id = c.record_id and t.provider_id = c.provider_id where c.id = w.id)
            or exists (select from held_back h where h.cinema_id = w.id and h.kind = 'showtime')
          """;
      case CHAIN ->
          """
          exists (select from cinema_source c where c.provider_id = :provider and c.chain_id = w.id)
            or exists (select from held_back h
              where h.provider_id = :provider and h.kind = 'cinema' and h.record ->> 'chain_id' = w.id)
          """;
    };
  }
}
