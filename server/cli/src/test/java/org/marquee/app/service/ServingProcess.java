package org.marquee.app.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.NullMarked;
import org.marquee.JavaProcess;
import org.marquee.node.Patience;
import org.marquee.store.sql.TestDatabase;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `serve` in a process of its own, on free ports of this machine, and what it logs.
@NullMarked
public final class ServingProcess implements AutoCloseable {
  private final Path log;
  private final Process process;
  private final JsonNode serving;

  private ServingProcess(Path log, Process process, JsonNode serving) {
    this.log = log;
    this.process = process;
    this.serving = serving;
  }

  /// Starts it, and waits until it serves.
  ///
  /// @param folder gets the home and standard output
  public static ServingProcess start(
      Path folder, TestDatabase database, Map<String, String> environment, String... options)
      throws IOException {
    List<String> arguments =
        new ArrayList<>(List.of("serve", "--home", folder.resolve("home").toString()));
    arguments.addAll(List.of("--database", database.url(), "--port", "0", "--bind", "127.0.0.1"));
    arguments.addAll(List.of("--ops-port", "0"));
    arguments.addAll(List.of(options));
    ProcessBuilder serve = JavaProcess.marquee(List.of("-Xmx96m"), arguments);
    serve.environment().putAll(environment);
    Path log = Files.createTempFile(folder, "log", "");
    Process process =
        serve.redirectOutput(folder.resolve("out").toFile()).redirectError(log.toFile()).start();
    Patience.await(() -> !process.isAlive() || serving(log).isPresent());
    ServingProcess node =
        new ServingProcess(log, process, JsonMapper.shared().readTree(serving(log).orElseThrow()));
    Patience.await(() -> !process.isAlive() || node.isReady());
    return node;
  }

  private static Optional<String> serving(Path log) {
    return lines(log).stream().filter(line -> line.contains("\"message\":\"serving\"")).findFirst();
  }

  /// The lines that are whole.
  private static List<String> lines(Path file) {
    try {
      String text = Files.readString(file);
      return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int api() {
    return port("api");
  }

  public int operations() {
    return port("operations");
  }

  private int port(String name) {
    return Integer.parseInt(serving.get(name).asString().replaceFirst(".*:", ""));
  }

  /// Whether `/health/ready` says so. It serves before, while its first snapshot is being read.
  public boolean isReady() {
    try {
      URL url = URI.create("http://127.0.0.1:" + operations() + "/health/ready").toURL();
      return ((HttpURLConnection) url.openConnection()).getResponseCode() == 200;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What it logged so far.
  public List<String> log() {
    return lines(log);
  }

  public Process process() {
    return process;
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
