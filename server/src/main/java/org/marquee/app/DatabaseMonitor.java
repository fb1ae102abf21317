package org.marquee.app;

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

/// Owns the life of the database: looks every second whether it answers, and replaces a server of
/// ours that does not.
///
/// Everything else may lose its connection at any time, and finds a new one by itself.
final class DatabaseMonitor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseMonitor.class);

  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private static final Duration CLOSING = Duration.ofSeconds(10);

  private final Database database;
  private final @Nullable EmbeddedPostgres server;
  private final Thread thread;
  private final AtomicBoolean started = new AtomicBoolean();

  private volatile boolean stopped;
  private String complaint = "";

  /// @param server null where the database is somebody else's
  DatabaseMonitor(Database database, @Nullable EmbeddedPostgres server) {
    this.database = database;
    this.server = server;
    this.thread = Thread.ofPlatform().daemon().name("database").unstarted(this::run);
  }

  /// Begins to look; once.
  void start() {
    if (started.compareAndSet(false, true)) {
      thread.start();
    }
  }

  /// What a server of ours says of why it failed, once for each time.
  Optional<String> trouble() {
    return server == null ? Optional.empty() : server.trouble();
  }

  private void run() {
    try {
      while (!stopped) {
        Thread.sleep(BETWEEN_LOOKS);
        look();
      }
    } catch (InterruptedException | InterruptedIOException _) {
      // Stopped.
    }
  }

  private void look() throws InterruptedIOException {
    try {
      keep();
      database.check();
      if (!complaint.isEmpty()) {
        complaint = "";
        LOG.atInfo().log("the database answers again");
      }
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      complain(e);
    }
  }

  private void keep() throws IOException {
    if (server == null) {
      return;
    }
    Optional<String> happened = server.keep();
    if (happened.isPresent()) {
      LOG.atWarn().log("{}", happened.get());
      database.renew();
    }
  }

  /// The same complaint is made once.
  private void complain(Exception failure) {
    trouble().ifPresent(why -> LOG.atError().log("PostgreSQL closed connections: {}", why));
    String words = Main.told(failure);
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

  /// Stops looking. Closing again does nothing.
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
