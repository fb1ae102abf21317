package org.marquee.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.NullMarked;

/// A web site of a test's own, on this machine.
@NullMarked
public final class Site implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, Page> pages = new ConcurrentHashMap<>();

  /// The headers of every request, in order.
  public final List<Headers> asked = new CopyOnWriteArrayList<>();

  /// Answers a request.
  public interface Page {
    void answer(HttpExchange exchange) throws IOException;
  }

  private Site(HttpServer server) {
    this.server = server;
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  public static Site open() {
    try {
      return new Site(HttpServer.create(anyPort(), 0));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A site that speaks TLS.
  public static Site open(SSLContext context) throws IOException {
    HttpsServer server = HttpsServer.create(anyPort(), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    return new Site(server);
  }

  private static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  private void answer(HttpExchange exchange) {
    asked.add(exchange.getRequestHeaders());
    try (exchange) {
      Page page = pages.get(exchange.getRequestURI().getPath());
      if (page == null) {
        exchange.sendResponseHeaders(404, -1);
      } else {
        page.answer(exchange);
      }
    } catch (IOException _) {
      // The client has left.
    }
  }

  /// The page at `path` from now on.
  public Site at(String path, Page page) {
    pages.put(path, page);
    return this;
  }

  public Site at(String path, String body) {
    return at(path, exchange -> send(exchange, 200, body.getBytes(UTF_8)));
  }

  public URI address(String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  public static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  public static byte[] gzip(byte[] bytes) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
