package org.marquee.app.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.access.AccessUnavailable;
import org.marquee.access.Entitlement;
import org.marquee.access.NewKey;
import org.marquee.app.Shell;
import org.marquee.app.home.Home;
import org.marquee.app.home.Storage;
import org.marquee.node.Horizon;
import org.marquee.node.NodeSettings;
import org.marquee.node.PortSettings;
import org.marquee.node.Service;
import org.marquee.node.Timing;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.sql.DatabaseUnreachable;
import org.marquee.v1.answer.Gateway;
import picocli.CommandLine;

/// A serving node and commands beside it, while their PostgreSQL is stopped, killed or removed.
@NullMarked
class DatabaseLifeTest {
  private static final Duration AT_LAST = Duration.ofSeconds(40);

  @TempDir private static Path folder;
  private static Storage storage;
  private static Service service;
  private static int number;
  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeAll
  static void serve() throws IOException {
    storage = CommandLine.populateCommand(new Home(), "--home", home().toString()).open();
    InetSocketAddress free = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    service =
        Service.start(
            storage.database(),
            storage.monitor(),
            new NodeSettings(
                "test",
                new NodeSettings.Addresses(free, free),
                new Gateway.BuiltIn(),
                Horizon.read("36500"),
                Timing.USUAL,
                PortSettings.USUAL,
                NodeSettings.Options.NONE),
            null);
    book().createOrganization("house");
    book().grant("house", new Entitlement("unlimited", Instant.EPOCH, null));
  }

  @AfterAll
  static void stop() {
    service.close();
    storage.close();
  }

  /// `TERM` waits for its connections, `STOP ALL` halts the processes of these too.
  @ParameterizedTest
  @ValueSource(strings = {"TERM", "STOP ALL", "KILL"})
  void whatever_befalls_the_server_the_node_answers_and_sees_what_is_new(String signal)
      throws Exception {
    String key = key().secret().text();
    NewKey revoked = key();
    await(() -> status(key) == 200 && status(revoked.secret().text()) == 200);
    await(this::answersFromMemory);
    Reading reading = new Reading(key);
    Thread reader = Thread.ofPlatform().start(reading);
    signal(signal);

    // The server may be away, hung, or gone.
    shell().run("ingest", feed(), "--provider", "rex").succeeds();
    shell().run("key", "revoke", revoked.key().id()).succeeds();
    await(() -> films(key).contains("Solaris " + number));
    await(() -> status(revoked.secret().text()) == 401);
    await(DatabaseLifeTest::answers);
    reading.ended = true;
    reader.join();
    assertThat(reading.failure).isEmpty();
    assertThat(reading.count).isPositive();
  }

  @Test
  void a_server_that_is_stopped_beside_a_node_alone_is_replaced() throws Exception {
    String before = postmaster();
    signal("STOP");
    await(() -> !postmaster().equals(before));
    await(DatabaseLifeTest::answers);
    String key = key().secret().text();
    await(() -> status(key) == 200);
  }

  /// Asks repeatedly for a record that is in memory.
  private final class Reading implements Runnable {
    private final String key;
    private volatile boolean ended;
    private volatile String failure = "";

    /// Read after the end.
    private int count;

    Reading(String key) {
      this.key = key;
    }

    @Override
    public void run() {
      try {
        while (!ended && failure.isEmpty()) {
          int status = status(key);
          if (status != 200) {
            failure = "answered " + status;
          }
          count++;
          Thread.sleep(50);
        }
      } catch (IOException | InterruptedException e) {
        failure = e.toString();
      }
    }
  }

  /// Before, each answer is a query.
  private boolean answersFromMemory() throws IOException, InterruptedException {
    URI info = URI.create("http://127.0.0.1:" + service.operationsAddress().getPort() + "/info");
    return client
        .send(HttpRequest.newBuilder(info).build(), HttpResponse.BodyHandlers.ofString())
        .body()
        .contains("\"servedFrom\":\"snapshot\"");
  }

  private static boolean answers() {
    try {
      storage.database().check();
      book().listKeys(); // after an outage the pool may pause before it connects again
      return true;
    } catch (DatabaseUnreachable | AccessUnavailable _) {
      return false;
    }
  }

  private static Path home() {
    return folder.resolve("home");
  }

  private static PostgresAccess book() {
    return new PostgresAccess(storage.database().pool());
  }

  private static NewKey key() {
    return book().issueKey("house", null, null).orElseThrow();
  }

  private static Shell shell() {
    return new Shell(home());
  }

  private static String feed() throws IOException {
    number++;
    return Files.writeString(
            folder.resolve("feed.ndjson"),
            """
            {"type":"feed","version":1,"mode":"full","observedAt":"%s"}
            {"type":"film","externalId":"f","title":"Solaris %d"}
            """
                .formatted(Instant.now(), number))
        .toString();
  }

  private int status(String key) throws IOException, InterruptedException {
    return ask(key).statusCode();
  }

  private String films(String key) throws IOException, InterruptedException {
    return ask(key).body();
  }

  private HttpResponse<String> ask(String key) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + service.apiAddress().getPort() + "/v1/films"))
            .header("Authorization", "Bearer " + key)
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static String postmaster() throws IOException {
    Path file = home().resolve("pgdata-18/postmaster.pid");
    return Files.exists(file) ? Files.readAllLines(file).getFirst() : "";
  }

  private static void signal(String signal) throws IOException, InterruptedException {
    String pid = postmaster();
    if (signal.endsWith(" ALL")) {
      for (ProcessHandle child :
          ProcessHandle.of(Long.parseLong(pid)).orElseThrow().children().toList()) {
        kill("STOP", Long.toString(child.pid()));
      }
    }
    kill(signal.replace(" ALL", ""), pid);
  }

  private static void kill(String signal, String pid) throws IOException, InterruptedException {
    var _ = new ProcessBuilder("kill", "-" + signal, pid).start().waitFor();
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    Instant end = Instant.now().plus(AT_LAST);
    while (!condition.call()) {
      assertThat(Instant.now()).isBefore(end);
      Thread.sleep(50);
    }
  }
}
