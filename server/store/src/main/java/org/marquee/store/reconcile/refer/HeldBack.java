package org.marquee.store.reconcile.refer;

import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;
import org.marquee.notice.Outlook;
import org.marquee.store.reconcile.link.Completion;
import org.marquee.store.reconcile.stage.ImportSql;
import org.marquee.store.reconcile.stage.RequiredSql;
import org.marquee.store.reconcile.stage.TempTable;
import org.marquee.store.record.CinemaColumns;
import org.marquee.store.record.FilmColumns;
import org.marquee.store.record.RecordTable;
import org.marquee.store.record.ScreenColumns;
import org.marquee.store.record.ShowtimeColumns;
import org.marquee.store.sql.Sql;

/// Sets aside what cannot be published yet, or at all (docs/feeds.md, "What becomes of each line").
/// `Restaging` brings it back.
///
/// A held-back record is kept as it was staged, and is staged again with the next feed of its
/// provider, unless that feed lists it itself, or should have listed it and does not.
public record HeldBack(ImportSql sql) {
  public void holdCinemas() throws SQLException {
    refuse(
        CinemaColumns.TABLE,
        """
        s.chain_id is not null and not exists (select from chain h where h.id = s.chain_id)
        """,
        "its chain is neither in the feed nor stored; list the chain, or leave it out of the"
            + " cinema");
    hold(
        CinemaColumns.TABLE,
        RequiredSql.incomplete(Kind.CINEMA, "s") + " and " + Completion.NOT_COMPLETED,
        CINEMA_LACKS);
    noteStandIns("missing_postcode", Code.POSTCODE_MISSING);
    noteStandIns("concat_ws(', ', missing_locality, missing_country)", Code.PLACE_MISSING);
  }

  private void noteStandIns(String standIn, Code code) throws SQLException {
    sql.reportLines(
        code,
        "cinema",
        """
        select line, external_id, name, %1$s as instead from staged_cinema
        where line is not null and nullif(%1$s, '') is not null
        order by line
        """
            .formatted(standIn),
        row ->
            "\"%s\" has \"%s\" instead".formatted(row.getString("name"), row.getString("instead")));
  }

  /// SQL: what the cinema `s` lacks, and how to supply it.
  private static final String CINEMA_LACKS =
      """
      '"' || s.name || '" has no ' || %s
        || '; add what is missing with '
        || case when (select count(*) from staged_cinema where line is not null) = 1 then '--cinema FILE, ' else '' end
        || 'a register or a house feed, or publish another text in its place: ' || %s
      """
          .formatted(RequiredSql.lacking(Kind.CINEMA, "s"), RequiredSql.options(Kind.CINEMA, "s"));

  public void holdFilms() throws SQLException {
    hold(
        FilmColumns.TABLE,
        RequiredSql.incomplete(Kind.FILM, "s") + " and " + Completion.NOT_COMPLETED,
        "'it has no title; add one in the feed, with another provider''s or with a house feed'");
  }

  public void holdScreens() throws SQLException {
    String noCinema =
        """
        not exists (select from cinema_source w join cinema c on c.id = w.record_id where w.id = s.cinema_id)
        """;
    refuse(
        ScreenColumns.TABLE,
        noCinema
            + """
             and not exists (select from held_back h where h.id = s.cinema_id)
             and not exists (select from cinema_source w where w.id = s.cinema_id)
            """,
        CINEMA_UNKNOWN);
    hold(ScreenColumns.TABLE, noCinema, "'its cinema is held back'");
  }

  /// Says what the showtimes of the feed wait for, and how far the others reach.
  public Outlook holdShowtimes() throws SQLException {
    Map<Outlook.Waiting, Long> waiting = holdIncomplete();
    // The planner knew none of those that were set aside, and would read all of them for each
    // stored record.
    sql.run("analyze staged_mention");
    Instant last =
        sql.list(
                "select max(starts_at) as last from staged_showtime where line is not null",
                rows -> Optional.ofNullable(Sql.instantOrNull(rows, "last")))
            .getFirst()
            .orElse(null);
    return new Outlook(waiting, last);
  }

  private Map<Outlook.Waiting, Long> holdIncomplete() throws SQLException {
    sql.fill(
        TempTable.INCOMPLETE_SHOWTIME,
        """
        select s.id, f.id is null as no_film, c.id is null as no_cinema, s.starts_at is null as no_start,
          v.id is null and not exists (select from held_back h where h.id = s.film_id) as film_unknown,
          w.id is null and not exists (select from held_back h where h.id = s.cinema_id) as cinema_unknown
        from staged_showtime s
        left join film_source v on v.id = s.film_id
        left join film f on f.id = v.record_id
        left join cinema_source w on w.id = s.cinema_id
        left join cinema c on c.id = w.record_id
        where f.id is null or c.id is null or s.starts_at is null
        """);
    if (!sql.any("select from incomplete_showtime")) {
      return Map.of();
    }
    // Each row is looked up for its reason: without an index, a feed that is all held back takes
    // the square of its length.
    sql.run("create index if not exists incomplete_showtime_by_id on incomplete_showtime (id)");
    sql.run("analyze incomplete_showtime");
    refuse(
        ShowtimeColumns.TABLE,
        "s.id in (select id from incomplete_showtime where film_unknown)",
        "its film is neither in the feed nor stored; list the film, and look for a refused line of"
            + " it");
    refuse(
        ShowtimeColumns.TABLE,
        "s.id in (select id from incomplete_showtime where cinema_unknown)",
        CINEMA_UNKNOWN);
    Map<Outlook.Waiting, Long> waiting = waiting();
    hold(
        ShowtimeColumns.TABLE,
        "s.id in (select id from incomplete_showtime)",
        """
        (select case when no_film then 'its film is held back' when no_cinema then 'its cinema is held back'
          else 'its time is local, and its cinema has no time zone; add one with --cinema FILE, or with a house feed' end
          from incomplete_showtime i where i.id = s.id)
        """);
    return waiting;
  }

  private Map<Outlook.Waiting, Long> waiting() throws SQLException {
    Map<Outlook.Waiting, Long> waiting = new EnumMap<>(Outlook.Waiting.class);
    sql.each(
        """
        select case when i.no_cinema and h.lacks_postcode then 'POSTCODE' when i.no_cinema then 'CINEMA'
          when i.no_film then 'FILM' else 'ZONE' end as what, count(*) as number
        from staged_showtime s join incomplete_showtime i on i.id = s.id
        left join (
          select id, coalesce(record ->> 'country_code', '') <> '' and coalesce(record ->> 'locality', '') <> ''
            as lacks_postcode
          from held_back where kind = 'cinema') h on h.id = s.cinema_id
        where s.line is not null group by 1
        """,
        rows ->
            waiting.put(Outlook.Waiting.valueOf(rows.getString("what")), rows.getLong("number")));
    return waiting;
  }

  private static final String CINEMA_UNKNOWN =
      "its cinema is neither in the feed nor stored; list the cinema, or describe it with --cinema"
          + " FILE";

  private void hold(RecordTable<?> table, String condition, String reason) throws SQLException {
    String references =
        switch (table.kind()) {
          case SHOWTIME ->
              "s.cinema_id, s.film_id, coalesce(s.starts_at, s.local_start at time zone 'UTC')";
          case SCREEN -> "s.cinema_id, null, null::timestamptz";
          case CINEMA, FILM, CHAIN -> "null, null, null::timestamptz";
        };
    long held =
        setAside(
            table,
            Code.HELD_BACK,
            condition,
            reason,
            """
            , kept as (
              insert into held_back (provider_id, kind, id, cinema_id, film_id, starts_at, reason, record,
                observed_at, observed_updated_at)
              select :provider, '%s', s.id, %s, s.reason, to_jsonb(s) - 'reason',
                coalesce(s.observed_at, :taken),
                case when s.observed_at is null then :updated::timestamptz else s.observed_updated_at end
              from aside s
              on conflict (id) do update set cinema_id = excluded.cinema_id, film_id = excluded.film_id,
                starts_at = excluded.starts_at, reason = excluded.reason, record = excluded.record,
                observed_at = excluded.observed_at, observed_updated_at = excluded.observed_updated_at)
            """
                .formatted(table.kind().word(), references));
    sql.count(table.kind()).heldBack += held;
    // The next import would look through all cinemas for each of them.
    sql.renewStatistics("held_back", held);
  }

  private void refuse(RecordTable<?> table, String condition, String reason) throws SQLException {
    sql.count(table.kind()).refused +=
        setAside(table, Code.REFERENCE_UNKNOWN, condition, "'" + reason + "'", "");
  }

  /// Takes the staged records that meet `condition` out, and counts them as listed.
  ///
  /// @param reason in SQL
  /// @param more what else becomes of them, as further parts of the statement
  private long setAside(
      RecordTable<?> table, Code code, String condition, String reason, String more)
      throws SQLException {
    String lacking =
        table.kind() == Kind.SHOWTIME && code == Code.REFERENCE_UNKNOWN
            ? ", lacking as (insert into lacking_cinema select cinema_id from aside)"
            : "";
    return sql.reportLines(
        code,
        table.kind().word(),
        """
        with aside as (delete from %2$s s where %3$s returning s.*, %4$s as reason),
        listed as (insert into staged_mention select '%1$s', id from aside where line is not null)%5$s
        select line, external_id, reason from aside where line is not null
        """
            .formatted(table.kind().word(), table.staged(), condition, reason, more + lacking),
        row -> row.getString("reason"));
  }

  /// Replaces the ids of source records by those of records in what is staged. What is incomplete
  /// was set aside before.
  public void referToRecords() throws SQLException {
    sql.run(
        """
        update staged_showtime s set source_film_id = s.film_id, film_id = w.record_id
        from film_source w where w.id = s.film_id and w.record_id <> w.id
        """);
    for (String column :
        List.of(
            "staged_showtime.cinema_id",
            "staged_screen.cinema_id",
            "staged_withdrawal.cinema_id",
            "scope_cinema.id")) {
      sql.run(
          """
          update %1$s s set %2$s = w.record_id from cinema_source w where w.id = s.%2$s and w.record_id <> w.id
          """
              .formatted((Object[]) column.split("\\.", -1)));
    }
  }
}
