package org.marquee.app.service;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.marquee.access.Gate;
import org.marquee.app.home.Home;
import org.marquee.app.home.Storage;
import org.marquee.app.home.Version;
import org.marquee.app.log.Logs;
import org.marquee.mcp.StdioTransport;
import org.marquee.node.CloseStack;
import org.marquee.node.Horizon;
import org.marquee.page.JsonRecordEncoder;
import org.marquee.snapshot.SnapshotPages;
import org.marquee.snapshot.SnapshotRefresher;
import org.marquee.store.read.PostgresChangeFeed;
import org.marquee.store.read.PostgresChanges;
import org.marquee.store.read.PostgresListings;
import org.marquee.store.sql.Database;
import org.marquee.v1.Answers;
import org.marquee.v1.answer.Gateway;
import org.marquee.v1.changes.Followers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `mcp`: tools for language models on standard input and output (docs/mcp.md). It makes a snapshot
/// of its own. It needs no key: who can start the command can read the database.
@Command(
    name = "mcp",
    description =
        "Answers the Model Context Protocol on standard input and output, so that a language model"
            + " can look up what is on. Ends with its input.")
public final class McpCommand implements Callable<Integer> {
  @Mixin private final Home home = new Home();

  @Override
  public Integer call() {
    Logs.ofCommand();
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    System.setOut(System.err); // standard output is for messages alone
    try (Storage storage = home.openExisting();
        CloseStack opened = new CloseStack()) {
      new StdioTransport(answers(storage.database(), opened), Version.number(), System.in, out)
          .serve();
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Answers answers(Database database, CloseStack opened) throws IOException {
    ExecutorService reading = opened.add(Executors.newVirtualThreadPerTaskExecutor());
    InstantSource clock = InstantSource.system();
    JsonRecordEncoder encoder = new JsonRecordEncoder();
    SnapshotPages memory = new SnapshotPages(System::nanoTime);
    Followers followers =
        opened.add(
            new Followers(
                new PostgresChangeFeed(database.pool()),
                memory,
                encoder,
                new Gate(clock, System::nanoTime), // nobody passes it: nobody asks over HTTP
                new Gateway.BuiltIn(),
                reading));
    memory.whenOutdated(followers::announced);
    memory.whenReplaced(followers::shown);
    opened.add(
        new SnapshotRefresher(
                memory, new PostgresChanges(database), encoder, clock, Horizon.USUAL.daysBack())
            .start());
    memory.awaitFilled();
    return new Answers(memory, new PostgresListings(database.pool(), encoder), followers, clock);
  }
}
