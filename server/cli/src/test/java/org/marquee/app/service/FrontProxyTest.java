package org.marquee.app.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.InstalledProgram;
import org.marquee.app.Shell;
import org.marquee.app.Snippets;
import org.marquee.http.SelfSigned;
import org.marquee.ingest.World;
import org.marquee.node.Patience;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.TestDatabase;

/// The configurations of nginx and haproxy in `deploy`, in front of a real node, and that of
/// docs/database.md.
@NullMarked
@Timeout(240)
class FrontProxyTest {
  private static final int MOST_FAILURES = 20;
  private static final String TESTER = "127.0.0.1";

  private static final AtomicInteger IMPORTS = new AtomicInteger();
  private static final SelfSigned CERTIFICATE = SelfSigned.make();
  private static String key = "";
  @TempDir private static Path folder = Path.of("");
  private static TestDatabase database;
  private static ServingProcess node;

  /// Another class uses what is static here: a database that is made with this class may be gone
  /// with that one.
  @BeforeAll
  static void start() throws IOException {
    database = MigratedDatabase.create();
    Shell shell = new Shell(folder.resolve("home"), database);
    shell.run("organization", "create", "acme").succeeds();
    shell.run("entitlement", "grant", "acme", "--plan", "unlimited").succeeds();
    String made = shell.run("key", "create", "acme").succeeds().out().strip();
    key = made.substring(made.lastIndexOf('\n') + 1).replaceFirst(".* ", "");
    node =
        ServingProcess.start(
            folder,
            database,
            Map.of(
                "MARQUEE_PROXIES", TESTER, "MARQUEE_FAILED_AUTHENTICATIONS", "" + MOST_FAILURES));
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private FrontProxy front(String file, String what, String with) throws IOException {
    return FrontProxy.start(
        file,
        CERTIFICATE,
        Files.createTempDirectory(folder, "front"),
        node,
        text -> {
          assertThat(text).contains(what);
          // A late answer on a busy machine does not make the only node unhealthy.
          return text.replace(what, with).replace("timeout check 5s", "timeout check 60s");
        });
  }

  private FrontCaller caller(FrontProxy front, String address, String shown) {
    return new FrontCaller(
        CERTIFICATE,
        address,
        "https://" + TESTER + ":" + front.port(),
        "Authorization",
        "Bearer " + shown);
  }

  /// The node counts for a minute, so each proxy has callers of its own.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nginx/marquee.conf | X-Forwarded-For $proxy_add_x_forwarded_for; | X-Forwarded-For ''; | 5",
        "haproxy/haproxy.cfg | option forwardfor | option http-keep-alive | 15"
      })
  void wrong_keys_of_one_caller_lock_out_no_other(
      String file, String forwarding, String forwardingNothing, int number) throws Exception {
    String first = "127.0.0." + number;
    String second = "127.0.0." + (number + 1);
    try (FrontProxy front = front(file, "10.", "10.");
        FrontCaller wrong = caller(front, first, "wrong");
        FrontCaller same = caller(front, first, key);
        FrontCaller other = caller(front, second, key).ready()) {
      for (int time = 0; time < MOST_FAILURES; time++) {
        // Whatever the caller invents, the proxy's word comes last.
        assertThat(
                wrong
                    .send(wrong.request("/v1/films").header("X-Forwarded-For", "192.0.2." + time))
                    .statusCode())
            .isEqualTo(401);
      }
      assertThat(same.get("/v1/films").statusCode()).isEqualTo(429);
      assertThat(other.get("/v1/films").statusCode()).isEqualTo(200);
    }

    try (FrontProxy mute = front(file, forwarding, forwardingNothing);
        FrontCaller other = caller(mute, second, key).ready();
        FrontCaller wrong = caller(mute, first, "wrong")) {
      for (int time = 0; time < 2 * MOST_FAILURES; time++) {
        assertThat(wrong.get("/v1/films").statusCode()).isEqualTo(401);
      }
      assertThat(other.get("/v1/films").statusCode()).isEqualTo(200);
      Patience.await(
          () -> node.log().stream().anyMatch(line -> line.contains("forwards no address")));
      assertThat(node.log())
          .filteredOn(line -> line.contains("forwards no address"))
          .allMatch(line -> line.contains("\"proxy\":\"127.0.0.1\""));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"nginx/marquee.conf", "haproxy/haproxy.cfg"})
  void waiting_requests_streams_ids_and_limits_pass_as_at_the_node(String file) throws Exception {
    try (FrontProxy front = front(file, "10.", "10.");
        FrontCaller caller = caller(front, TESTER, key).ready()) {
      shows_changes_as_they_come(caller, database);

      assertThat(
              caller
                  .send(caller.request("/v1/films").header("X-Request-Id", "mine-1"))
                  .headers()
                  .allValues("X-Request-Id"))
          .containsExactly("mine-1");
      assertThat(caller.get("/v1/films").headers().allValues("X-Request-Id"))
          .singleElement()
          .asString()
          .matches("[0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

      assertThat(posted(caller, "/v1/films", 65_536)).isEqualTo(405);
      assertThat(posted(caller, "/v1/films", 65_537)).isEqualTo(413);
      assertThat(posted(caller, "/validate", 200_000)).isEqualTo(413); // This node has no pages.
    }
  }

  /// The status of an answer to so large a body.
  static int posted(FrontCaller caller, String target, int bytes) {
    return caller
        .send(
            caller
                .request(target)
                .version(HttpClient.Version.HTTP_1_1)
                .expectContinue(true) // What is refused is not sent at all.
                .POST(BodyPublishers.ofByteArray(new byte[bytes])))
        .statusCode();
  }

  /// A request that waits, and a stream that is open, get a change that is made meanwhile.
  static void shows_changes_as_they_come(FrontCaller caller, TestDatabase database)
      throws Exception {
    HttpRequest stream =
        caller.request("/v1/changes?since=now").header("Accept", "text/event-stream").build();
    HttpResponse<InputStream> events = caller.client().send(stream, BodyHandlers.ofInputStream());
    assertThat(events.statusCode()).isEqualTo(200);
    CompletableFuture<HttpResponse<String>> waiting =
        caller
            .client()
            .sendAsync(
                caller.request("/v1/changes?since=now&wait=30").build(), BodyHandlers.ofString());
    try (World world = World.on(MigratedDatabase.open(database));
        BufferedReader lines = new BufferedReader(new InputStreamReader(events.body(), UTF_8))) {
      int imports = 0;
      // The node may take note of either later than of the first import.
      while (imports == 0 || !waiting.isDone()) {
        imports++;
        int number = IMPORTS.incrementAndGet();
        world.full(
            "2026-04-01T06:%02d:00Z".formatted(number),
            "{\"type\":\"film\",\"externalId\":\"f\",\"title\":\"Solaris %d\"}".formatted(number));
        Instant next = Instant.now().plusSeconds(3);
        while (!waiting.isDone() && Instant.now().isBefore(next)) {
          LockSupport.parkNanos(20_000_000);
        }
        assertThat(imports).isLessThan(20);
      }
      assertThat(waiting.join().body()).contains("Solaris");
      String line = lines.readLine();
      while (!line.startsWith("data:")) {
        line = lines.readLine();
      }
      assertThat(line).contains("Solaris");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"nginx/marquee.conf", "haproxy/haproxy.cfg"})
  void no_request_fails_while_one_of_two_nodes_is_gone(String file) throws Exception {
    try (FrontProxy front = front(file, "10.0.1.12:8080", "127.0.0.1:1");
        FrontCaller caller = caller(front, TESTER, key).ready()) {
      for (int time = 0; time < 40; time++) {
        assertThat(caller.get("/v1/films").statusCode()).isEqualTo(200);
      }
    }
  }

  @Test
  void haproxy_asks_the_operations_ports_for_health() throws Exception {
    try (FrontProxy front = front("haproxy/haproxy.cfg", "check port 8081", "check port 1");
        FrontCaller caller = caller(front, TESTER, key)) {
      Patience.await(() -> {
        try {
          return caller.get("/v1/films").statusCode() == 503;
        } catch (UncheckedIOException _) {
          return false; // It does not listen yet.
        }
      });
    }
  }

  @Test
  void a_page_of_the_documents_has_no_other_configuration() throws Exception {
    assertThat(Snippets.in("nginx")).isEmpty();
    String haproxy = InstalledProgram.need("haproxy");
    List<Snippets.Snippet> others = Snippets.in("haproxy");
    assertThat(others).hasSize(1); // The one address of a cluster of PostgreSQL.
    Path file = Files.writeString(folder.resolve("other.cfg"), others.getFirst().text());
    Process check =
        new ProcessBuilder(haproxy, "-c", "-f", file.toString()).redirectErrorStream(true).start();
    String said = new String(check.getInputStream().readAllBytes(), UTF_8);
    assertThat(check.waitFor()).as(said).isZero();
    assertThat(said).doesNotContain("WARNING");
  }
}
