package org.marquee.app.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.NullMarked;
import org.marquee.http.SelfSigned;

/// A caller of a [FrontProxy], at an address of this machine.
@NullMarked
final class FrontCaller implements AutoCloseable {
  private final HttpClient client;
  private final String root;
  private final String[] fields;
  private final AtomicInteger answered = new AtomicInteger();

  /// @param root where the proxy is, such as `https://127.0.0.1:8443`
  /// @param fields names and values of the header, in turn, that say who asks
  FrontCaller(SelfSigned trusted, String address, String root, String... fields) {
    try {
      client =
          HttpClient.newBuilder()
              .localAddress(InetAddress.getByName(address))
              .sslContext(trusted.trusting())
              .build();
    } catch (UnknownHostException e) {
      throw new UncheckedIOException(e);
    }
    this.root = root;
    this.fields = fields;
  }

  HttpRequest.Builder request(String target) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(root + target));
    return fields.length == 0 ? request : request.headers(fields);
  }

  HttpClient client() {
    return client;
  }

  /// Asks once.
  HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> answer =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      answered.incrementAndGet();
      return answer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  HttpResponse<String> get(String target) {
    return send(request(target));
  }

  /// How many answers there were.
  int answered() {
    return answered.get();
  }

  /// Waits for a proxy that does not listen yet, or does not know its nodes.
  FrontCaller ready() {
    Instant end = Instant.now().plusSeconds(60);
    while (true) {
      try {
        if (get("/v1/films").statusCode() < 500) {
          return this;
        }
      } catch (UncheckedIOException _) {
        // It does not listen yet.
      }
      assertThat(Instant.now()).isBefore(end);
      LockSupport.parkNanos(50_000_000);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
