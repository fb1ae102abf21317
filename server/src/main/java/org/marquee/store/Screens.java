package org.marquee.store;

import java.sql.Connection;
import java.sql.SQLException;
import org.marquee.listing.Folding;
import org.marquee.listing.Sorting;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.notice.Notices;

/// Screens, as inventories list them and schedules mention them (contract, "Screens").
///
/// External ids of screens count within their cinema. A screen that a schedule only names is the
/// inventory's screen of the same folded name, if there is one; else it has its folded name for an
/// external id. When an inventory later lists such a screen, the stored record becomes the
/// inventory's and keeps its id.
final class Screens {
  private final Connection connection;
  private final Writing writing;
  private final Notices notices;

  Screens(Connection connection, Writing writing, Notices notices) {
    this.connection = connection;
    this.writing = writing;
    this.notices = notices;
  }

  /// Gives the laid-out inventory the ids of the records it speaks of, those that schedules brought
  /// in included.
  void adopt() throws SQLException {
    writing.run(
        """
        update staged_screen s set id = r.id from screen r
        where r.cinema_id = s.cinema_id and r.external_id = s.external_id and r.id <> s.id
        """);
    writing.run(
        """
        update staged_screen s set id = r.id from screen r
        where r.cinema_id = s.cinema_id and r.external_id = s.folded_name and not r.inventory and r.id <> s.id
          and not exists (select from screen k where k.cinema_id = s.cinema_id and k.external_id = s.external_id)
          and not exists (select from staged_screen o where o.cinema_id = s.cinema_id
            and o.folded_name = s.folded_name and o.external_id < s.external_id)
        """);
  }

  /// Adds the screens that schedules mention, and gives the laid-out showtimes the ids of theirs.
  void observe() throws SQLException {
    writing.run(
        """
        create temporary table seen_screen as
        select s.cinema_id, s.screen_key, s.screen_named, min(s.screen_id) as new_id, max(s.screen_name) as name,
          max(s.observed_at) as observed_at, bool_or(s.line > 0) as listed,
          bool_or(s.screen_name is null) as unnamed, null::text collate "C" as id, null::text as stored_name
        from staged_showtime s where s.screen_key is not null
        group by s.cinema_id, s.screen_key, s.screen_named
        """);
    if (writing.number("select count(*) from seen_screen") == 0) {
      return;
    }
    writing.run(
        """
        update seen_screen n set id = r.id, stored_name = r.name from (
          select distinct on (cinema_id, folded_name) id, cinema_id, folded_name, name from screen
          where inventory and provider_id = :provider order by cinema_id, folded_name, external_id) r
        where n.screen_named and r.cinema_id = n.cinema_id and r.folded_name = n.screen_key
        """);
    writing.run(
        """
        update seen_screen n set id = r.id, stored_name = r.name from screen r
        where n.id is null and r.cinema_id = n.cinema_id and r.external_id = n.screen_key
        """);
    dropUnnamed();
    addNew();
    rename();
    writing.run(
        """
        update staged_showtime s set screen_id = n.id, screen_name = coalesce(s.screen_name, n.stored_name)
        from seen_screen n
        where n.cinema_id = s.cinema_id and n.screen_key = s.screen_key and n.screen_named = s.screen_named
          and (n.id <> n.new_id or n.unnamed) and (s.screen_id is distinct from n.id or s.screen_name is null)
        """);
    confirm();
  }

  /// A schedule may give the id of a screen that nobody has named: there is nothing to publish of
  /// it.
  private void dropUnnamed() throws SQLException {
    writing
        .sql(
            """
            select s.line, s.external_id, s.screen_key from staged_showtime s join seen_screen n
              on n.cinema_id = s.cinema_id and n.screen_key = s.screen_key and n.screen_named = s.screen_named
            where n.id is null and n.name is null and s.line > 0
            """)
        .each(
            connection,
            rows ->
                notices.add(
                    new Notice(
                        Code.OPTIONAL_MEMBER_DROPPED,
                        "line " + rows.getLong("line"),
                        rows.getString("screen_key"),
                        "showtime "
                            + rows.getString("external_id")
                            + ": its screen has no name, here or in the inventory")));
    writing.run(
        """
        update staged_showtime s set screen_key = null, screen_id = null from seen_screen n
        where n.cinema_id = s.cinema_id and n.screen_key = s.screen_key and n.screen_named = s.screen_named
          and n.id is null and n.name is null
        """);
    writing.run("delete from seen_screen where id is null and name is null");
  }

  private void addNew() throws SQLException {
    CopyRows named = new CopyRows("named_screen", 3);
    writing.run(
        "create temporary table named_screen (id text collate \"C\", folded_name text, sort_key text)");
    writing
        .sql("select new_id, name from seen_screen where id is null or stored_name <> name")
        .each(
            connection,
            rows -> {
              String name = rows.getString("name");
              named
                  .row()
                  .text(rows.getString("new_id"))
                  .text(Folding.fold(name))
                  .text(Sorting.natural(name));
            });
    named.send(connection);
    writing.run(
        """
        insert into screen (id, provider_id, cinema_id, external_id, name, folded_name, sort_key, inventory, observed_at)
        select distinct on (n.new_id) n.new_id, :provider, n.cinema_id, n.screen_key, n.name, f.folded_name, f.sort_key,
          false, :taken
        from seen_screen n join named_screen f on f.id = n.new_id
        where n.id is null
        order by n.new_id, n.screen_named
        """);
    writing.run("update seen_screen set id = new_id, stored_name = name where id is null");
  }

  /// A schedule's name for a screen that only schedules know is its newest.
  private void rename() throws SQLException {
    writing.run(
        """
        update screen r set name = n.name, folded_name = f.folded_name, sort_key = f.sort_key
        from seen_screen n join named_screen f on f.id = n.new_id
        where r.id = n.id and not r.inventory and n.name is not null and r.name <> n.name and n.observed_at is null
        """);
  }

  /// A mention in a schedule confirms the screen, whatever it is.
  private void confirm() throws SQLException {
    String own =
        "case when n.observed_at is not null and not n.listed then greatest(r.observed_at, n.observed_at) when "
            + writing.scopeHolds("r.cinema_id")
            + " then null::timestamptz else :taken::timestamptz end";
    writing.run(
        """
        update screen r set observed_at = %1$s,
          observed_updated_at = case when %1$s is null then null::timestamptz else :updated::timestamptz end
        from (select id, max(observed_at) as observed_at, bool_or(listed) as listed from seen_screen group by id) n
        where r.id = n.id and r.observed_at is distinct from %1$s
        """
            .formatted(own));
  }

  /// An inventory that gives a listed screen the name under which schedules knew another makes the
  /// two one: the showtimes move to the inventory's.
  void joinDoubles() throws SQLException {
    writing.run(
        """
        create temporary table double_screen as
        select distinct on (d.id) d.id, r.id as kept from screen d
        join staged_screen s on s.cinema_id = d.cinema_id and s.folded_name = d.external_id
        join screen r on r.id = s.id and r.inventory
        where not d.inventory and d.id <> r.id order by d.id, r.external_id
        """);
    if (writing.number("select count(*) from double_screen") == 0) {
      return;
    }
    writing.run(
        "update showtime s set screen_id = d.kept from double_screen d where s.screen_id = d.id");
    writing.run("delete from screen r using double_screen d where r.id = d.id");
  }
}
