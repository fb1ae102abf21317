package org.marquee.node;

import java.io.IOException;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.marquee.access.Gate;
import org.marquee.snapshot.SnapshotPages;
import org.marquee.snapshot.SnapshotRefresher;
import org.marquee.store.read.PostgresChangeFeed;
import org.marquee.store.read.PostgresChanges;
import org.marquee.store.read.PostgresListings;
import org.marquee.store.sql.Database;
import org.marquee.v1.Answers;
import org.marquee.v1.answer.Gateway;
import org.marquee.v1.changes.Followers;

/// The answers of a node that listens on no port, from a snapshot of its own.
public final class PortlessAnswers {
  private PortlessAnswers() {}

  /// Starts them; they have the whole snapshot when this returns.
  ///
  /// @param opened takes each part as it starts
  /// @throws IOException if the snapshot takes longer than half a minute
  public static Answers start(Database database, CloseStack opened) throws IOException {
    ExecutorService reading = opened.add(Executors.newVirtualThreadPerTaskExecutor());
    InstantSource clock = InstantSource.system();
    SnapshotPages memory = new SnapshotPages(System::nanoTime);
    Followers followers =
        opened.add(
            new Followers(
                new PostgresChangeFeed(database.pool()),
                memory,
                new Gate(clock, System::nanoTime), // nobody passes it: nobody asks over HTTP
                new Gateway.BuiltIn(),
                reading));
    memory.whenOutdated(followers::announced);
    memory.whenReplaced(followers::shown);
    opened.add(
        new SnapshotRefresher(
                memory, new PostgresChanges(database), clock, Horizon.USUAL.daysBack())
            .start());
    memory.awaitFilled();
    return new Answers(memory, new PostgresListings(database.pool()), followers, clock);
  }
}
