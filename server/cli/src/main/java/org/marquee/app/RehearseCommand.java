package org.marquee.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.marquee.app.home.Home;
import org.marquee.app.home.Storage;
import org.marquee.app.log.Logs;
import org.marquee.app.service.DemoCommand;
import org.marquee.app.service.MockCommand;
import org.marquee.app.service.ServeCommand;
import org.marquee.files.FolderTree;
import org.marquee.files.WorkFiles;
import org.marquee.http.message.Cors;
import org.marquee.mock.Mock;
import org.marquee.node.NodeSettings;
import org.marquee.node.Service;
import org.marquee.sample.Sample;
import org.marquee.sample.SampleRegion;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.sql.Actor;
import org.marquee.store.sql.Database;
import org.slf4j.event.Level;
import picocli.CommandLine.Command;

/// `rehearse`: does once what every command does, so that the launcher can record what a start
/// needs (JEP 514).
@Command(name = "rehearse", hidden = true)
final class RehearseCommand implements Runnable {
  private static final int ROUNDS = 200;

  private static final List<String> OPERATIONS = List.of("/health/ready", "/info", "/");

  /// What the rehearsed commands print is for nobody. A failure is printed by who runs this one.
  @Override
  public void run() {
    PrintStream out = System.out;
    PrintStream err = System.err;
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, UTF_8);
    System.setOut(nowhere);
    System.setErr(nowhere);
    Logs.ofCommand();
    try {
      Path home = WorkFiles.newFolder("home-");
      try {
        rehearse(home);
      } finally {
        FolderTree.delete(home);
        System.setOut(out);
        System.setErr(err);
      }
      out.println("The classes of a start are known now: later starts are faster.");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static void rehearse(Path home) throws IOException, InterruptedException {
    String key;
    try (Storage storage = Home.embedded(home, Database.LONGEST_WAIT, Actor.here("rehearse"))) {
      DemoCommand.importSample(Sample.begin(SampleRegion.DAYS_AHEAD - 1), storage);
      key = DemoCommand.newKey(new PostgresAccess(storage.database().pool()));
      serve(storage, key, ROUNDS);
    }
    // Once more like most starts: with a log of its own, from the checkpoint.
    Logs.ofService(Level.INFO);
    try (Storage storage =
        Home.embeddedInBackground(home, Database.LONGEST_WAIT, Actor.here("rehearse"))) {
      serve(storage, key, 1);
    }
    ingest(home);
    run("config", "--home", home.toString());
    try (Mock mock = MockCommand.start(0, Sample.begin(), Cors.ANY)) {
      ask(mock.address().getPort(), "any", 1, reads());
    }
  }

  /// Imports a file, with a report and the cleaning that follows.
  private static void ingest(Path home) throws IOException {
    Path feed = Files.write(home.resolve("sample.ndjson"), Sample.begin().lines().join());
    run("ingest", feed.toString(), "--provider", SampleRegion.PROVIDER, "--home", home.toString());
  }

  /// Runs a command. The environment does not count: it may name the operator's own database.
  private static void run(String... words) throws IOException {
    if (Main.commandLine(Map.of(), words).execute(words) != 0) {
      throw new IOException("the command failed: " + String.join(" ", words));
    }
  }

  /// Starts what `serve` starts, but on any port.
  private static Service start(Storage storage) throws IOException {
    String[] words = {"serve", "--home", storage.home().toString()};
    ServeCommand serve =
        (ServeCommand)
            Main.commandLine(Map.of(), words)
                .parseArgs(words)
                .subcommand()
                .commandSpec()
                .userObject();
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    Service service =
        Service.start(
            storage.database(),
            storage.monitor(),
            serve.settings(new NodeSettings.Addresses(any, any), storage),
            Home.checkpoint(storage.home(), null));
    service.awaitFilled();
    return service;
  }

  private static void serve(Storage storage, String key, int rounds)
      throws IOException, InterruptedException {
    try (Service service = start(storage)) {
      ask(service.apiAddress().getPort(), key, rounds, reads());
      ask(service.operationsAddress().getPort(), key, 1, OPERATIONS);
    }
  }

  private static List<String> reads() {
    Instant from = Instant.now().truncatedTo(ChronoUnit.HOURS);
    return List.of(
        "/v1/showtimes?startsAfter=" + from + "&startsBefore=" + from.plus(7, ChronoUnit.DAYS),
        "/v1/films",
        "/v1/cinemas?search=on",
        "/v1/cinemas?latitude=51&longitude=1&radiusKm=50",
        SampleRegion.PROGRAMME,
        "/v1/chains",
        "/v1/attributes",
        "/v1/films/none",
        "/v1/showtimes?limit=0");
  }

  private static void ask(int port, String key, int rounds, List<String> paths)
      throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      for (int round = 0; round < rounds; round++) {
        for (String path : paths) {
          client.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                  .header("Authorization", "Bearer " + key)
                  .header("Accept-Encoding", "gzip")
                  .build(),
              BodyHandlers.ofByteArray());
        }
      }
    }
  }
}
