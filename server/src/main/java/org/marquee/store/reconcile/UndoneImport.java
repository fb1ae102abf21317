package org.marquee.store.reconcile;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;

/// What an import that is taken back told of, and none of the feeds that are read once more.
///
/// What that import brought is withdrawn with it, what is past included, unless something refers to
/// it. What was known before stays; but it claims no more to have been seen by a feed that was
/// wrong. When it was seen last is not kept: at the latest by the import before those that are read
/// (docs/decisions/0040).
final class UndoneImport {
  private final Writing writing;
  private final Scope scope;

  UndoneImport(Writing writing, Scope scope) {
    this.writing = writing;
    this.scope = scope;
  }

  /// Has screens merely named again that the import's inventory took over ([ScreenRecords#adopt]):
  /// such a one has the id that its name gives it. To be called before the feeds' own inventory is
  /// looked at.
  void disownScreens() throws SQLException {
    if (!writing.isTakingBack()) {
      return;
    }
    RecordId ids = RecordId.maker();
    List<String> named = new ArrayList<>();
    writing
        .sql(
            """
            select r.id, p.name as provider, c.external_id as cinema, r.folded_name
            from screen r join provider p on p.id = r.provider_id
            join cinema_source c on c.record_id = r.cinema_id and c.provider_id = r.provider_id
            where r.provider_id = :provider and r.inventory
              and r.id in (select x.id from change x where x.n = :undone and x.kind = 'screen' and x.what = '~')
              and not exists (select from staged_screen s
                where s.cinema_id = r.cinema_id and s.external_id = r.external_id and s.line > 0)
              and not exists (select from screen o where o.cinema_id = r.cinema_id
                and o.external_id = r.folded_name and o.provider_id = r.provider_id)
            """)
        .each(
            writing.connection(),
            row -> {
              String id = row.getString("id");
              if (id.equals(
                  ids.of(
                      Kind.SCREEN,
                      row.getString("provider"),
                      row.getString("cinema"),
                      row.getString("folded_name")))) {
                named.add(id);
              }
            });
    for (String id : named) {
      writing
          .sql(
              """
              update screen set inventory = false, external_id = folded_name, source_updated_at = null where id = :id
              """)
          .bind("id", id)
          .run(writing.connection());
    }
  }

  /// Finds it, and has showtimes that the import brought withdrawn. To be called when it is known
  /// what is [UnlistedRecords].
  void find() throws SQLException {
    if (!writing.isTakingBack()) {
      return;
    }
    writing.run(
        """
        create temporary table taken_back (kind text collate "C", id text collate "C", brought boolean)
        """);
    String confirmed =
        "join programme g on g.cinema_id = %1$s and g.provider_id = r.provider_id and %2$s";
    find("showtime", "provider_showtime", confirmed, "r.cinema_id", "");
    find(
        "screen",
        "screen",
        confirmed,
        "r.cinema_id",
        " and not exists (select from seen_screen n where n.id = r.id and n.listed)");
    find("cinema", "cinema_source", confirmed, "r.record_id", "");
    String whole = "join provider g on g.id = r.provider_id";
    find("film", "film_source", whole, "", "");
    find("chain", "chain", whole, "", "");
    writing.run("analyze taken_back");
    writing.run(
        """
        update unlisted u set withdrawn = true from taken_back k
        where k.kind = 'showtime' and k.brought and k.id = u.id
        """);
    writing.run(
        """
        insert into unlisted select k.id, true from taken_back k
        where k.kind = 'showtime' and k.brought and not exists (select from unlisted u where u.id = k.id)
        """);
  }

  /// @param by joins what confirms records that have no observation of their own
  private void find(String kind, String table, String by, String cinema, String more)
      throws SQLException {
    writing.run(
        """
        insert into taken_back
        select '%1$s', r.id, %2$s from %3$s r %4$s
        where r.provider_id = :provider and coalesce(r.observed_at, g.observed_at) = :over
          and not exists (select from staged_%1$s s where s.id = r.id)%5$s
        """
            .formatted(
                kind,
                table.endsWith("_source")
                    ? "r.born = :undone"
                    : "r.id in (select c.id from change c where c.n = :undone and c.kind = '%s' and c.what = '+')"
                        .formatted(kind),
                table,
                by.formatted(cinema, scope.holds(cinema)),
                more));
  }

  /// Gives it, as far as it stays, the observation that it may have had.
  void age() throws SQLException {
    if (!writing.isTakingBack()) {
      return;
    }
    age("showtime", "showtime", "");
    age("showtime", "showtime_source", ", written = (select n from revision)");
    age("screen", "screen", "");
    age("cinema", "cinema_source", ", written = (select n from revision)");
    age("film", "film_source", ", written = (select n from revision)");
    age("chain", "chain", "");
  }

  private void age(String kind, String table, String more) throws SQLException {
    writing.run(
        """
        update %2$s r set observed_at = :before, observed_updated_at = null%3$s
        from taken_back k where k.kind = '%1$s' and k.id = r.id%4$s
        """
            .formatted(kind, table, more, table.equals("showtime") ? " and r.merged is null" : ""));
  }

  /// Withdraws what the import brought and nothing refers to by now, and says how many of each kind
  /// that were. Where the feeds say all there is to say, only screens are left of it.
  Map<Kind, Long> withdraw() throws SQLException {
    Map<Kind, Long> withdrawn = new EnumMap<>(Kind.class);
    if (!writing.isTakingBack()) {
      return withdrawn;
    }
    String brought = "using taken_back k where k.kind = '%s' and k.brought and k.id = r.id";
    withdrawn.put(
        Kind.SCREEN,
        writing.run(
            "delete from screen r "
                + brought.formatted("screen")
                + """
                  and not exists (select from provider_showtime t where t.cinema_id = r.cinema_id and t.screen_id = r.id)
                """));
    withdrawn.put(
        Kind.FILM,
        writing.run(
            "with gone as (delete from film_source r "
                + brought.formatted("film")
                + " and "
                + UnlistedRecords.FILM_UNUSED
                + " returning r.record_id) insert into left_record select 'film', record_id from gone"));
    withdrawn.put(
        Kind.CHAIN,
        writing.run(
            "delete from chain r "
                + brought.formatted("chain")
                + " and "
                + UnlistedRecords.CHAIN_UNUSED));
    return withdrawn;
  }
}
