package org.marquee.store.reconcile;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.marquee.feed.FeedHeader;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.ingest.rules.CinemaGuardRule;
import org.marquee.ingest.rules.FeedScope;
import org.marquee.listing.Kind;
import org.marquee.store.sql.CopyRows;
import org.marquee.store.sql.Sql;

/// Writes what a feed lists: new records, changed ones, and when each was observed.
///
/// A record that a full feed confirms within what the feed speaks for has no observation of its
/// own; one that a delta, or a feed of other cinemas, confirms has. The conditions for that are in
/// [#own].
final class Writing {
  private final Connection connection;
  private final int provider;
  private final FeedHeader header;
  private final FeedScope scope;

  private final Rules rules;

  /// How many rows were written with nothing in them that a reader could see.
  private long unseen;

  Writing(Connection connection, int provider, FeedHeader header, FeedScope scope, Rules rules) {
    this.rules = rules;
    this.connection = connection;
    this.provider = provider;
    this.header = header;
    this.scope = scope;
  }

  /// A statement with what every step may ask for: the provider, when the feed was taken, what it
  /// says of its source, and the window it speaks for.
  Sql sql(String text) {
    return Sql.of(text)
            .bind("provider", provider)
            .bind("taken", header.observedAt())
            .bind("updated", header.sourceUpdatedAt())
            .bind("missing_postcode", header.missingPostcode())
            .bind("from", scope.from())
            .bind("until", scope.until())
            .bind("last", rules instanceof Rules.Undo undo ? undo.last() : header.observedAt())
            .bind("undone_at", rules instanceof Rules.Undo undo ? undo.observedAt() : null);
  }

  long run(String text) throws SQLException {
    return sql(text).run(connection);
  }

  long number(String text) throws SQLException {
    return sql(text).number(connection);
  }

  /// Whether what newer feeds brought may be replaced and withdrawn.
  boolean replacesNewer() {
    return !(rules instanceof Rules.Normal);
  }

  Connection connection() {
    return connection;
  }

  /// An SQL condition: the feed covers the cinema in the column `cinemaId`.
  String inScope(String cinemaId) {
    if (!scope.full()) {
      return "false";
    }
    return scope.cinemas() == null
        ? "true"
        : "exists (select from scope_cinema x where x.id = " + cinemaId + ")";
  }

  /// An SQL condition: a showtime that starts at the column `startsAt` would have to be listed.
  String inWindow(String startsAt) {
    return scope.until() == null
        ? startsAt + " >= :from"
        : startsAt + " >= :from and " + startsAt + " < :until";
  }

  void layOutScope() throws SQLException {
    if (scope.cinemas() == null) {
      return;
    }
    CopyRows ids = new CopyRows("scope_cinema", 1);
    scope.cinemas().forEach(id -> ids.row().text(id));
    ids.send(connection);
    run("analyze scope_cinema");
  }

  /// The lines of this feed, and what an earlier one brought and is tried again.
  private static final String THIS_FEED = "s.line is not null";

  private static final String TRIED_AGAIN = "s.line is null";

  /// Adds the laid-out records that are not stored, and says how many of them stood on lines of
  /// this feed.
  long insert(StagingTables.Table table) throws SQLException {
    insert(table, TRIED_AGAIN);
    return insert(table, THIS_FEED);
  }

  private long insert(StagingTables.Table table, String lines) throws SQLException {
    String columns =
        (table.kind() == Kind.SCREEN ? "cinema_id, " : "") + String.join(", ", table.kept());
    return run(
        """
        insert into %1$s (id, provider_id, %2$s, observed_at, observed_updated_at%8$s)
        select s.id, :provider, %3$s, %4$s, %5$s%9$s from %6$s s
        where not exists (select from %1$s r where r.id = s.id) and %7$s%10$s
        """
            .formatted(
                table.stored(),
                columns,
                "s." + columns.replace(", ", ", s."),
                own(table),
                ownUpdated(table),
                table.staged(),
                lines,
                table.isOfWords() ? ", record_id, record_born, born, written" : "",
                table.isOfWords() ? BORN.formatted(table.stored()) : "",
                table.kind() == Kind.SHOWTIME
                    ? " and not exists (select from showtime_source w where w.id = s.id)"
                    : ""));
  }

  private static final String REVISION = "(select n from revision)";

  /// A word begins as a record by itself, or as the one that has had its id all the time.
  private static final String BORN =
      ", s.id, coalesce((select min(w.record_born) from %1$s w where w.record_id = s.id), "
          + REVISION
          + "), coalesce((select min(w.record_born) from %1$s w where w.record_id = s.id), "
          + REVISION
          + "), "
          + REVISION;

  /// Replaces the stored records that differ, and says how many of them stood on lines of this
  /// feed.
  long update(StagingTables.Table table) throws SQLException {
    update(table, TRIED_AGAIN);
    return update(table, THIS_FEED);
  }

  private long update(StagingTables.Table table, String lines) throws SQLException {
    return run(
        """
        update %1$s r set (%2$s, observed_at, observed_updated_at) = (%3$s, %4$s, %5$s)%10$s
        from %6$s s
        where r.id = s.id and row(%7$s) is distinct from row(%11$s) and %8$s and %9$s
        """
            .formatted(
                table.stored(),
                String.join(", ", table.kept()),
                of("s", table.kept()),
                own(table),
                ownUpdated(table),
                table.staged(),
                of("r", table.content()),
                notNewer(table),
                lines,
                rewritten(table),
                of("s", table.content())));
  }

  private static String of(String row, List<String> columns) {
    return row + "." + String.join(", " + row + ".", columns);
  }

  /// Replaces what is kept aside of records that are otherwise as they were. Nobody sees it, so
  /// they count as unchanged; but what they are one with is found out anew.
  void updateAside(StagingTables.Table table) throws SQLException {
    if (table.aside().isEmpty()) {
      return;
    }
    unseen +=
        run(
            """
            with told as (
              update %1$s r set (%2$s) = row(%3$s) from %4$s s
              where r.id = s.id and row(%5$s) is distinct from row(%3$s) and %6$s
              returning r.record_id)
            insert into left_record select '%7$s', record_id from told
            """
                .formatted(
                    table.stored(),
                    String.join(", ", table.aside()),
                    of("s", table.aside()),
                    table.staged(),
                    of("r", table.aside()),
                    notNewer(table),
                    table.kind().word()));
  }

  private static boolean isShared(StagingTables.Table table) {
    return table.stored().equals("showtime_source");
  }

  private static String rewritten(StagingTables.Table table) {
    return switch (table.kind()) {
      case FILM ->
          ", title_key = case when r.title is not distinct from s.title then r.title_key end"
              + ", judged = false, written = "
              + REVISION;
      case CINEMA -> ", judged = false, written = " + REVISION;
      case SHOWTIME -> isShared(table) ? ", written = " + REVISION : "";
      case CHAIN, SCREEN -> "";
    };
  }

  /// Gives the listed records their observation, where it is not what it should be already.
  void confirm(StagingTables.Table table) throws SQLException {
    run(
        """
        update %1$s r set observed_at = %2$s, observed_updated_at = %3$s%6$s
        from %4$s s
        where r.id = s.id and (r.observed_at is distinct from %2$s or r.observed_updated_at is distinct from %3$s) and %5$s
        """
            .formatted(
                table.stored(),
                own(table),
                ownUpdated(table),
                table.staged(),
                notNewer(table),
                table.isOfWords() || isShared(table) ? ", written = " + REVISION : ""));
  }

  /// The observation that a listed record gets of its own: null where the programme's or the
  /// provider's will do.
  private String own(StagingTables.Table table) {
    return "case when s.observed_at is not null then s.observed_at when "
        + spokenFor(table)
        + " then null::timestamptz else :taken::timestamptz end";
  }

  private String ownUpdated(StagingTables.Table table) {
    return "case when s.observed_at is not null then s.observed_updated_at when "
        + spokenFor(table)
        + " then null::timestamptz else :updated::timestamptz end";
  }

  private String spokenFor(StagingTables.Table table) {
    return switch (table.kind()) {
      case FILM, CHAIN -> Boolean.toString(scope.whole());
      case CINEMA -> inScope("s.id");
      case SCREEN, SHOWTIME -> inScope("s.cinema_id");
    };
  }

  /// Films and chains may be told of by feeds of different cinemas, of which an older one may come
  /// later: it must not bring back what has changed since. Feeds of the same cinema cannot be
  /// older; that was settled for the whole feed.
  private String notNewer(StagingTables.Table table) {
    return switch (table.kind()) {
      case FILM, CHAIN ->
          """
          coalesce(r.observed_at, (select p.observed_at from provider p where p.id = :provider), '-infinity') <= %s
          """
              .formatted(
                  switch (rules) {
                    case Rules.Normal _ -> "coalesce(s.observed_at, :taken)";
                    case Rules.Rehearsal _ -> "'infinity'";
                    case Rules.Undo _ -> ":undone_at";
                  });
      // A merged showtime is made of several source records.
      case SHOWTIME -> isShared(table) ? "true" : "r.merged is null";
      case CINEMA, SCREEN -> "true";
    };
  }

  /// Remembers the zones of the cinemas as they are published now.
  void noteZonesBefore() throws SQLException {
    ZoneOffsets.note(connection);
  }

  /// Whether the guard keeps what is held back in cinemas of which the feed lists nothing.
  private boolean isGuarded() {
    return CinemaGuardRule.of(header, rules.shrinking()).keepsHeldBack(false);
  }

  /// Forgets the held-back showtimes that the feed would have to list and does not. Where each
  /// cinema is guarded, only of the cinemas that it lists.
  void forgetHeldShowtimes() throws SQLException {
    if (!scope.full()) {
      return;
    }
    forgetHeld(
        "h.kind = 'showtime' and "
            + inScope("h.cinema_id")
            + " and "
            + inWindow("h.starts_at")
            + (isGuarded()
                ? " and exists (select from staged_showtime s where s.cinema_id = h.cinema_id)"
                : ""));
  }

  /// Forgets the other held-back records that the feed would have to list and does not. Where each
  /// cinema is guarded, only if it lists anything at all.
  void forgetHeldRecords() throws SQLException {
    if (scope.whole()) {
      String listed =
          isGuarded()
              ? """
               and exists (select from staged_cinema union all select from staged_film
                union all select from staged_screen union all select from staged_showtime)
              """
              : "";
      forgetHeld(
          """
          h.kind <> 'showtime' and not exists (
            select from held_back o where o.kind = 'showtime' and (o.film_id = h.id or o.cinema_id = h.id))
          """
              + listed);
    }
  }

  /// Takes what waits and is not listed out of what is held back; [Guard#keep] may put it back.
  private void forgetHeld(String condition) throws SQLException {
    sqlForget(condition).run(connection);
  }

  /// The statement that forgets the unlisted ones of the held-back records `h` that meet
  /// `condition`.
  Sql sqlForget(String condition) {
    return sql(
        """
        with gone as (
          delete from held_back h where h.provider_id = :provider and %s
            and not exists (select from staged_showtime s where s.id = h.id)
            and not exists (select from staged_cinema s where s.id = h.id)
            and not exists (select from staged_film s where s.id = h.id)
            and not exists (select from staged_screen s where s.id = h.id)
            and not exists (select from mentioned m where m.id = h.id)
          returning h.*)
        insert into forgotten_held select * from gone
        """
            .formatted(condition));
  }

  /// Moves the observations that confirm what has none of its own, once everything else is written.
  void confirm() throws SQLException {
    if (scope.full()) {
      run(
          """
          insert into programme (cinema_id, provider_id, observed_at, source_updated_at, last_feed_at)
          select c.record_id, :provider, :taken, :updated, :taken from cinema_source c
          where c.provider_id = :provider and %s
          on conflict (cinema_id, provider_id) do update
          set observed_at = excluded.observed_at, source_updated_at = excluded.source_updated_at,
            last_feed_at = greatest(programme.last_feed_at, excluded.last_feed_at)
          where programme.observed_at is distinct from excluded.observed_at
            or programme.source_updated_at is distinct from excluded.source_updated_at
            or programme.last_feed_at < excluded.last_feed_at
          """
              .formatted(inScope("c.record_id")));
    }
    // Cinemas that are not stored, not yet or no more, included: an older feed of them may still
    // come.
    run(
        """
        insert into programme (cinema_id, provider_id, last_feed_at)
        select coalesce(w.record_id, c.id) as cinema, :provider::integer, coalesce(max(c.taken), :taken::timestamptz)
        from (
          select id, max(observed_at) as taken from staged_cinema where line is not null group by id
          union all select cinema_id, max(observed_at) from staged_screen where line is not null group by cinema_id
          union all select cinema_id, max(observed_at) from staged_showtime where line is not null group by cinema_id
          union all select cinema_id, :last::timestamptz from touched
          union all select id, null from scope_cinema) c
        left join cinema_source w on w.id = c.id and w.provider_id = :provider
        group by cinema
        on conflict (cinema_id, provider_id) do update
        set last_feed_at = excluded.last_feed_at where programme.last_feed_at < excluded.last_feed_at
        """);
    run(
        """
        update provider set last_feed_at = :taken
        where id = :provider and (last_feed_at is null or last_feed_at < :taken::timestamptz)
        """);
    if (scope.whole()) {
      run(
          """
          update provider set observed_at = :taken, source_updated_at = :updated::timestamptz
          where id = :provider and (observed_at is distinct from :taken::timestamptz
            or source_updated_at is distinct from :updated::timestamptz)
          """);
    }
    run(
        """
        insert into kind_observed (kind, newest)
        select kind, :taken::timestamptz from (
          select 'chain' as kind where exists (select from staged_chain)
          union all select 'cinema' where exists (select from staged_cinema)
          union all select 'film' where exists (select from staged_film)
          union all select 'screen' where exists (select from staged_screen) or exists (select from seen_screen)
          union all select 'showtime' where exists (select from staged_showtime)) k
        on conflict (kind) do update set newest = excluded.newest where kind_observed.newest < excluded.newest
        """);
  }

  /// Whether this transaction has written anything that a reader could see: the same feed again
  /// changes nothing, the revision included, so that what callers keep stays current. Asks the
  /// server's own count, without the rows that hold nothing to be seen; where it keeps none, the
  /// answer is yes.
  boolean hasChanged() throws SQLException {
    return number(
            """
            select case when current_setting('track_counts') = 'on' then (
              select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) - %d from pg_stat_xact_user_tables
              where relid = any (array['chain', 'cinema', 'film', 'screen', 'showtime', 'programme', 'provider',
                'kind_observed', 'cinema_source', 'film_source', 'showtime_source', 'alias']::regclass[])) else 1 end
            """
                .formatted(unseen))
        > 0;
  }
}
