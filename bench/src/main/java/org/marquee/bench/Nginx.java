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

  /// Serves the pages as they are.
  ///
  /// @param pages the bodies, page number n being the answer to query number n
  static Nginx plain(List<byte[]> pages, Sending sending, String key) throws Exception {
    String name = "nginx, " + sending.word();
    writeFiles(name, pages, pages);
    return start(name, sending, "gzip off;", key);
  }

  /// Serves compressed files that lie beside the pages (`gzip_static`).
  ///
  /// @param files the compressor, as tables call it
  /// @param compressed the pages compressed; one that is the page itself is served as it is
  static Nginx precompressed(
      String files, List<byte[]> pages, List<byte[]> compressed, Sending sending, String key)
      throws Exception {
    String name = "nginx gzip_static, files of " + files + ", " + sending.word();
    writeFiles(name, pages, compressed);
    return start(name, sending, "gzip off; gzip_static on;", key);
  }

  /// Compresses the pages for each request at zlib's fastest level, 1.
  static Nginx compressing(List<byte[]> pages, String key) throws Exception {
    String name = "nginx gzip on, level 1";
    writeFiles(name, pages, pages);
    return start(
        name,
        Sending.SENDFILE,
        "gzip on; gzip_comp_level 1; gzip_min_length 1024; gzip_types application/json;",
        key);
  }

  private static void writeFiles(String name, List<byte[]> pages, List<byte[]> compressed)
      throws IOException {
    Path files = Files.createDirectories(folder(name).resolve("files/v1"));
    for (int number = 0; number < pages.size(); number++) {
      Files.write(files.resolve(Integer.toString(number)), pages.get(number));
      Path beside = files.resolve(number + ".gz");
      Files.deleteIfExists(beside);
      if (!Arrays.equals(pages.get(number), compressed.get(number))) {
        Files.write(beside, compressed.get(number));
      }
    }
  }

  private static Path folder(String name) {
    return WORK.resolve(name.replaceAll("[^A-Za-z0-9]+", "-"));
  }

  private static Nginx start(String name, Sending sending, String compression, String key)
      throws Exception {
    Path folder = folder(name);
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
    Nginx nginx = new Nginx(name, program, port);
    try (Line line = new Line(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), key)) {
      Waiting.until(name, START, () -> line.get("/v1/0").status() == 200);
    }
    return nginx;
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
