package org.marquee.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// HTTP/2 with a client that keeps to the rules.
@NullMarked
class Http2Test {
  private static final SelfSigned IDENTITY = SelfSigned.make();

  private final ExecutorService reading = Executors.newVirtualThreadPerTaskExecutor();
  private final Deliveries deliveries = new Deliveries();
  private final AtomicInteger late = new AtomicInteger();
  private final HttpServer server;
  private final HttpClient client = HttpClient.newBuilder().sslContext(IDENTITY.trusting()).build();

  Http2Test(@TempDir Path folder) throws IOException {
    server =
        HttpServer.start(
            Echo.settings()
                .withTls(IDENTITY.writeTo(folder))
                .withObserver(deliveries)
                .withTimes(Times.drain(Duration.ofSeconds(5))),
            routes());
  }

  private Handler routes() {
    return new Handler() {
      @Override
      public void handle(Request request, Reply reply) {
        switch (request.path().getFirst()) {
          case "large" ->
              reply.send(
                  Response.of(200, "text/plain", "x".repeat(1 << 20).getBytes(US_ASCII))
                      .with("X-Long", "1"));
          case "fields" ->
              reply.send(
                  Echo.text("x")
                      .with("X-Long", "v".repeat(Integer.parseInt(request.path().get(1)))));
          case "stream" ->
              reply.streamFrom(
                  reading,
                  Response.of(200, "text/plain", new byte[0]),
                  -1,
                  out -> {
                    for (int part = 0; part < 200; part++) {
                      out.write(new byte[10_000]);
                    }
                  });
          case "broken" ->
              reply.streamFrom(
                  reading,
                  Response.of(200, "text/plain", new byte[0]),
                  1_000,
                  out -> {
                    out.write(new byte[500]);
                    out.flush();
                    throw new IOException("for the test");
                  });
          case "upload" ->
              reply.sendFrom(
                  reading,
                  request,
                  () -> {
                    try (InputStream body = request.body()) {
                      return Echo.text("read " + body.readAllBytes().length);
                    } catch (IOException e) {
                      return Echo.text("failed");
                    }
                  });
          case "early" -> reply.send(Echo.text("no need"));
          case "late" ->
              reply.sendFrom(
                  reading,
                  request,
                  () -> {
                    late.incrementAndGet();
                    try {
                      Thread.sleep(300);
                    } catch (InterruptedException e) {
                      throw new IllegalStateException(e);
                    }
                    return Echo.text("late");
                  });
          default -> reply.send(Echo.text(Echo.said(request)));
        }
      }

      @Override
      public BodyLimit body(Request request) {
        return switch (request.path().getFirst()) {
          case "upload", "early" -> BodyLimit.of(2 << 20, Duration.ofSeconds(20));
          default -> BodyLimit.IGNORED;
        };
      }
    };
  }

  @AfterEach
  void close() {
    client.shutdownNow();
    server.close();
    reading.close();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(
        URI.create("https://localhost:" + server.address().getPort() + path));
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(request(path));
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
    assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
    return answer;
  }

  @Test
  void requests_are_answered_as_over_http_1() throws Exception {
    HttpResponse<String> answer = get("/a/b?x=1");
    assertThat(answer.body()).isEqualTo("GET [a, b] {x=1}");
    assertThat(answer.headers().firstValue("x-content-type-options")).contains("nosniff");
    assertThat(answer.headers().firstValue("content-length")).contains("16");
    assertThat(answer.headers().firstValue("date")).isPresent();
    assertThat(answer.headers().firstValue("connection")).isEmpty();
    assertThat(
            send(request("/a").header("X-Request-Id", "mine")).headers().firstValue("x-request-id"))
        .contains("mine");
    HttpResponse<String> head = send(request("/large").HEAD());
    assertThat(head.body()).isEmpty();
    assertThat(head.headers().firstValue("content-length")).contains("1048576");
    HttpResponse<String> compressed = send(request("/large").header("Accept-Encoding", "gzip"));
    assertThat(compressed.headers().firstValue("content-encoding")).contains("gzip");
    assertThat(send(request("/a").method("BREW", BodyPublishers.noBody())).statusCode())
        .isEqualTo(501);
    assertThat(get("/%ff").statusCode()).isEqualTo(400);
  }

  @Test
  void large_and_streamed_answers_are_whole() throws Exception {
    assertThat(get("/large").body()).hasSize(1 << 20);
    assertThat(get("/stream").body()).hasSize(2_000_000);
  }

  @Test
  void an_answer_that_breaks_off_is_not_taken_for_whole() throws Exception {
    assertThat(
            client
                .sendAsync(request("/broken").build(), BodyHandlers.ofString())
                .handle((answer, failure) -> failure != null)
                .get(10, TimeUnit.SECONDS))
        .isTrue();
    assertThat(get("/a").statusCode()).isEqualTo(200);
  }

  @Test
  void bodies_are_read_within_their_limits() throws Exception {
    assertThat(send(request("/upload").POST(BodyPublishers.ofByteArray(new byte[1 << 20]))).body())
        .isEqualTo("read 1048576");
    assertThat(
            send(request("/upload")
                    .POST(
                        BodyPublishers.ofInputStream(
                            () -> new ByteArrayInputStream(new byte[700_000]))))
                .body())
        .isEqualTo("read 700000");
    assertThat(
            send(request("/upload")
                    .expectContinue(true)
                    .POST(BodyPublishers.ofByteArray(new byte[100_000])))
                .body())
        .isEqualTo("read 100000");
    assertThat(send(request("/a").POST(BodyPublishers.ofByteArray(new byte[60_000]))).body())
        .isEqualTo("POST [a] {}");
  }

  @Test
  void many_streams_share_a_connection() throws Exception {
    get("/a");
    List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
    for (int number = 0; number < 90; number++) {
      all.add(
          client.sendAsync(
              request(number % 3 == 0 ? "/late" : "/large").build(), BodyHandlers.ofString()));
    }
    for (var each : all) {
      assertThat(each.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    }
    assertThat(server.connections().open()).isLessThan(10);
  }

  @Test
  void no_request_fails_when_the_server_stops() throws Exception {
    get("/a");
    List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
    for (int number = 0; number < 50; number++) {
      all.add(client.sendAsync(request("/late").build(), BodyHandlers.ofString()));
    }
    while (late.get() < all.size()) {
      Thread.onSpinWait();
    }
    server.close();
    for (var each : all) {
      assertThat(each.get(10, TimeUnit.SECONDS).body()).isEqualTo("late");
    }
  }

  @Test
  void fields_of_any_length_arrive_whatever_table_the_client_allows() throws Exception {
    try (FrameWire wire = FrameWire.to(server, IDENTITY.trusting())) {
      int stream = 1;
      for (int size : List.of(0, 4_096, 100, 65_536)) {
        wire.add(
            FrameWire.SETTINGS, 0, 0, FrameWire.concat(new byte[] {0, 1}, FrameWire.number(size)));
        for (int length : List.of(0, 126, 127, 128, 254, 255, 300, 16_000)) {
          FrameWire.Answer answer = wire.get(stream, "/fields/" + length).flush().answer(stream);
          assertThat(answer.one("x-long")).hasSize(length);
          assertThat(answer.one("content-type")).isEqualTo("text/plain");
          stream += 2;
        }
      }
    }
  }
}
