package org.marquee.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.marquee.bench.Workload.Encoding;
import org.marquee.rig.Line;
import org.marquee.rig.Program;
import org.marquee.rig.Waiting;

/// nginx with one worker, serving pages as files: the same bytes, the same header fields.
final class Nginx implements Contender {
  private static final Duration START = Duration.ofSeconds(20);

  private final String name;
  private final Program program;
  private final int port;

  private Nginx(String name, Program program, int port) {
    this.name = name;
    this.program = program;
    this.port = port;
  }

  /// How it sends a file.
  enum Sending {
    SENDFILE,
    WRITE;

    private String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// Serves the answers to the queries that repeat, each by its number, with compressed files
  /// beside them.
  ///
  /// @param encoding of what clients get; for gzip these files (`gzip_static`)
  static Nginx start(Pool pool, Encoding encoding, Sending sending, String key) throws Exception {
    String compression = encoding == Encoding.GZIP ? "gzip_static on;" : "";
    String name = "nginx" + (compression.isEmpty() ? ", " : " gzip_static, ") + sending.word();
    Path folder = WORK.resolve(name.replaceAll("[^A-Za-z0-9]+", "-"));
    writeFiles(folder, pool.pages(), pool.compressed());
    int port = Waiting.freePort();
    Path configuration = folder.resolve("nginx.conf");
    Files.writeString(configuration, configuration(folder, port, sending, compression));
    Program program =
        Program.start(
            folder.resolve("nginx.log"),
            Map.of(),
            Processors.pinned(
                Processors.ANSWERING,
                List.of("nginx", "-e", "stderr", "-p", "" + folder, "-c", "" + configuration)));
    InetSocketAddress here = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    try (Line line = new Line(here, key)) {
      Waiting.until(name, START, () -> line.get("/v1/0").status() == 200);
    }
    return new Nginx(name, program, port);
  }

  /// A compressed page that is the page itself gets no file of its own.
  private static void writeFiles(Path folder, List<byte[]> pages, List<byte[]> compressed)
      throws IOException {
    Path files = Files.createDirectories(folder.resolve("files/v1"));
    for (int number = 0; number < pages.size(); number++) {
      Files.write(files.resolve(Integer.toString(number)), pages.get(number));
      Path beside = files.resolve(number + ".gz");
      Files.deleteIfExists(beside);
      if (!Arrays.equals(pages.get(number), compressed.get(number))) {
        Files.write(beside, compressed.get(number));
      }
    }
  }

  /// The fields are those of the interface; the one of the next page has about the same length.
  /// Fields that the interface does not send are switched off in nginx where possible.
  private static String configuration(Path folder, int port, Sending sending, String compression) {
    return """
    daemon off;
    worker_processes 1;
    %1$s
    error_log stderr crit;
    pid %2$s/nginx.pid;
    events { worker_connections 1024; }
    http {
      access_log off;
      sendfile %3$s;
      tcp_nopush on;
      tcp_nodelay on;
      gzip off;
      %5$s
      keepalive_requests 1000000000;
      keepalive_timeout 600s;
      open_file_cache max=10000 inactive=1h;
      open_file_cache_valid 1h;
      open_file_cache_min_uses 1;
      open_file_cache_errors on;
      server_tokens off;
      max_ranges 0;
      default_type application/json;
      add_header Last-Modified "";
      add_header X-Request-Id $request_id;
      add_header X-Content-Type-Options nosniff;
      add_header Cache-Control "private, no-cache";
      add_header Vary "Authorization, Accept-Encoding";
      add_header Link '<$request_uri&cursor=AQEfpxzIq1e0LgAGRBoAAAAAc3RfMDEyMzQ1Njc4OWFiY2RlZmdoaWo>; rel="next"';
      server {
        listen 127.0.0.1:%4$d backlog=4096;
        root %2$s/files;
      }
    }
    """
        .formatted(
            System.getProperty("user.name").equals("root") ? "user root;" : "",
            folder,
            sending == Sending.SENDFILE ? "on" : "off",
            port,
            compression);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public String target(int number, String question) {
    return "/v1/" + number + question.substring(question.indexOf('?'));
  }

  @Override
  public List<Long> processes() {
    return List.of(program.pid());
  }

  @Override
  public void close() {
    program.close();
  }
}
