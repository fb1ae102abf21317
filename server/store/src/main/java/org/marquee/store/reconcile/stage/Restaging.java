package org.marquee.store.reconcile.stage;

import java.sql.SQLException;
import org.marquee.ingest.guard.CinemaGuardRule;
import org.marquee.store.record.RecordTable;

/// Stages held-back records of earlier feeds again with the feed at hand, unless that feed lists
/// them itself, or should have listed them and does not.
public record Restaging(ImportSql sql) {

  public boolean isAny() throws SQLException {
    return sql.any("select from held_back where provider_id = :provider");
  }

  /// Whether the guard keeps what is held back in cinemas of which the feed lists nothing.
  private boolean isGuarded() {
    return CinemaGuardRule.of(sql.header(), sql.rules().shrinking()).keepsRecords(false);
  }

  /// Forgets the held-back showtimes that the feed would have to list and does not. Where each
  /// cinema is guarded, only of the cinemas that it lists.
  public void forgetShowtimes() throws SQLException {
    if (!sql.scope().full()) {
      return;
    }
    forgetHeld(
        "h.kind = 'showtime' and "
            + sql.inScope("h.cinema_id")
            + " and "
            + sql.inWindow("h.starts_at")
            + (isGuarded()
                ? " and exists (select from staged_showtime s where s.cinema_id = h.cinema_id)"
                : ""));
  }

  /// Forgets the other held-back records that the feed would have to list and does not. Where each
  /// cinema is guarded, only if it lists anything at all.
  public void forgetRecords() throws SQLException {
    if (sql.scope().whole()) {
      String listed =
          isGuarded()
              ? " and exists (select from %s s where kind <> 'chain')".formatted(TempTable.STAGED)
              : "";
      forgetHeld(
          """
          h.kind <> 'showtime' and not exists (
            select from held_back o where o.kind = 'showtime' and (o.film_id = h.id or o.cinema_id = h.id))
          """
              + listed);
    }
  }

  /// Deletes the unlisted ones of the held-back records `h` that meet a condition; `Guard.keep` may
  /// restore them.
  public void forgetHeld(String condition) throws SQLException {
    sql.run(
        """
        with gone as (
          delete from held_back h where h.provider_id = :provider and %s
            and not exists (select from %s s where s.id = h.id)
            and not exists (select from staged_mention m where m.id = h.id)
          returning h.*)
        insert into forgotten_held_back select * from gone
        """
            .formatted(condition, TempTable.STAGED));
  }

  /// Stages again what was held back. What is still incomplete will be held back again.
  public void stageAgain() throws SQLException {
    for (RecordTable<?> table : RecordTable.all()) {
      sql.run(
          """
          insert into %2$s
          select (jsonb_populate_record(null::%2$s, h.record || jsonb_build_object(
            'line', null, 'zone', null, 'observed_at', h.observed_at, 'observed_updated_at', h.observed_updated_at))).*
          from held_back h
          where h.provider_id = :provider and h.kind = '%1$s'
            and not exists (select from %2$s s where s.id = h.id)
            and not exists (select from staged_mention m where m.id = h.id)
            and not exists (select from staged_withdrawal w where w.id = h.id)
          """
              .formatted(table.kind().word(), table.staged()));
    }
    // The operator's stand-ins count for held-back cinemas too.
    sql.run(
        """
        update staged_cinema set
          missing_country = case when country_code is null then coalesce(missing_country, :missing_country) end,
          missing_locality = case when locality is null then coalesce(missing_locality, :missing_locality) end,
          missing_postcode = case when postcode is null then coalesce(:missing_postcode, missing_postcode) end
        where line is null
          and coalesce(:missing_country::text, :missing_locality::text, :missing_postcode::text) is not null
        """);
    sql.run(
        """
        delete from held_back h using %s s where h.provider_id = :provider and s.id = h.id
        """
            .formatted(TempTable.STAGED));
  }
}
