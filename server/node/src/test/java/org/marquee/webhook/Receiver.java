package org.marquee.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.EmptyWebhookSecretException;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Somebody who receives webhooks, on a port of this machine. Each is checked by the published
/// library of Standard Webhooks.
@NullMarked
public final class Receiver implements AutoCloseable {
  private final HttpServer server;
  private final Queue<Reaction> reactions = new ConcurrentLinkedQueue<>();
  private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
  private final Queue<Received> all = new ConcurrentLinkedQueue<>();
  private volatile List<String> secrets;

  /// What came.
  ///
  /// @param signedBy those of the receiver's secrets that the signature fits
  public record Received(String id, String body, List<String> signedBy, List<String> signatures) {
    public JsonNode json() {
      return JsonMapper.shared().readTree(body);
    }

    /// `alarm.began stale rex`.
    public String summary() {
      JsonNode data = json().path("data");
      return "%s %s %s"
          .formatted(
              json().path("type").asString(),
              data.path("code").asString(),
              data.path("subject").asString());
    }
  }

  /// What the receiver does with a message.
  public interface Reaction {
    void on(HttpExchange exchange) throws IOException, InterruptedException;

    static Reaction status(int status) {
      return exchange -> exchange.sendResponseHeaders(status, -1);
    }

    static Reaction redirect(URI to) {
      return exchange -> {
        exchange.getResponseHeaders().add("Location", to.toString());
        exchange.sendResponseHeaders(307, -1);
      };
    }

    /// Closes the connection without an answer.
    static Reaction closing() {
      return exchange -> {
        throw new IOException("closed");
      };
    }
  }

  private Receiver(HttpServer server, List<String> secrets) {
    this.server = server;
    this.secrets = secrets;
  }

  public static Receiver start(String... secrets) {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      Receiver receiver = new Receiver(server, List.of(secrets));
      server.createContext("/", receiver::handle);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.start();
      return receiver;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Where it listens, with a path that is nobody's business.
  public URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/private-path");
  }

  /// Does this with the next messages, and then takes each.
  public Receiver first(Reaction... next) {
    reactions.addAll(List.of(next));
    return this;
  }

  public void trust(String... others) {
    secrets = List.of(others);
  }

  /// The next message; waits for it.
  public Received next() {
    try {
      Received next = received.poll(60, TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("nothing came");
      }
      return next;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Everything that came so far.
  public List<Received> all() {
    return List.copyOf(all);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      Map<String, List<String>> headers = new HashMap<>();
      exchange
          .getRequestHeaders()
          .forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
      Received message =
          new Received(
              headers.getOrDefault("webhook-id", List.of("none")).getFirst(),
              body,
              secrets.stream().filter(each -> verifies(each, body, headers)).toList(),
              List.of(
                  headers.getOrDefault("webhook-signature", List.of("")).getFirst().split(" ")));
      all.add(message);
      Reaction reaction = reactions.poll();
      received.add(message);
      (reaction == null ? Reaction.status(204) : reaction).on(exchange);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static boolean verifies(String secret, String body, Map<String, List<String>> headers) {
    try {
      new Webhook(secret).verify(body, new HashMap<>(headers));
      return true;
    } catch (WebhookVerificationException _) {
      return false;
    } catch (EmptyWebhookSecretException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
