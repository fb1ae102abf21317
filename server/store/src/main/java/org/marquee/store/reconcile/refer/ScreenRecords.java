package org.marquee.store.reconcile.refer;

import java.sql.SQLException;
import java.util.List;
import org.marquee.listing.Folding;
import org.marquee.listing.Sorting;
import org.marquee.notice.Code;
import org.marquee.store.reconcile.stage.ImportSql;
import org.marquee.store.reconcile.stage.Statements;
import org.marquee.store.reconcile.stage.TempTable;
import org.marquee.store.sql.CopyRows;

/// Screens, as inventories list them and schedules mention them (docs/api.md, "Screen").
///
/// External ids of screens count within their cinema. A screen that a schedule only names is the
/// inventory's screen of the same folded name, if there is one; else it has its folded name for an
/// external id. When an inventory later lists such a screen, the stored record becomes the
/// inventory's and keeps its id.
public record ScreenRecords(ImportSql sql) {

  /// Gives the staged inventory the ids of the stored screens, those that only schedules named
  /// included.
  public void adopt() throws SQLException {
    sql.run(
        """
        update staged_screen s set id = r.id from screen r
        where r.cinema_id = s.cinema_id and r.external_id = s.external_id and r.id <> s.id
          and r.provider_id = :provider
        """);
    // A screen that came in by this name has the id, and is another by now.
    sql.run(
        """
        update staged_screen s set id = s.id || '-' || (select n from revision) from screen r
        where r.id = s.id and r.external_id <> s.external_id
        """);
    sql.run(
        """
        update staged_screen s set id = r.id from screen r
        where r.cinema_id = s.cinema_id and r.external_id = s.folded_name and not r.inventory and r.id <> s.id
          and r.provider_id = :provider
          and not exists (select from screen k where k.cinema_id = s.cinema_id and k.external_id = s.external_id
            and k.provider_id = :provider)
          and not exists (select from staged_screen o where o.cinema_id = s.cinema_id
            and (o.external_id = s.folded_name or (o.folded_name = s.folded_name and o.external_id < s.external_id)))
        """);
  }

  public void observe() throws SQLException {
    sql.fill(
        TempTable.MENTIONED_SCREEN,
"""
        select s.cinema_id, s.screen_key, s.screen_named, min(s.screen_id) as new_id,
          max(s.screen_name) filter (where s.line is not null) as name, max(s.screen_name) filter (where s.line is null) as old_name,
          bool_or(s.line is not null) as listed, bool_or(s.screen_name is null) as unnamed,
          null::text collate "C" as id, null::text as stored_name
        from staged_showtime s where s.screen_key is not null
        group by s.cinema_id, s.screen_key, s.screen_named
""");
    if (!sql.any("select from mentioned_screen")) {
      return;
    }
    sql.run("analyze mentioned_screen");
    findScreens();
    sql.run(
        """
        update mentioned_screen n set id = new_id where n.id is null and exists (
          select from mentioned_screen o where o.new_id = n.new_id and coalesce(o.name, o.old_name) is not null)
        """);
    dropUnnamed();
    addAndRename();
    sql.run(
        """
        update staged_showtime s set screen_id = n.id, screen_name = coalesce(s.screen_name, n.stored_name)
        from mentioned_screen n
        where n.cinema_id = s.cinema_id and n.screen_key = s.screen_key and n.screen_named = s.screen_named
          and (n.id <> n.new_id or n.unnamed) and (s.screen_id is distinct from n.id or s.screen_name is null)
        """);
    confirm();
  }

  private void findScreens() throws SQLException {
    sql.run(
        """
        update mentioned_screen n set id = r.id from (
          select distinct on (cinema_id, folded_name) id, cinema_id, folded_name from screen
          where inventory and provider_id = :provider and cinema_id in (select cinema_id from mentioned_screen)
          order by cinema_id, folded_name, external_id) r
        where n.screen_named and r.cinema_id = n.cinema_id and r.folded_name = n.screen_key
        """);
    sql.run(
        """
        update mentioned_screen n set id = r.id from screen r
        where n.id is null and r.cinema_id = n.cinema_id and r.external_id = n.screen_key
          and r.provider_id = :provider
        """);
    // A name that a screen came in by goes on meaning it, whatever its inventory calls it since.
    // One that no inventory lists has its id from a name that is folded in another way now.
    sql.run(
        """
        update mentioned_screen n set id = r.id from screen r
        where n.id is null and n.screen_named and r.id = n.new_id and r.inventory
        """);
    sql.run(
        """
        update mentioned_screen n set new_id = n.new_id || '-' || (select n from revision)
        where n.id is null and exists (select from screen r where r.id = n.new_id)
        """);
  }

  /// A schedule may give the id of a screen that nobody has named: there is nothing to publish of
  /// it.
  private void dropUnnamed() throws SQLException {
    sql.each(
        """
        select s.line, s.external_id, s.screen_key from staged_showtime s join mentioned_screen n
          on n.cinema_id = s.cinema_id and n.screen_key = s.screen_key and n.screen_named = s.screen_named
        where n.id is null and s.line is not null
        """,
        rows ->
            sql.report(
                Code.OPTIONAL_MEMBER_DROPPED,
                "line " + rows.getLong("line"),
                rows.getString("screen_key"),
                "showtime "
                    + rows.getString("external_id")
                    + ": its screen has no name, here or in the inventory"));
    sql.run(
        """
        update staged_showtime s set screen_key = null, screen_id = null from mentioned_screen n
        where n.cinema_id = s.cinema_id and n.screen_key = s.screen_key and n.screen_named = s.screen_named
          and n.id is null
        """);
    sql.run("delete from mentioned_screen where id is null");
  }

  /// Adds the screens that are new. A schedule's name for a screen that only schedules know is its
  /// newest.
  private void addAndRename() throws SQLException {
    CopyRows named = TempTable.NAMED_SCREEN.rows();
    sql.each(
        """
        select n.id, coalesce(max(n.name), max(n.old_name)) as name
        from mentioned_screen n left join screen r on r.id = n.id
        group by n.id, r.id, r.inventory, r.name
        having r.id is null or (not r.inventory and max(n.name) <> r.name)
        """,
        rows -> {
          String name = rows.getString("name");
          named
              .row()
              .text(rows.getString("id"))
              .text(name)
              .text(Folding.fold(name))
              .text(Sorting.natural(name));
        });
    sql.fill(TempTable.NAMED_SCREEN, named);
    sql.run("analyze named_screen");
    sql.run(
        """
        update screen r set name = f.name, folded_name = f.folded_name, sort_key = f.sort_key
        from named_screen f where r.id = f.id
        """);
    // The observation is settled in a moment, by what mentions the screen.
    sql.run(
        """
        insert into screen (id, provider_id, cinema_id, external_id, name, folded_name, sort_key, inventory, observed_at)
        select distinct on (n.id) n.id, :provider, n.cinema_id, n.screen_key, f.name, f.folded_name, f.sort_key,
          false, '-infinity'
        from mentioned_screen n join named_screen f on f.id = n.id
        where not exists (select from screen r where r.id = n.id)
        """);
    sql.run("update mentioned_screen n set stored_name = r.name from screen r where r.id = n.id");
  }

  /// A mention in a schedule confirms the screen, whatever it is; one in a schedule of an earlier
  /// feed, that had been held back, as of that feed.
  private void confirm() throws SQLException {
    String observation =
        "case when %1$s then null else :taken::timestamptz end, case when %1$s then null else :updated::timestamptz end"
            .formatted(sql.inScope("r.cinema_id"));
    sql.run(
        """
        update screen r set (observed_at, observed_updated_at) = (%1$s)
        where r.id in (select n.id from mentioned_screen n where n.listed)
          and row(r.observed_at, r.observed_updated_at) is distinct from row(%1$s)
        """
            .formatted(observation));
    sql.run(
        """
        update screen r set observed_at = s.observed_at, observed_updated_at = s.observed_updated_at
        from (
          select distinct on (n.id) n.id, s.observed_at, s.observed_updated_at from staged_showtime s
          join mentioned_screen n
            on n.cinema_id = s.cinema_id and n.screen_key = s.screen_key and n.screen_named = s.screen_named
          where s.line is null
          order by n.id, s.observed_at desc) s
        where r.id = s.id
          and not exists (select from mentioned_screen n where n.id = r.id and n.listed)
          and not exists (select from staged_screen i where i.id = r.id and i.line is not null)
          and s.observed_at > coalesce(r.observed_at, (select g.observed_at from programme g
            where g.cinema_id = r.cinema_id and g.provider_id = :provider), '-infinity')
        """);
  }

  /// An inventory that gives a listed screen the name under which schedules knew another makes the
  /// two one: the showtimes move to the inventory's.
  public void joinDoubles() throws SQLException {
    sql.fill(
        TempTable.DUPLICATE_SCREEN,
        """
        select distinct on (d.id) d.id, d.cinema_id, r.id as kept from screen d
        join staged_screen s on s.cinema_id = d.cinema_id and s.folded_name = d.external_id
        join screen r on r.id = s.id and r.inventory
        where not d.inventory and d.id <> r.id and d.provider_id = r.provider_id order by d.id, r.external_id
        """);
    if (!sql.any("select from duplicate_screen")) {
      return;
    }
    for (String table : List.of("showtime", "showtime_source")) {
      sql.run(
          """
          update %s s set screen_id = d.kept%s from duplicate_screen d
          where s.cinema_id = d.cinema_id and s.screen_id = d.id
          """
              .formatted(table, Statements.written(table)));
    }
    sql.run("delete from screen r using duplicate_screen d where r.id = d.id");
  }
}
