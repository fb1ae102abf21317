package org.marquee.node;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.marquee.background.Awaited;
import org.marquee.embedded.EmbeddedPostgres;
import org.marquee.files.FailureText;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.DatabaseUnreachable;
import org.marquee.store.sql.RefusedDatabase;
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
  private final @Nullable Joining joining;
  private final boolean startsServer;
  private volatile @Nullable EmbeddedPostgres server;
  private final CompletableFuture<Void> firstCheck = new CompletableFuture<>();
  private final Thread thread;
  private final AtomicBoolean started = new AtomicBoolean();

  private volatile long startNanos;
  private volatile boolean stopped;
  private volatile boolean reachable;
  private boolean readOnly;
  private String complaint = "";
  private String loggedTrouble = "";

  /// @param server null where the database is external
  public DatabaseMonitor(Database database, @Nullable EmbeddedPostgres server) {
    this(database, server, null, false);
    reachable = true;
    firstCheck.complete(null);
  }

  private DatabaseMonitor(
      Database database,
      @Nullable EmbeddedPostgres server,
      @Nullable Joining joining,
      boolean startsServer) {
    this.database = database;
    this.server = server;
    this.joining = joining;
    this.startsServer = startsServer;
    this.thread = Thread.ofPlatform().daemon().name("database").unstarted(this::run);
  }

  /// Joins the embedded server, which may have to be started.
  @FunctionalInterface
  public interface Joining {
    /// Joins it.
    EmbeddedPostgres join() throws IOException;
  }

  /// A monitor that opens an external database itself, with its first check.
  ///
  /// @param unopened see [Database#unopened]
  public static DatabaseMonitor opening(Database unopened) {
    return new DatabaseMonitor(unopened, null, null, false);
  }

  /// A monitor for the database of an embedded server.
  ///
  /// @param running whether the server runs already
  public static DatabaseMonitor opening(Database unopened, Joining joining, boolean running) {
    return new DatabaseMonitor(unopened, null, joining, !running);
  }

  /// The embedded server, once it was joined.
  public @Nullable EmbeddedPostgres server() {
    return server;
  }

  /// Starts the checks; once.
  public void start() {
    if (started.compareAndSet(false, true)) {
      startNanos = System.nanoTime();
      thread.start();
    }
  }

  /// Whether the last check reached the database, and this program may use it.
  public boolean isReachable() {
    return reachable;
  }

  /// Whether the first check starts an embedded server. There was none to ask before.
  boolean startsServer() {
    return startsServer;
  }

  /// How long ago the checks were started.
  Duration sinceStart() {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }

  /// Whether the first check did not reach the database.
  boolean hasFailed() {
    return firstCheck.isCompletedExceptionally();
  }

  /// Whether the first check found that this program must not use the database.
  boolean isRefused() {
    return hasFailed() && firstCheck.exceptionNow() instanceof RefusedDatabase;
  }

  /// Runs `task` after the first check, whatever that found: at once where it is over.
  void whenChecked(Runnable task) {
    CompletableFuture<Void> _ = firstCheck.whenComplete((_, _) -> runOrEnd(task));
  }

  /// The future would keep a failure to itself. A node that cannot begin to follow its database has
  /// to end.
  private static void runOrEnd(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    }
  }

  /// Waits until the first check has reached the database.
  ///
  /// @throws IOException if it did not, because of the embedded server
  /// @throws DatabaseUnreachable if it did not
  void awaitFirstCheck() throws IOException {
    var _ = Awaited.get(firstCheck);
  }

  /// Why an embedded server failed, by its own log; each failure is reported once.
  public Optional<String> trouble() {
    EmbeddedPostgres joined = server;
    return joined == null ? Optional.empty() : joined.trouble();
  }

  private void run() {
    try {
      if (!firstCheck.isDone()) {
        check();
      }
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
      firstCheck.complete(null);
      if (!complaint.isEmpty()) {
        complaint = "";
        loggedTrouble = "";
        // Connections from before may lead to a server that hangs, or to one that another replaced.
        database.renew();
        LOG.atInfo().log("the database answers again");
      }
      reportReadOnly();
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      reachable = false;
      // The first failure may end the start, with a message of its own. The next check repeats it.
      if (!firstCheck.completeExceptionally(e)) {
        complain(e);
      }
    }
  }

  private void keepServer() throws IOException {
    EmbeddedPostgres joined = server;
    if (joined == null) {
      server = joining == null ? null : joining.join();
      return;
    }
    Optional<String> happened = joined.keep();
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

  /// Logs a failure, each complaint once.
  private void complain(Exception failure) {
    trouble()
        .filter(why -> !why.equals(loggedTrouble))
        .ifPresent(why -> {
          loggedTrouble = why;
          LOG.atError().log("PostgreSQL closed connections: {}", why);
        });
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
