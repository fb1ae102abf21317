package org.marquee.store.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ListingsUnavailable;

/// The imports under way, and the other sessions that change what is published, as PostgreSQL knows
/// them (its manual, `pg_stat_activity`).
public final class ActiveSessions {
  /// What every session of ours is called that others may wait for; then follows what it does.
  private static final String OURS = "marquee ";

  /// PostgreSQL cuts longer names off.
  private static final int LONGEST_NAME = 63;

  private static final String IMPORT = "import ";

  private static final String CHECK = "check ";

  private static final String COLUMNS =
      """
      select a.pid, a.application_name, host(a.client_addr) as client, a.client_port, a.state,
        coalesce(a.xact_start, a.backend_start) as since, a.wait_event_type = 'Lock' as waits,
        coalesce(w.holds, false) as holds
      from pg_stat_activity a
      left join (select l.pid, true as holds from revision r
        join pg_locks l on l.locktype = 'transactionid' and l.granted and l.mode = 'ExclusiveLock'
          and l.transactionid = r.xmax) w on w.pid = a.pid
      """;

  private final Database database;

  public ActiveSessions(Database database) {
    this.database = database;
  }

  /// One session.
  ///
  /// @param process the id of the server's process
  /// @param purpose what it does: `import RUN PROVIDER` for an import
  /// @param client its address and port; null where it is not known
  /// @param since when its transaction began
  /// @param state what it is doing
  public record Session(
      long process, String purpose, @Nullable String client, Instant since, SessionActivity state) {
    /// What a session is doing.
    public enum SessionActivity {
      /// It has the turn: it changes what is published, and others wait.
      CHANGES,
      /// It waits for its turn.
      WAITS,
      /// It reads its feed.
      PREPARES
    }

    /// The run of an import; empty for anything else.
    public Optional<String> run() {
      return purpose.startsWith(IMPORT)
          ? Optional.of(purpose.substring(IMPORT.length()).replaceFirst(" .*", ""))
          : Optional.empty();
    }

    /// As in "waiting for …".
    String words() {
      return "%s (process %d of the database%s, since %s)"
          .formatted(
              purpose,
              process,
              client == null ? "" : ", from " + client,
              since.truncatedTo(ChronoUnit.SECONDS));
    }
  }

  /// The name of a session that does this; of no purpose, it has the same name as one of a pool.
  static String name(String purpose) {
    String name = (OURS + purpose.replaceAll("[^ -~]", "?")).strip();
    return name.substring(0, Math.min(LONGEST_NAME, name.length()));
  }

  /// What an import does, for [#name].
  public static String importing(String run, String provider) {
    return IMPORT + run + " " + provider;
  }

  /// What a check of a feed does, for [#name].
  public static String checking(String run) {
    return CHECK + run;
  }

  /// Whether another session waits for one, other than a check.
  ///
  /// @param process of the session that may be waited for
  public static boolean isWaitedFor(Connection connection, int process) throws SQLException {
    return Sql.of(
                """
                select count(*) from pg_stat_activity
                where wait_event_type = 'Lock' and application_name not like :checks
                  and :process = any (pg_blocking_pids(pid))
                """)
            .bind("checks", OURS + CHECK + "%")
            .bind("process", process)
            .number(connection)
        > 0;
  }

  static Optional<Session> holder(Connection connection) throws SQLException {
    return Sql.of(COLUMNS + "where w.holds and a.pid <> pg_backend_pid()")
        .first(connection, ActiveSessions::session);
  }

  /// All of ours that are under way, the oldest first.
  public List<Session> list() {
    return Work.on(database.reserve()::getConnection, Outage::whileReading, ActiveSessions::list);
  }

  private static List<Session> list(Connection connection) throws SQLException {
    return Sql.of(
            COLUMNS
                + """
                where a.datname = current_database() and a.pid <> pg_backend_pid()
                  and (w.holds or a.application_name like 'marquee %')
                order by since, a.pid
                """)
        .list(connection, ActiveSessions::session);
  }

  /// Ends what is under way: nothing that it began is kept.
  ///
  /// @param id a run, or the process of a session
  /// @return what was ended; empty: there is no such session
  /// @throws ListingsUnavailable if the database does not allow that, or cannot be reached
  public Optional<Session> end(String id) {
    return Work.on(
        database.reserve()::getConnection,
        e -> new ListingsUnavailable(id + " cannot be ended: " + e.getMessage(), e),
        connection -> {
          Optional<Session> found =
              list(connection).stream()
                  .filter(each ->
                      each.run().filter(id::equals).isPresent()
                          || Long.toString(each.process()).equals(id))
                  .findFirst();
          if (found.isPresent()) {
            Sql.of("select pg_terminate_backend(:process)")
                .bind("process", (int) found.get().process())
                .list(connection, row -> row.getBoolean(1));
          }
          return found;
        });
  }

  private static Session session(ResultSet row) throws SQLException {
    String name = row.getString("application_name");
    String client = row.getString("client");
    return new Session(
        row.getLong("pid"),
        name.startsWith(OURS) ? name.substring(OURS.length()) : name.isEmpty() ? "a session" : name,
        client == null ? null : client + " port " + row.getInt("client_port"),
        Sql.instant(row, "since"),
        row.getBoolean("holds")
            ? Session.SessionActivity.CHANGES
            : row.getBoolean("waits")
                ? Session.SessionActivity.WAITS
                : Session.SessionActivity.PREPARES);
  }
}
