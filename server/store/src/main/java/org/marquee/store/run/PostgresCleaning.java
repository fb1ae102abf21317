package org.marquee.store.run;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.marquee.ingest.LedgerUnavailable;
import org.marquee.retention.RetentionLimit;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.Work;

/// Deletes what was remembered for long enough, such as old runs of the history and old entries of
/// the log of changes. In small transactions, beside everything else that goes on.
public final class PostgresCleaning {
  private static final int RUNS_AT_ONCE = 500;
  private static final int CHANGES_AT_ONCE = 50_000;

  /// SQLSTATE of a lock that was not had in time.
  private static final String BUSY = "55P03";

  private final Database database;

  public PostgresCleaning(Database database) {
    this.database = database;
  }

  /// Deletes runs from the history.
  ///
  /// @param keep its size is in rows
  /// @param always runs so young stay, however many they are: they can be taken back
  /// @return how many were deleted
  public long cleanHistory(RetentionLimit keep, Duration always, Instant now) {
    return using(connection -> {
      Instant before =
          Stream.concat(
                  Optional.ofNullable(keep.age()).map(now::minus).stream(),
                  firstWithin(connection, keep)
                      .map(first -> first.isBefore(now.minus(always)) ? first : now.minus(always))
                      .stream())
              .max(Instant::compareTo)
              .orElse(Instant.MIN);
      if (before.equals(Instant.MIN)) {
        return 0L;
      }
      return inBatches(
          connection,
          Sql.of(
                  """
                  delete from run where id in (
                    select r.id from run r
                    where r.started_at < :before and r.id <> all (:needed)
                    order by r.started_at limit %d)
                  """
                      .formatted(RUNS_AT_ONCE))
              .bind("before", before)
              .bind("needed", LastRuns.needed(connection)),
          RUNS_AT_ONCE);
    });
  }

  /// When the oldest run began that is not too many.
  private static Optional<Instant> firstWithin(Connection connection, RetentionLimit keep)
      throws SQLException {
    return keep.isBounded()
        ? Sql.of("select started_at from run order by started_at desc offset :most limit 1")
            .bind("most", keep.most() - 1)
            .first(connection, rows -> Sql.instant(rows, "started_at"))
        : Optional.empty();
  }

  /// Deletes entries from the log of changes. First it is noted how far the log reaches: a node
  /// that knows less then reads everything anew. An import that is at its end is not waited for;
  /// then nothing is deleted this time.
  ///
  /// @param keep its size is in rows; what one revision changed stays whole
  /// @return how many were deleted
  public long cleanChanges(RetentionLimit keep, Instant now) {
    return using(connection -> {
      long after = Math.max(tooOld(connection, keep, now), tooMuch(connection, keep));
      if (after > 0 && !note(connection, after)) {
        return 0L;
      }
      long noted = Sql.of("select changes_after from revision").number(connection);
      inBatches(
          connection,
          Sql.of(
                  """
                  delete from revision_at where ctid = any (array(
                    select ctid from revision_at where n <= :after limit %d))
                  """
                      .formatted(CHANGES_AT_ONCE))
              .bind("after", noted),
          CHANGES_AT_ONCE);
      return inBatches(
          connection,
          Sql.of(
                  """
                  delete from change where ctid = any (array(
                    select ctid from change where n <= :after order by n limit %d))
                  """
                      .formatted(CHANGES_AT_ONCE))
              .bind("after", noted),
          CHANGES_AT_ONCE);
    });
  }

  /// Deletes rows from the audit.
  ///
  /// @param keep its size is in rows
  public void cleanAudit(RetentionLimit keep, Instant now) {
    using(connection ->
        Sql.of(
                """
                delete from audit where at < :before::timestamptz
                  or id <= (select id from audit order by id desc offset :most limit 1)
                """)
            .bind("before", keep.age() == null ? null : now.minus(keep.age()))
            .bind("most", keep.most())
            .run(connection));
  }

  /// Deletes the reports of checks that were kept for long enough.
  ///
  /// @return how many were deleted
  public long cleanReports(Instant now) {
    return using(connection -> PostgresKeptReports.clean(connection, now));
  }

  /// Deletes alarms that ended 90 days ago, with what became of their messages.
  public long cleanAlarms(Instant now) {
    return using(connection ->
        Sql.of("delete from alarm where ended_at < :now::timestamptz - interval '90 days'")
            .bind("now", now)
            .run(connection));
  }

  /// Deletes first listings of days more than a year ago: a film that comes back later is new again
  /// (docs/pages.md, "Feeds of a place").
  ///
  /// @return how many rows were deleted
  public long cleanFirstListed(Instant now) {
    return using(connection ->
        inBatches(
            connection,
            // The table is large: cinema by cinema, by its index. A first listing is never later
            // than its day, so the index by time finds them.
            Sql.of(
                    """
                    delete from first_listed where ctid = any (array(
                      with recursive last as (select (:now::timestamptz - interval '1 year')::date as day),
                        place as (
                          select min(cinema_id) as id from first_listed
                          union all
                          select (select min(cinema_id) from first_listed where cinema_id > p.id)
                          from place p where p.id is not null)
                      select f.ctid from last cross join place p join first_listed f on f.cinema_id = p.id
                      where f.day < last.day and f.listed_at < last.day + 1 limit %d))
                    """
                        .formatted(CHANGES_AT_ONCE))
                .bind("now", now),
            CHANGES_AT_ONCE));
  }

  /// Deletes the usage of hours, and what was spent in months, that were kept for 25 months.
  ///
  /// @return how many rows were deleted
  public long cleanUsage(Instant now) {
    return using(connection -> {
      long months =
          Sql.of("delete from quota_spent where month < :now::timestamptz - interval '25 months'")
              .bind("now", now)
              .run(connection);
      // No addition is repeated for as long as that.
      long _ =
          Sql.of("delete from addition where added_at < :now::timestamptz - interval '7 days'")
              .bind("now", now)
              .run(connection);
      return months
          + inBatches(
              connection,
              Sql.of(
                      """
                      delete from usage where ctid = any (array(
                        select ctid from usage
                        where hour < :now::timestamptz - interval '25 months' limit %d))
                      """
                          .formatted(CHANGES_AT_ONCE))
                  .bind("now", now),
              CHANGES_AT_ONCE);
    });
  }

  private static long tooOld(Connection connection, RetentionLimit keep, Instant now)
      throws SQLException {
    return keep.age() == null
        ? 0
        : Sql.of("select coalesce(max(n), 0) from revision_at where made_at < :before")
            .bind("before", now.minus(keep.age()))
            .number(connection);
  }

  private static long tooMuch(Connection connection, RetentionLimit keep) throws SQLException {
    return keep.isBounded()
        ? Sql.of(
                "select coalesce((select n - 1 from change order by n desc offset :most limit 1), 0)")
            .bind("most", keep.most())
            .number(connection)
        : 0;
  }

  private static boolean note(Connection connection, long after) throws SQLException {
    try {
      Sql.of("update revision set changes_after = :after where changes_after < :after")
          .bind("after", after)
          .run(connection);
      return true;
    } catch (SQLException e) {
      if (BUSY.equals(e.getSQLState())) {
        return false;
      }
      throw e;
    }
  }

  private static long inBatches(Connection connection, Sql delete, int most) throws SQLException {
    long all = 0;
    long deleted;
    do {
      deleted = delete.run(connection);
      all += deleted;
    } while (deleted == most);
    return all;
  }

  private long using(Work<Long> work) {
    return Work.on(
        database::connect,
        LedgerUnavailable::new,
        connection -> {
          Sql.of("set lock_timeout = '2s'").run(connection);
          return work.on(connection);
        });
  }
}
