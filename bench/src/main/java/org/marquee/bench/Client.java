package org.marquee.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;

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
    return http.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + target))
            .header("Authorization", "Bearer " + key)
            .build(),
        BodyHandlers.ofByteArray());
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

  boolean answers(String target) throws IOException, InterruptedException {
    return get(target).statusCode() == 200;
  }

  @Override
  public void close() {
    http.close();
  }
}
