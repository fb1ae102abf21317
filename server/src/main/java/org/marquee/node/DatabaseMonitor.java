package org.marquee.node;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.marquee.embedded.EmbeddedPostgres;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.DatabaseUnreachable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Owns the life of the database: checks every second whether it answers, and replaces an embedded
/// server that does not. Only this decides whether the database is reachable.
///
/// Every other part may lose its connection at any time, and opens a new one by itself.
public final class DatabaseMonitor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseMonitor.class);

  private static final Duration BETWEEN_CHECKS = Duration.ofSeconds(1);

  private static final Duration CLOSING = Duration.ofSeconds(10);

  private final Database database;
  private final @Nullable EmbeddedPostgres server;
  private final Thread thread;
  private final AtomicBoolean started = new AtomicBoolean();

  private volatile boolean stopped;
  private volatile boolean reachable = true;
  private boolean readOnly;
  private String complaint = "";

  /// @param server null where the database is external
  public DatabaseMonitor(Database database, @Nullable EmbeddedPostgres server) {
    this.database = database;
    this.server = server;
    this.thread = Thread.ofPlatform().daemon().name("database").unstarted(this::run);
  }

  /// Starts the checks; once.
  public void start() {
    if (started.compareAndSet(false, true)) {
      thread.start();
    }
  }

  /// Whether the last check reached the database, and this program may use it.
  boolean isReachable() {
    return reachable;
  }

  /// Why an embedded server failed, by its own log; each failure is reported once.
  public Optional<String> trouble() {
    return server == null ? Optional.empty() : server.trouble();
  }

  private void run() {
    try {
      while (!stopped) {
        Thread.sleep(BETWEEN_CHECKS);
        check();
      }
    } catch (InterruptedException | InterruptedIOException _) {
      // Stopped.
    }
  }

  private void check() throws InterruptedIOException {
    try {
      keepServer();
      database.check();
      reachable = true;
      if (!complaint.isEmpty()) {
        complaint = "";
        // Connections from before may lead to a server that hangs, or to one that another replaced.
        database.renew();
        LOG.atInfo().log("the database answers again");
      }
      reportReadOnly();
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      reachable = false;
      complain(e);
    }
  }

  private void keepServer() throws IOException {
    if (server == null) {
      return;
    }
    Optional<String> happened = server.keep();
    if (happened.isPresent()) {
      LOG.atWarn().log("{}", happened.get());
      database.renew();
    }
  }

  private void reportReadOnly() {
    boolean now = database.isReadOnly();
    if (now != readOnly) {
      readOnly = now;
      LOG.atWarn()
          .log(
              now
                  ? "the database is read-only, as a standby is: this node serves what is there,"
                      + " and imports and changes of keys need the primary"
                  : "the database takes changes again");
    }
  }

  /// The same complaint is made once.
  private void complain(Exception failure) {
    trouble().ifPresent(why -> LOG.atError().log("PostgreSQL closed connections: {}", why));
    String words = FailureText.of(failure);
    if (stopped || words.equals(complaint)) {
      return;
    }
    complaint = words;
    if (failure instanceof IOException || failure instanceof DatabaseUnreachable) {
      LOG.atError().log("the database cannot be used: {}", words);
    } else {
      LOG.atError().setCause(failure).log("the check of the database failed");
    }
  }

  /// Stops the checks. Closing again does nothing.
  @Override
  public void close() {
    stopped = true;
    if (!started.get()) {
      return;
    }
    thread.interrupt();
    try {
      thread.join(CLOSING);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
