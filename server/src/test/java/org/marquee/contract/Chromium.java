package org.marquee.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// One page in a headless Chromium, driven by its DevTools protocol.
@NullMarked
final class Chromium implements AutoCloseable {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final JsonMapper JSON = JsonMapper.shared();

  private final HttpClient client = HttpClient.newHttpClient();
  private final LinkedBlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private final Process process;
  private final int port;
  private final WebSocket page;
  private int asked;

  /// The program; empty where there is none.
  static Optional<String> find() {
    return List.of("chromium", "chromium-browser", "google-chrome").stream()
        .filter(name ->
            List.of(System.getenv("PATH").split(":")).stream()
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, name))))
        .findFirst();
  }

  Chromium(String program, Path folder, String address) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    process =
        new ProcessBuilder(
                program,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--window-size=1000,700",
                "--user-data-dir=" + folder,
                "--remote-debugging-port=0",
                address)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    Path told = folder.resolve("DevToolsActivePort");
    await(() -> Files.isReadable(told) && Files.readAllLines(told).size() > 1);
    port = Integer.parseInt(Files.readAllLines(told).getFirst());
    await(() -> pages().size() == 1);
    page =
        client
            .newWebSocketBuilder()
            .buildAsync(
                URI.create(pages().get(0).get("webSocketDebuggerUrl").asString()),
                new WebSocket.Listener() {
                  private final StringBuilder text = new StringBuilder();

                  @Override
                  public @Nullable CompletionStage<?> onText(
                      WebSocket socket, CharSequence part, boolean last) {
                    text.append(part);
                    if (last) {
                      answers.add(text.toString());
                      text.setLength(0);
                    }
                    socket.request(1);
                    return null;
                  }
                })
            .join();
  }

  /// The pages that are open.
  JsonNode pages() throws IOException, InterruptedException {
    URI list = URI.create("http://127.0.0.1:" + port + "/json/list");
    HttpResponse<String> answer =
        client.send(HttpRequest.newBuilder(list).build(), HttpResponse.BodyHandlers.ofString());
    List<JsonNode> pages =
        JSON.readTree(answer.body())
            .valueStream()
            .filter(each -> each.get("type").asString().equals("page"))
            .toList();
    return JSON.valueToTree(pages);
  }

  /// The value of an expression in the page.
  JsonNode value(String expression) throws InterruptedException {
    String message =
        JSON.writeValueAsString(
            JSON.createObjectNode()
                .put("id", ++asked)
                .put("method", "Runtime.evaluate")
                .set(
                    "params",
                    JSON.createObjectNode()
                        .put("expression", expression)
                        .put("returnByValue", true)));
    page.sendText(message, true).join();
    String answer = answers.poll(LONGEST.toSeconds(), TimeUnit.SECONDS);
    return JSON.readTree(String.valueOf(answer)).at("/result/result/value");
  }

  /// Waits until an expression in the page is true.
  void await(String expression) throws IOException, InterruptedException {
    await(() -> value(expression).asBoolean(false));
  }

  private interface Condition {
    boolean holds() throws IOException, InterruptedException;
  }

  private static void await(Condition condition) throws IOException, InterruptedException {
    Instant end = Instant.now().plus(LONGEST);
    while (!condition.holds()) {
      assertThat(Instant.now()).isBefore(end);
      LockSupport.parkNanos(20_000_000);
    }
  }

  @Override
  public void close() {
    List<ProcessHandle> all = process.descendants().collect(Collectors.toList());
    all.add(process.toHandle());
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(each -> each.onExit().join());
  }
}
