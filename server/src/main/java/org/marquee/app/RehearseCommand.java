package org.marquee.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.marquee.mock.Mock;
import org.marquee.node.NodeSettings;
import org.marquee.node.Service;
import org.marquee.store.PostgresAccess;
import picocli.CommandLine.Command;

/// `rehearse`: does once what every command does, so that the launcher can record what a start
/// needs (JEP 514).
@Command(name = "rehearse", hidden = true)
final class RehearseCommand implements Runnable {
  private static final int ROUNDS = 200;

  private static final List<String> OPERATIONS = List.of("/health/ready", "/info");

  @Override
  public void run() {
    Logs.ofCommand();
    try {
      try (TemporaryHome home = TemporaryHome.make()) {
        rehearse(home.folder());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void rehearse(Path home) throws IOException {
    String key;
    try (Storage storage = Home.embedded(home)) {
      DemoCommand.importSample(Sample.begin(), storage);
      key = DemoCommand.newKey(new PostgresAccess(storage.database().pool()));
      serve(storage, key, ROUNDS);
    }
    // Once more as most starts are: with a log of its own, from the checkpoint.
    String[] serve = {"serve", "--home", home.toString(), "--port", "0", "--bind", "127.0.0.1"};
    Main.commandLine(serve).parseArgs(serve);
    Logs.ofService();
    try (Storage storage = Home.embeddedInBackground(home)) {
      serve(storage, key, 1);
    }
    try (Mock mock = MockCommand.start(0, Sample.begin())) {
      ask(mock.address().getPort(), "any", 1, reads());
    }
  }

  private static void serve(Storage storage, String key, int rounds) throws IOException {
    try (Service service =
        Service.start(
            storage.database(),
            storage.monitor(),
            NodeSettings.configured(
                Version.number(),
                new NodeSettings.Addresses(
                    ServeCommand.address("127.0.0.1", 0), ServeCommand.address("127.0.0.1", 0))),
            Home.checkpoint(storage.home(), null))) {
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
        "/v1/chains",
        "/v1/attributes",
        "/v1/films/none",
        "/v1/showtimes?limit=0");
  }

  private static void ask(int port, String key, int rounds, List<String> paths) throws IOException {
    String base = "http://127.0.0.1:" + port;
    try (HttpClient client = HttpClient.newHttpClient()) {
      for (int round = 0; round < rounds; round++) {
        for (String path : paths) {
          client.send(
              HttpRequest.newBuilder(URI.create(base + path))
                  .header("Authorization", "Bearer " + key)
                  .header("Accept-Encoding", "gzip")
                  .build(),
              HttpResponse.BodyHandlers.ofByteArray());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
