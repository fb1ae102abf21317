package org.marquee.store.read;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ChangeSink;
import org.marquee.listing.ChangeSource;
import org.marquee.listing.Kind;
import org.marquee.listing.Revision;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.Outage;
import org.marquee.store.sql.PromptConnection;
import org.marquee.store.sql.Revisions;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.StandbyLag;
import org.marquee.store.sql.WholeTables;
import org.marquee.store.sql.Work;

/// Sends stored records to a copy: all of them, or those that the log of changes names.
public final class PostgresChanges implements ChangeSource {
  /// A database that is silent for longer while it is copied is away, or behind a network that has
  /// gone dead. How long the copy takes in all does not matter.
  private static final int SILENCE_MILLIS = 10_000;

  /// A slow database may need longer before its first row: after each copy that was given up the
  /// next one is waited for twice as long, up to this.
  private static final int LONGEST_SILENCE_MILLIS = 160_000;

  private final Database database;
  private final Work.Opening copies;
  private final PromptConnection prompt;
  private final StandbyLag lag = new StandbyLag();
  private int silenceMillis = SILENCE_MILLIS;

  /// What is stored in a database, which closes the connections of this when it is closed. To be
  /// copied by one thread.
  public PostgresChanges(Database database) {
    this(database, database.copies()::getConnection);
  }

  /// Changes that are read on connections of its own, for a copy that may take longer than others
  /// can wait.
  public static PostgresChanges apart(Database database) {
    return new PostgresChanges(database, database::connect);
  }

  private PostgresChanges(Database database, Work.Opening copies) {
    this.database = database;
    this.copies = copies;
    prompt = database.prompt();
  }

  @Override
  public Revision revision() {
    return prompt.ask(
        Outage::whileReading,
        connection -> {
          Revision revision = Revisions.current(connection);
          lag.check(connection, revision.number());
          return revision;
        });
  }

  @Override
  public void copy(@Nullable Revision known, Instant from, int most, ChangeSink sink) {
    try (Connection connection = copies.open()) {
      connection.setNetworkTimeout(Runnable::run, silenceMillis);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      connection.setReadOnly(true);
      connection.setAutoCommit(false);
      copy(connection, known, from, most, sink);
      connection.commit();
      silenceMillis = SILENCE_MILLIS;
    } catch (SQLException e) {
      silenceMillis = Math.min(2 * silenceMillis, LONGEST_SILENCE_MILLIS);
      throw Outage.whileReading(e);
    }
  }

  private void copy(
      Connection connection, @Nullable Revision known, Instant from, int most, ChangeSink sink)
      throws SQLException {
    LogState state = LogState.of(connection);
    lag.check(connection, state.revision().number());
    Optional<Changes> changes = Optional.empty();
    if (known != null && state.remembers(connection, known)) {
      changes = Changes.since(connection, known.number(), most);
    } else if (known != null && !known.epoch().equals(state.revision().epoch())) {
      requireRecords(connection);
    }
    sink.begin(
        new ChangeSink.Edition(
            state.revision(), changes.isEmpty(), state.madeAt(), newest(connection)));
    Confirmations confirmations = Confirmations.of(connection);
    confirmations.copyTo(sink);
    SourceStatements.all(connection, sink::statement);
    Sql.of("select id, survivor from alias")
        .each(connection, row -> sink.alias(row.getString("id"), row.getString("survivor")));
    ChangeReader telling =
        new ChangeReader(connection, new ShowtimeStream(from, confirmations), sink);
    if (changes.isPresent()) {
      telling.some(changes.get());
    } else {
      telling.all();
    }
  }

  /// Who has a copy does not give it up for nothing: another database that is empty was just made,
  /// and will be filled.
  private static void requireRecords(Connection connection) throws SQLException {
    if (Sql.of(
                """
                select count(*) where exists (select from film) or exists (select from cinema)
                  or exists (select from chain)
                """)
            .number(connection)
        == 0) {
      throw WholeTables.unusable("it is another database than before, and has no records");
    }
  }

  private static Map<Kind, Instant> newest(Connection connection) throws SQLException {
    Map<Kind, Instant> newest = new EnumMap<>(Kind.class);
    Sql.of("select kind, newest from kind_observed")
        .each(
            connection,
            row -> newest.put(Changes.kind(row.getString("kind")), Sql.instant(row, "newest")));
    return newest;
  }

  @Override
  public Announcements announcements() {
    return PostgresAnnouncements.listen(database);
  }
}
