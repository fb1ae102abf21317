package org.marquee.store.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A connection for short questions whose answers must not be late: which revision is the newest,
/// and whose keys are valid.
///
/// A connection that does not answer within a second is given up for a new one. While none can be
/// made, each question tries to make one, beside the attempts that hang.
public final class PromptConnection implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PromptConnection.class);

  /// How long one answer may take, and how long a question waits for a connection.
  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  /// How long an attempt to connect may take: across a slow network it takes longer than an answer.
  private static final int CONNECT_SECONDS = 5;

  /// Attempts at once; as many as hang when each takes as long as it may.
  private static final int ATTEMPTS = 5;

  private final Database database;
  private final Semaphore attempts = new Semaphore(ATTEMPTS);
  private final BlockingQueue<Attempt> ended = new LinkedBlockingQueue<>();
  private @Nullable Connection idle;
  private volatile @Nullable Connection asked;
  private volatile boolean closed;
  private long started;

  private record Attempt(
      long number, @Nullable Connection connection, @Nullable SQLException failure) {}

  PromptConnection(Database database) {
    this.database = database;
  }

  /// The answer to a question, within three seconds. It is put a second time where a connection
  /// from before turns out to be broken.
  ///
  /// @param failing what to throw where there is none in time
  public synchronized <T> T ask(
      Function<SQLException, RuntimeException> failing, Work<T> question) {
    try {
      return ask(question);
    } catch (SQLException e) {
      throw failing.apply(e);
    }
  }

  private <T> T ask(Work<T> question) throws SQLException {
    Connection kept = idle;
    if (kept != null) {
      try {
        return ask(question, kept);
      } catch (SQLException e) {
        if (!Outage.is(e) || closed) {
          throw e;
        }
        LOG.atDebug().log("a connection is given up for a new one: {}", e.getMessage());
      }
    }
    return ask(question, connect());
  }

  private <T> T ask(Work<T> question, Connection connection) throws SQLException {
    idle = null;
    asked = connection;
    try {
      T answer = question.on(connection);
      idle = connection;
      return answer;
    } finally {
      asked = null;
      if (idle == null) {
        Connections.cut(connection);
      }
      dropSpare();
    }
  }

  private Connection connect() throws SQLException {
    long own = -1;
    if (attempts.tryAcquire()) {
      own = ++started;
      long number = own;
      Thread.ofVirtual().name("connect").start(() -> attempt(number));
    }
    long end = System.nanoTime() + TIMEOUT.toNanos();
    try {
      while (true) {
        Attempt attempt = ended.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (attempt == null) {
          throw new SQLException("no connection within " + TIMEOUT.toMillis() + " ms", "08001");
        }
        if (attempt.connection() != null) {
          return attempt.connection();
        }
        if (attempt.number() == own && attempt.failure() != null) {
          throw attempt.failure();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("interrupted", "08001", e);
    }
  }

  private void attempt(long number) {
    try {
      Connection connection = database.connectWithin(CONNECT_SECONDS);
      connection.setNetworkTimeout(Runnable::run, (int) TIMEOUT.toMillis());
      ended.add(new Attempt(number, connection, null));
    } catch (SQLException e) {
      ended.add(new Attempt(number, null, e));
    } finally {
      attempts.release();
    }
    if (closed) {
      dropSpare();
    }
  }

  /// Closes connections that were made too late to be waited for.
  private void dropSpare() {
    for (Attempt spare = ended.poll(); spare != null; spare = ended.poll()) {
      if (spare.connection() != null) {
        Connections.cut(spare.connection());
      }
    }
  }

  /// Drops the connection, so that the next question makes a new one. Waits for a question that is
  /// on it.
  synchronized void renew() {
    if (idle != null) {
      Connections.cut(idle);
      idle = null;
    }
    dropSpare();
  }

  /// Cuts the connection, also while a question is on it.
  @Override
  public void close() {
    closed = true;
    Connection busy = asked;
    if (busy != null) {
      Connections.cut(busy);
    }
    renew();
  }
}
