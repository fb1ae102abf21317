package org.marquee.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.NullMarked;
import org.marquee.JavaProcess;
import org.marquee.store.sql.TestDatabase;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `serve` in a process of its own, on free ports of this machine, and what it logs.
@NullMarked
final class ServingProcess implements AutoCloseable {
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private final Process process;
  private final JsonNode serving;

  private ServingProcess(Process process, JsonNode serving) {
    this.process = process;
    this.serving = serving;
  }

  /// Starts it, and waits until it serves.
  ///
  /// @param folder gets the home and standard output
  static ServingProcess start(
      Path folder, TestDatabase database, Map<String, String> environment, String... options)
      throws IOException {
    List<String> arguments =
        new ArrayList<>(List.of("serve", "--home", folder.resolve("home").toString()));
    arguments.addAll(List.of("--database", database.url(), "--port", "0", "--bind", "127.0.0.1"));
    arguments.addAll(List.of("--ops-port", "0"));
    arguments.addAll(List.of(options));
    ProcessBuilder serve = JavaProcess.marquee(List.of("-Xmx96m"), arguments);
    serve.environment().putAll(environment);
    Process process = serve.redirectOutput(folder.resolve("out").toFile()).start();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getErrorStream(), UTF_8));
    String line = "";
    while (!line.contains("\"message\":\"serving\"")) {
      line = lines.readLine();
      assertThat(line).as("it ended").isNotNull();
    }
    ServingProcess started = new ServingProcess(process, JsonMapper.shared().readTree(line));
    Thread.ofVirtual().start(() -> lines.lines().forEach(started.log::add));
    return started;
  }

  int api() {
    return port("api");
  }

  int operations() {
    return port("operations");
  }

  private int port(String name) {
    return Integer.parseInt(serving.get(name).asString().replaceFirst(".*:", ""));
  }

  /// What was logged so far after it began to serve.
  List<String> log() {
    return List.copyOf(log);
  }

  Process process() {
    return process;
  }

  /// Waits for something that comes for certain.
  static void await(BooleanSupplier fact) {
    Instant end = Instant.now().plusSeconds(60);
    while (!fact.getAsBoolean()) {
      assertThat(Instant.now()).isBefore(end);
      LockSupport.parkNanos(20_000_000);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
