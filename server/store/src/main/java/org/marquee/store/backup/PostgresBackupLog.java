package org.marquee.store.backup;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.Work;

/// What became of the last backups, in the database that is backed up. Each method throws
/// [ListingsUnavailable] where that cannot be reached.
public final class PostgresBackupLog {
  /// The failure of a backup of the schedule from its beginning until it is made.
  private static final String INTERRUPTED = "it was interrupted";

  /// One that takes longer was interrupted.
  private static final Duration LONGEST = Duration.ofHours(2);

  private final Database database;

  public PostgresBackupLog(Database database) {
    this.database = database;
  }

  /// The last backups.
  ///
  /// @param begunAt when the last one of the schedule was begun; null where none was
  /// @param succeededAt when the last one that was made was complete; null where there is none
  /// @param file where that is
  /// @param failure why the last attempt failed; null where it did not
  public record Last(
      @Nullable Instant begunAt,
      @Nullable Instant succeededAt,
      @Nullable String file,
      @Nullable String failure) {
    /// Whether the last attempt failed; one that may be under way has not.
    public boolean hasFailed(Instant now) {
      boolean underWay =
          INTERRUPTED.equals(failure) && begunAt != null && begunAt.plus(LONGEST).isAfter(now);
      return failure != null && !underWay;
    }
  }

  /// What became of them.
  public Last last() {
    return ask(connection ->
        Sql.of("select begun_at, succeeded_at, file, failure from backup")
            .first(
                connection,
                row ->
                    new Last(
                        Sql.instantOrNull(row, "begun_at"),
                        Sql.instantOrNull(row, "succeeded_at"),
                        row.getString("file"),
                        row.getString("failure")))
            .orElse(new Last(null, null, null, null)));
  }

  /// Notes that a backup of the schedule begins.
  ///
  /// @param last when the one before was begun
  /// @return false: another node has begun one meanwhile
  public boolean begin(Instant now, @Nullable Instant last) {
    return ask(connection ->
        Sql.of(
                """
                update backup set begun_at = :now, failure = :interrupted
                where begun_at is not distinct from cast(:last as timestamptz)
                """)
            .bind("now", now)
            .bind("last", last)
            .bind("interrupted", INTERRUPTED)
            .run(connection))
        > 0;
  }

  /// Notes a backup that was made.
  public void made(Instant at, String file, long bytes) {
    ask(connection ->
        Sql.of("update backup set succeeded_at = :at, file = :file, bytes = :bytes, failure = null")
            .bind("at", at)
            .bind("file", file)
            .bind("bytes", bytes)
            .run(connection));
  }

  /// Notes why a backup could not be made.
  public void failed(String why) {
    ask(connection -> Sql.of("update backup set failure = :why").bind("why", why).run(connection));
  }

  private <T> T ask(Work<T> work) {
    return Work.on(
        database.reserve()::getConnection,
        e -> new ListingsUnavailable("the log of backups cannot be used: " + e.getMessage(), e),
        work);
  }
}
