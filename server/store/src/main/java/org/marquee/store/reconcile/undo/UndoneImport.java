package org.marquee.store.reconcile.undo;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;
import org.marquee.store.reconcile.link.ShowingPeriods;
import org.marquee.store.reconcile.stage.FormerSources;
import org.marquee.store.reconcile.stage.ImportSql;
import org.marquee.store.reconcile.stage.ImportStep;
import org.marquee.store.reconcile.stage.Restaging;
import org.marquee.store.reconcile.stage.Statements;
import org.marquee.store.reconcile.stage.TempTable;
import org.marquee.store.reconcile.withdraw.UnlistedRecords;

/// What is left of an undone import after the feeds before it are read again: the records that none
/// of those feeds lists.
///
/// A record that the undone import brought is withdrawn, past showtimes included, unless something
/// refers to it. A record that was known before stays, but no longer claims to have been seen by
/// the undone feed. When it was last seen before is not stored: at the latest by the import before
/// those that are read again (docs/decisions/0040).
public record UndoneImport(ImportSql sql) {
  /// Where records are, and what confirms those that have no observation of their own.
  ///
  /// @param by has the observation `g` of the records `r`
  /// @param cinema the column of their cinema; empty: they are of the provider as a whole
  private record Confirmed(String kind, String table, String by, String cinema) {
    static Confirmed ofCinema(String kind, String table, String cinema) {
      return new Confirmed(
          kind,
          table,
          "join programme g on g.cinema_id = %s and g.provider_id = r.provider_id"
              .formatted(cinema),
          cinema);
    }

    static Confirmed ofProvider(String kind, String table) {
      return new Confirmed(kind, table, "join provider g on g.id = r.provider_id", "");
    }
  }

  private static final List<Confirmed> ALL =
      List.of(
          Confirmed.ofCinema("showtime", "provider_showtime", "r.cinema_id"),
          Confirmed.ofCinema("screen", "screen", "r.cinema_id"),
          Confirmed.ofCinema("cinema", "cinema_source", "r.record_id"),
          Confirmed.ofProvider("film", "film_source"),
          Confirmed.ofProvider("chain", "chain"));

  /// What an undo does behind a step; another import does nothing.
  public void after(ImportStep step) throws SQLException {
    if (!(sql.rules() instanceof Rules.Undo)) {
      return;
    }
    switch (step) {
      case FORGET_HELD_BACK -> forgetHeldBack();
      case REFER -> disownScreens();
      case WRITE_SCREENS -> confirmScreens();
      case FIND_UNLISTED -> findUndone();
      case WITHDRAW_SHOWTIMES -> age();
      case WITHDRAW -> withdraw();
      case LINK_AGAIN -> forgetFeedTimes();
      case CONFIRM -> rewind();
      case GIVE_IDS, MERGE, STAGE_AGAIN, WRITE_SOURCES, LINK, COMPARE, WRITE_SHOWTIMES -> {}
    }
  }

  private void forgetHeldBack() throws SQLException {
    new Restaging(sql)
        .forgetHeld(
            """
            h.observed_at = :undone_at and case when h.cinema_id is null then not exists (
              select from held_back o where o.kind = 'showtime' and (o.film_id = h.id or o.cinema_id = h.id))
              else %s end
            """
                .formatted(sql.inScope("h.cinema_id")));
  }

  /// Turns screens that the import's inventory took over (`ScreenRecords.adopt`) back into screens
  /// that schedules only name: such a screen has the id that its name gives it.
  private void disownScreens() throws SQLException {
    List<String> named = new ArrayList<>();
    sql.each(
        """
        select r.id, p.name as provider, c.external_id as cinema, r.folded_name
        from screen r join provider p on p.id = r.provider_id
        join cinema_source c on c.record_id = r.cinema_id and c.provider_id = r.provider_id
        where r.provider_id = :provider and r.inventory
          and r.id in (select x.id from change x where x.n = :undone and x.kind = 'screen' and x.what = '~')
          and not exists (select from staged_screen s
            where s.cinema_id = r.cinema_id and s.external_id = r.external_id and s.line is not null)
          and not exists (select from screen o where o.cinema_id = r.cinema_id
            and o.external_id = r.folded_name and o.provider_id = r.provider_id)
        """,
        row -> {
          String provider = row.getString("provider");
          String cinema = row.getString("cinema");
          String id = row.getString("id");
          if (id.equals(RecordId.of(Kind.SCREEN, provider, cinema, row.getString("folded_name")))) {
            named.add(id);
          }
        });
    sql.statement(
            """
            update screen set inventory = false, external_id = folded_name, source_updated_at = null
            where id = any(:ids)
            """)
        .bind("ids", named.toArray(String[]::new))
        .run(sql.connection());
  }

  /// Gives the screens that a later one of the feeds lists or mentions the time of that feed.
  private void confirmScreens() throws SQLException {
    sql.run(
        """
        update screen r set observed_at = s.observed_at, observed_updated_at = s.updated
        from (
          select id, max(observed_at) as observed_at, max(observed_updated_at) as updated from (
            select n.id, s.observed_at, s.observed_updated_at from staged_showtime s join mentioned_screen n
              on n.cinema_id = s.cinema_id and n.screen_key = s.screen_key and n.screen_named = s.screen_named
            where s.line is not null
            union all
            select s.id, s.observed_at, s.observed_updated_at from staged_screen s where s.line is not null) a
          group by id) s
        where r.id = s.id and s.observed_at is not null
        """);
  }

  /// Finds what the undone import confirmed and none of the feeds lists, and has the showtimes that
  /// it brought withdrawn.
  private void findUndone() throws SQLException {
    sql.run(TempTable.UNDONE_RECORD.create());
    for (Confirmed each : ALL) {
      sql.run(
          """
          insert into undone_record
          select '%1$s', r.id, %2$s from %3$s r %4$s
          where r.provider_id = :provider and coalesce(r.observed_at, g.observed_at) = :undone_at and %5$s
            and not exists (select from staged_%1$s s where s.id = r.id)
            and not exists (select from mentioned_screen n where n.id = r.id and n.listed)
          """
              .formatted(
                  each.kind(),
                  each.table().endsWith("_source")
                      ? "r.born = :undone"
                      : "r.id in (select c.id from change c where c.n = :undone and c.kind = '%s' and c.what = '+')"
                          .formatted(each.kind()),
                  each.table(),
                  each.by(),
                  each.cinema().isEmpty() ? "true" : sql.inScope(each.cinema())));
    }
    sql.run("analyze undone_record");
    sql.run(
        """
        update unlisted_showtime u set withdrawn = true from undone_record k
        where k.kind = 'showtime' and k.brought and k.id = u.id
        """);
    sql.run(
        """
        insert into unlisted_showtime select k.id, true from undone_record k
        where k.kind = 'showtime' and k.brought and not exists (select from unlisted_showtime u where u.id = k.id)
        """);
  }

  /// Gives what stays the latest time at which it can have been seen before.
  private void age() throws SQLException {
    for (String table :
        List.of("showtime", "showtime_source", "screen", "cinema_source", "film_source", "chain")) {
      sql.run(
          """
          update %s r set observed_at = :before, observed_updated_at = null%s
          from undone_record k where k.id = r.id%s
          """
              .formatted(table, Statements.written(table), Statements.alone("r", table)));
    }
  }

  /// Withdraws what the undone import brought and nothing refers to. If the feeds cover everything,
  /// only screens are left to withdraw.
  private void withdraw() throws SQLException {
    String brought = "using undone_record k where k.kind = '%s' and k.brought and k.id = r.id";
    sql.count(Kind.SCREEN).unlisted +=
        sql.run(
            """
            delete from screen r %s
              and not exists (select from provider_showtime t where t.cinema_id = r.cinema_id and t.screen_id = r.id)
            """
                .formatted(brought.formatted("screen")));
    sql.count(Kind.FILM).unlisted +=
        sql.run(
            FormerSources.leave(
                Kind.FILM,
                "delete from film_source r %s and %s"
                    .formatted(brought.formatted("film"), UnlistedRecords.FILM_UNUSED)));
    sql.count(Kind.CHAIN).unlisted +=
        sql.run(
            "delete from chain r %s and %s"
                .formatted(brought.formatted("chain"), UnlistedRecords.CHAIN_UNUSED));
    ShowingPeriods.renew(sql);
  }

  /// Lowers the times of the last feed of each cinema, which the feeds then raise again.
  private void forgetFeedTimes() throws SQLException {
    sql.run(
        """
        update programme set last_feed_at = :taken
        where provider_id = :provider and last_feed_at > :taken::timestamptz and %s
        """
            .formatted(sql.inScope("cinema_id")));
  }

  /// Lowers the times that the undone import raised for its provider and for whole kinds.
  private void rewind() throws SQLException {
    sql.run(
        """
        update provider p set last_feed_at = greatest(:last::timestamptz, (
          select max(g.last_feed_at) from programme g where g.provider_id = p.id))
        where id = :provider
        """);
    for (Confirmed each : ALL) {
      sql.run(
          """
          update kind_observed k set newest = coalesce(
            (select max(coalesce(r.observed_at, g.observed_at)) from %s r left %s), '-infinity')
          where k.kind = '%s' and k.newest = :undone_at
          """
              .formatted(each.table(), each.by(), each.kind()));
    }
    // No other provider has such records, or they are gone.
    sql.run("delete from kind_observed where newest = '-infinity'");
  }
}
