package org.marquee.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.JavaProcess;
import org.marquee.http.SelfSigned;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.TestDatabase;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The configurations of nginx and haproxy in docs/operations.md, in front of a real node. Skipped
/// where the proxy is not installed.
@NullMarked
@Timeout(240)
class ProxySnippetsTest {
  private static final int MOST_FAILURES = 20;
  private static final String TESTER = "127.0.0.1";

  private final TestDatabase database = MigratedDatabase.create();
  @TempDir Path folder;

  private static boolean isInstalled(String program) {
    return List.of(System.getenv("PATH").split(":")).stream()
        .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /// The documented configuration of a proxy in front of nodes, with the addresses of this machine.
  private String documented(String proxy, int port, int api, int operations) {
    String certificate =
        folder.resolve(proxy.equals("nginx") ? "chain.pem" : "both.pem").toString();
    return Snippets.in(proxy).stream()
        .map(Snippets.Snippet::text)
        .filter(text -> text.contains("10.0.1.11:8080"))
        .findFirst()
        .orElseThrow()
        .replaceAll("10\\.0\\.1\\.1[12]:8080", TESTER + ":" + api)
        .replace("check port 8081", "check port " + operations)
        .replace("listen 443 ssl", "listen " + TESTER + ":" + port + " ssl")
        .replace("bind :443", "bind " + TESTER + ":" + port)
        .replaceAll("/etc/nginx/fullchain.pem|/etc/haproxy/listings.pem", certificate)
        .replace("/etc/nginx/privkey.pem", folder.resolve("key.pem").toString());
  }

  private Process start(String proxy, String documented) throws IOException {
    Path file = folder.resolve(proxy + ".conf");
    boolean nginx = proxy.equals("nginx");
    Files.writeString(
        file,
        nginx
            ? """
            daemon off;
            %spid %2$s/nginx.pid;
            events {}
            http {
              access_log off;
              client_body_temp_path %2$s/1; proxy_temp_path %2$s/2; fastcgi_temp_path %2$s/3;
              uwsgi_temp_path %2$s/4; scgi_temp_path %2$s/5;
            %3$s}
            """
                .formatted(
                    System.getProperty("user.name").equals("root") ? "user root;\n" : "",
                    folder,
                    documented)
            : documented);
    return new ProcessBuilder(
            nginx
                ? List.of("nginx", "-e", "stderr", "-p", folder.toString(), "-c", file.toString())
                : List.of("haproxy", "-db", "-f", file.toString()))
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve(proxy + ".log").toFile())
        .start();
  }

  /// A node, and what it logs.
  private final class Node implements AutoCloseable {
    final List<String> log = Collections.synchronizedList(new ArrayList<>());
    final Process process;
    final JsonNode serving;

    Node() throws IOException {
      ProcessBuilder serve =
          JavaProcess.marquee(
              List.of(
                  "serve",
                  "--home",
                  folder.resolve("home").toString(),
                  "--database",
                  database.url(),
                  "--port",
                  "0",
                  "--bind",
                  TESTER,
                  "--ops-port",
                  "0"));
      serve.environment().put("MARQUEE_PROXIES", TESTER);
      serve.environment().put("MARQUEE_FAILED_AUTHENTICATIONS", "" + MOST_FAILURES);
      process = serve.redirectOutput(folder.resolve("out").toFile()).start();
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(process.getErrorStream(), UTF_8));
      String line = lines.readLine();
      while (!line.contains("\"message\":\"serving\"")) {
        line = lines.readLine();
      }
      serving = JsonMapper.shared().readTree(line);
      Thread.ofVirtual().start(() -> lines.lines().forEach(log::add));
    }

    int port(String name) {
      return Integer.parseInt(serving.get(name).asString().replaceFirst(".*:", ""));
    }

    @Override
    public void close() {
      process.destroyForcibly();
      process.onExit().join();
    }
  }

  /// The status for a caller at an address of this machine. Waits for a proxy that does not listen
  /// yet, or whose node is slow to say that it is ready.
  private static int status(
      SelfSigned trusted, String caller, int port, String key, String... fields) throws Exception {
    Instant end = Instant.now().plusSeconds(60);
    try (HttpClient client =
        HttpClient.newBuilder()
            .localAddress(InetAddress.getByName(caller))
            .sslContext(trusted.trusting())
            .build()) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create("https://" + TESTER + ":" + port + "/v1/films"))
              .header("Authorization", "Bearer " + key);
      while (true) {
        try {
          int status =
              client
                  .send(
                      (fields.length == 0 ? request : request.copy().headers(fields)).build(),
                      HttpResponse.BodyHandlers.discarding())
                  .statusCode();
          if (status < 500) {
            return status;
          }
        } catch (ConnectException _) {
          // It does not listen yet.
        }
        assertThat(Instant.now()).isBefore(end);
        LockSupport.parkNanos(50_000_000);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nginx | X-Forwarded-For $proxy_add_x_forwarded_for; | X-Forwarded-For '';",
        "haproxy | option forwardfor | option http-keep-alive"
      })
  void wrong_keys_of_one_caller_lock_out_no_other(
      String proxy, String forwarding, String forwardingNothing) throws Exception {
    assumeTrue(isInstalled(proxy), proxy + " is not installed");
    SelfSigned certificate = SelfSigned.make();
    certificate.writeTo(folder);
    Files.writeString(
        folder.resolve("both.pem"),
        Files.readString(folder.resolve("chain.pem"))
            + Files.readString(folder.resolve("key.pem")));
    Shell shell = new Shell(folder.resolve("home"), database);
    shell.run("organization", "create", "acme").succeeds();
    shell.run("entitlement", "grant", "acme", "--plan", "unlimited").succeeds();
    String made = shell.run("key", "create", "acme").succeeds().out().strip();
    String key = made.substring(made.lastIndexOf('\n') + 1).replaceFirst(".* ", "");
    try (Node node = new Node()) {
      int port = freePort();
      String documented = documented(proxy, port, node.port("api"), node.port("operations"));
      Process front = start(proxy, documented);
      try {
        for (int time = 0; time < MOST_FAILURES; time++) {
          // Whatever the caller invents, the proxy's word comes last.
          assertThat(
                  status(
                      certificate,
                      "127.0.0.5",
                      port,
                      "wrong",
                      "X-Forwarded-For",
                      "192.0.2." + time))
              .isEqualTo(401);
        }
        assertThat(status(certificate, "127.0.0.5", port, key)).isEqualTo(429);
        assertThat(status(certificate, "127.0.0.6", port, key)).isEqualTo(200);
      } finally {
        stop(front);
      }

      assertThat(documented).contains(forwarding);
      Process mute = start(proxy, documented.replace(forwarding, forwardingNothing));
      try {
        for (int time = 0; time < 2 * MOST_FAILURES; time++) {
          assertThat(status(certificate, "127.0.0.5", port, "wrong")).isEqualTo(401);
        }
        assertThat(status(certificate, "127.0.0.6", port, key)).isEqualTo(200);
        Instant end = Instant.now().plusSeconds(60);
        while (node.log.stream().noneMatch(line -> line.contains("forwards no address"))) {
          assertThat(Instant.now()).isBefore(end);
          LockSupport.parkNanos(20_000_000);
        }
        assertThat(node.log)
            .filteredOn(line -> line.contains("forwards no address"))
            .allMatch(line -> line.contains("\"proxy\":\"127.0.0.1\""));
      } finally {
        stop(mute);
      }
    }
  }

  private static void stop(Process proxy) throws InterruptedException {
    proxy.destroy();
    assertThat(proxy.waitFor(30, TimeUnit.SECONDS)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"nginx", "haproxy"})
  void a_page_of_the_documents_has_no_other_configuration(String proxy) throws Exception {
    assumeTrue(isInstalled("haproxy"), "haproxy is not installed");
    List<Snippets.Snippet> others =
        Snippets.in(proxy).stream()
            .filter(each -> !each.text().contains("10.0.1.11:8080"))
            .toList();
    assertThat(others).hasSize(proxy.equals("nginx") ? 0 : 1);
    for (Snippets.Snippet other : others) {
      Path file = Files.writeString(folder.resolve("other.cfg"), other.text());
      Process check =
          new ProcessBuilder("haproxy", "-c", "-f", file.toString())
              .redirectErrorStream(true)
              .start();
      String said = new String(check.getInputStream().readAllBytes(), UTF_8);
      assertThat(check.waitFor()).as(said).isZero();
      assertThat(said).doesNotContain("WARNING");
    }
  }
}
