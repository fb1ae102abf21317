package org.marquee.app.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
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
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.JavaProcess;
import org.marquee.http.SelfSigned;
import org.marquee.http.tls.TlsFiles;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A serving node as a process of its own.
@NullMarked
class ServeProcessTest {
  @Test
  void a_node_that_is_told_to_stop_lets_its_database_go_and_ends_well(@TempDir Path home)
      throws Exception {
    Process process = serve(home);
    try (BufferedReader log =
        new BufferedReader(new InputStreamReader(process.getErrorStream(), UTF_8))) {
      JsonNode serving = JsonMapper.shared().readTree(log.readLine());
      while (!serving.get("message").asString().equals("serving")) {
        // The snapshot of so small a home may be complete before.
        assertThat(serving.get("message").asString())
            .matches("answers come from memory|creating a new home with a database in .*");
        serving = JsonMapper.shared().readTree(log.readLine());
      }
      int port = port(serving.get("operations"));
      while (status(port, "/health/ready") != 200) {
        assertThat(process.isAlive()).isTrue(); // the first snapshot is being made
      }
      assertThat(home.resolve("pgdata-18/postmaster.pid")).exists();

      process.destroy();
      while (status(port, "/health/ready") != 503) {
        assertThat(process.isAlive()).isTrue();
      }
      // It still takes connections: a load balancer needs a while to see that it is not ready.
      assertThat(status(port(serving.get("api")), "/v1/films")).isEqualTo(401);
      assertThat(status(port, "/health/live")).isEqualTo(200);
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
      assertThat(home.resolve("pgdata-18/postmaster.pid")).doesNotExist();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void an_outsiders_thousand_bad_handshakes_add_few_lines_to_the_log(@TempDir Path home)
      throws Exception {
    TlsFiles files = SelfSigned.make().writeTo(home);
    Process process =
        serve(
            home,
            "--tls-certificate",
            files.certificate().toString(),
            "--tls-key",
            files.key().toString());
    List<String> lines = Collections.synchronizedList(new ArrayList<>());
    try (BufferedReader log =
        new BufferedReader(new InputStreamReader(process.getErrorStream(), UTF_8))) {
      String line = log.readLine();
      while (!line.contains("\"message\":\"serving\"")) {
        line = log.readLine();
      }
      Thread reader = Thread.ofVirtual().start(() -> log.lines().forEach(lines::add));
      int port = port(JsonMapper.shared().readTree(line).get("api"));
      for (int number = 0; number < 1_000; number++) {
        handshake(port, BAD_BEGINNINGS.get(number % BAD_BEGINNINGS.size()));
      }
      assertThat(process.isAlive()).isTrue();
      process.destroyForcibly();
      reader.join();
      assertThat(lines).hasSizeLessThan(100);
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

  private static Process serve(Path home, String... more) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "serve",
                "--home",
                home.toString(),
                "--port",
                "0",
                "--bind",
                "127.0.0.1",
                "--ops-port",
                "0"));
    arguments.addAll(List.of(more));
    ProcessBuilder serve = JavaProcess.marquee(arguments);
    serve.environment().put("MARQUEE_STOP_DELAY", "4s");
    return serve.redirectOutput(Files.createTempFile(home, "out", ".txt").toFile()).start();
  }

  private static int port(JsonNode address) {
    return Integer.parseInt(address.asString().replaceFirst(".*:", ""));
  }

  private static int status(int port, String path) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
              HttpResponse.BodyHandlers.discarding())
          .statusCode();
    }
  }
}
