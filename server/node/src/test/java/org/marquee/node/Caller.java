package org.marquee.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.jspecify.annotations.NullMarked;

/// Sends requests of tests; all of them share its connections.
@NullMarked
public final class Caller {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private Caller() {}

  public static <T> HttpResponse<T> send(
      HttpRequest.Builder request, HttpResponse.BodyHandler<T> body) {
    return send(CLIENT, request, body);
  }

  static <T> HttpResponse<T> send(
      HttpClient client, HttpRequest.Builder request, HttpResponse.BodyHandler<T> body) {
    try {
      return client.send(request.build(), body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
