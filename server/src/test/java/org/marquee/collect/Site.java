package org.marquee.collect;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
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
import org.jspecify.annotations.NullMarked;

/// A web site of a test's own, on this machine.
@NullMarked
final class Site implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, Page> pages = new ConcurrentHashMap<>();

  /// The headers of every request, in order.
  final List<Headers> asked = new CopyOnWriteArrayList<>();

  /// Answers a request.
  interface Page {
    void answer(HttpExchange exchange) throws IOException;
  }

  private Site(HttpServer server) {
    this.server = server;
  }

  static Site open() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      Site site = new Site(server);
      server.setExecutor(site.threads);
      server.createContext("/", site::answer);
      server.start();
      return site;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
      // Whoever asked has left.
    }
  }

  /// The page at `path` from now on.
  Site at(String path, Page page) {
    pages.put(path, page);
    return this;
  }

  Site at(String path, String body) {
    return at(path, exchange -> send(exchange, 200, body.getBytes(UTF_8)));
  }

  URI address(String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  static byte[] gzip(byte[] bytes) {
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
