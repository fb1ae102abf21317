package org.marquee.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Asks one server, with a key, one question at a time.
final class Client implements AutoCloseable {
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final int port;
  private final String key;

  Client(int port, String key) {
    this.port = port;
    this.key = key;
  }

  HttpResponse<byte[]> get(String target) throws IOException, InterruptedException {
    return http.send(request(target).build(), BodyHandlers.ofByteArray());
  }

  private HttpRequest.Builder request(String target) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + target))
        .header("Authorization", "Bearer " + key);
  }

  /// The body of an answer that must be there.
  byte[] body(String target) throws IOException, InterruptedException {
    HttpResponse<byte[]> answer = get(target);
    if (answer.statusCode() != 200) {
      throw new IOException(
          answer.statusCode()
              + " to "
              + target
              + ": "
              + new String(answer.body(), StandardCharsets.UTF_8));
    }
    return answer.body();
  }

  /// The body as a client gets it that accepts gzip: compressed, or as it is where the server does
  /// not compress it.
  ///
  /// @throws IllegalStateException if it does not inflate to what a client gets that does not
  ///   accept gzip
  byte[] compressed(String target) throws IOException, InterruptedException {
    HttpResponse<byte[]> answer =
        http.send(
            request(target).header("Accept-Encoding", "gzip").build(), BodyHandlers.ofByteArray());
    boolean isCompressed =
        answer.headers().firstValue("Content-Encoding").orElse("").equals("gzip");
    byte[] body = answer.body();
    if (!Arrays.equals(isCompressed ? Compression.inflated(body) : body, body(target))) {
      throw new IllegalStateException("compressed, it is another answer: " + target);
    }
    return body;
  }

  boolean answers(String target) throws IOException, InterruptedException {
    return get(target).statusCode() == 200;
  }

  @Override
  public void close() {
    http.close();
  }
}
