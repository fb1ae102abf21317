package org.marquee.app.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.JavaProcess;
import org.marquee.app.Showbill;
import org.marquee.app.SnippetKind;
import org.marquee.app.Snippets;
import org.marquee.http.SelfSigned;
import org.marquee.http.tls.TlsFiles;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A serving node as a process of its own.
@NullMarked
class ServeProcessTest {
  @Test
  void a_node_bears_bad_handshakes_and_when_told_to_stop_lets_its_database_go_and_ends_well(
      @TempDir Path home) throws Exception {
    SelfSigned certificate = SelfSigned.make();
    Process process = serve(home, certificate.writeTo(home));
    List<String> lines = Collections.synchronizedList(new ArrayList<>());
    try (HttpClient client = HttpClient.newBuilder().sslContext(certificate.trusting()).build();
        BufferedReader log =
            new BufferedReader(new InputStreamReader(process.getErrorStream(), UTF_8))) {
      JsonNode serving = JsonMapper.shared().readTree(log.readLine());
      while (!serving.get("message").asString().equals("serving")) {
        // The snapshot of so small a home may be complete before.
        assertThat(serving.get("message").asString())
            .matches("TLS certificate loaded|answers come from memory|creating a new home .*");
        serving = JsonMapper.shared().readTree(log.readLine());
      }
      for (Snippets.Snippet documented : Snippets.of(SnippetKind.LOG_LINE)) {
        assertThat(Set.copyOf(serving.propertyNames()))
            .containsAll(JsonMapper.shared().readTree(documented.text()).propertyNames());
      }
      Thread reader = Thread.ofVirtual().start(() -> read(log, lines));
      String operations = "http://127.0.0.1:" + port(serving.get("operations"));
      while (status(client, operations + "/health/ready") != 200) {
        assertThat(process.isAlive()).isTrue(); // the first snapshot is being made
        Thread.sleep(10);
      }
      while (!Files.exists(home.resolve("reports/.cleaned"))) {
        assertThat(process.isAlive()).isTrue(); // the feed is being collected
        Thread.sleep(10);
      }
      assertThat(home.resolve("pgdata-18/postmaster.pid")).exists();

      int port = port(serving.get("api"));
      for (int number = 0; number < 240; number++) {
        handshake(port, BAD_BEGINNINGS.get(number % BAD_BEGINNINGS.size()));
      }

      process.destroy();
      while (status(client, operations + "/health/ready") != 503) {
        assertThat(process.isAlive()).isTrue();
        Thread.sleep(10);
      }
      // It still takes connections: a load balancer needs a while to see that it is not ready.
      assertThat(status(client, "https://127.0.0.1:" + port + "/v1/films")).isEqualTo(401);
      assertThat(status(client, operations + "/health/live")).isEqualTo(200);
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
      assertThat(home.resolve("pgdata-18/postmaster.pid")).doesNotExist();
      reader.join();
      assertThat(lines).hasSizeLessThan(60);
      assertThat(Files.readAllLines(home.resolve("out")))
          .as("the access log")
          .filteredOn(line -> line.contains("\"path\":\"/v1/films\""))
          .hasSize(1);
    } finally {
      process.destroyForcibly();
    }
  }

  /// What clients begin with, in hexadecimal: a record that is not TLS, a hello cut off, one of SSL
  /// 3, an alert, cleartext, nothing.
  private static final List<String> BAD_BEGINNINGS =
      List.of(
          "16030100050100000100",
          "160301ffff0100fffb0303",
          "1603000030010000",
          "15030300020228",
          "474554202f20485454502f312e310d0a0d0a",
          "");

  private static void handshake(int port, String beginning) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write(HexFormat.of().parseHex(beginning));
      socket.shutdownOutput();
      socket.getInputStream().readAllBytes();
    } catch (SocketException _) {
      // The server may reset the connection.
    }
  }

  private static Process serve(Path home, TlsFiles tls) throws IOException {
    Files.writeString(
        home.resolve("providers.yaml"),
        "providers: [{name: rex, files: feed.ndjson, every: 1h}]\n");
    new Showbill("rex").showtimes(3).write(home.resolve("feed.ndjson"));
    ProcessBuilder serve =
        JavaProcess.marquee(
            List.of(
                "serve",
                "--home",
                home.toString(),
                "--port",
                "0",
                "--bind",
                "127.0.0.1",
                "--ops-port",
                "0",
                "--collect",
                "--access-log=-",
                "--tls-certificate",
                tls.certificate().toString(),
                "--tls-key",
                tls.key().toString()));
    serve.environment().put("MARQUEE_STOP_DELAY", "4s");
    return serve.redirectOutput(home.resolve("out").toFile()).start();
  }

  private static int port(JsonNode address) {
    return Integer.parseInt(address.asString().replaceFirst(".*:", ""));
  }

  private static int status(HttpClient client, String address)
      throws IOException, InterruptedException {
    return client
        .send(
            HttpRequest.newBuilder(URI.create(address)).build(),
            HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  /// Reads to the end, which a test that fails brings by closing.
  private static void read(BufferedReader log, Collection<String> lines) {
    try {
      log.lines().forEach(lines::add);
    } catch (UncheckedIOException _) {
      // closed
    }
  }
}
