package org.marquee.store.reconcile.link;

import java.sql.SQLException;
import org.marquee.listing.Kind;
import org.marquee.store.reconcile.stage.Statements;

/// The providers whose held-back records may be published now: their release is due
/// (docs/decisions/0005).
public record ReleaseDue(Statements sql) {

  /// Notes in the transaction of a revision who waits for a film or a cinema that it has brought.
  /// It stays noted until their records are staged again, whatever becomes of this program.
  public void note() throws SQLException {
    sql.run(
        """
        insert into release_due
        with brought as materialized (
          select id from film_source where written = :revision
          union select id from cinema_source where written = :revision
          -- The planner expects ten rows from an array: of a join the planner would read all source records.
          union select w.id from film_source w where w.record_id = any(array(
            select c.id from change c where c.n = :revision and c.kind = 'film' and c.what = '+'))
          union select w.id from cinema_source w where w.record_id = any(array(
            select c.id from change c where c.n = :revision and c.kind = 'cinema'))),
        waiting as (
          select h.* from held_back h join brought b on b.id = h.film_id
          union all select h.* from held_back h join brought b on b.id = h.cinema_id)
        select distinct h.provider_id from waiting h
        -- "offset 0": it looks for each. The planner would read all films to join them.
        where exists (select from cinema_source w join cinema c on c.id = w.record_id
            where w.id = h.cinema_id
              and (h.kind = 'screen' or c.time_zone is not null or h.record ->> 'local_start' is null) offset 0)
          and (h.kind = 'screen' or exists (
            select from film_source w join film f on f.id = w.record_id where w.id = h.film_id offset 0))
        on conflict do nothing
        """);
  }

  /// Notes that held-back films or cinemas may be complete although none is new or changed. The run
  /// of one provider looks at those of all ([Completion]).
  void noteLook(Kind kind) throws SQLException {
    sql.run(
        """
        insert into release_due
        select h.provider_id from held_back h join provider p on p.id = h.provider_id
        where h.kind = '%s' and p.last_feed_at is not null order by h.provider_id limit 1
        on conflict do nothing
        """
            .formatted(kind.word()));
  }
}
