package org.marquee.fire;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.marquee.rig.Line;
import org.marquee.rig.Node;
import org.marquee.rig.Program;
import org.marquee.rig.Waiting;

/// A load balancer in front of nodes, configured as docs/proxies.md says.
enum Front {
  /// Debian's nginx; it has no health checks of its own, and tries the next node where one refuses.
  NGINX("nginx", "nginx-light") {
    @Override
    String configuration(Path folder, int port, List<Node.Ports> nodes) {
      return """
      daemon off;
      worker_processes 1;
      %1$s
      error_log stderr error;
      pid %2$s/nginx.pid;
      events { worker_connections 1024; }
      http {
        access_log off;
        client_body_temp_path %2$s/body;
        proxy_temp_path %2$s/proxy;
        fastcgi_temp_path %2$s/fastcgi;
        uwsgi_temp_path %2$s/uwsgi;
        scgi_temp_path %2$s/scgi;
        upstream marquee {
      %3$s
          keepalive 32;
        }
        server {
          listen 127.0.0.1:%4$d;
          location / {
            proxy_pass http://marquee;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host $http_host;
            proxy_connect_timeout 1s;
            proxy_read_timeout 20s;
            proxy_next_upstream error timeout http_503;
            proxy_next_upstream_tries 2;
          }
        }
      }
      """
          .formatted(
              System.getProperty("user.name").equals("root") ? "user root;" : "",
              folder,
              nodes.stream()
                  .map(each ->
                      "    server 127.0.0.1:%d max_fails=1 fail_timeout=2s;".formatted(each.api()))
                  .collect(Collectors.joining("\n")),
              port);
    }

    @Override
    List<String> command(Path folder, Path configuration) {
      return List.of("nginx", "-e", "stderr", "-p", folder.toString(), "-c", "" + configuration);
    }
  },

  /// Asks each node's `/health/ready` every second.
  HAPROXY("haproxy", "haproxy") {
    @Override
    String configuration(Path folder, int port, List<Node.Ports> nodes) {
      return """
      global
        maxconn 1000
      defaults
        mode http
        timeout connect 1s
        timeout check 5s
        timeout client 60s
        timeout server 20s
        retries 2
        retry-on conn-failure empty-response 503
        option redispatch 1
      frontend callers
        bind 127.0.0.1:%2$d
        default_backend nodes
      backend nodes
        balance roundrobin
        option httpchk GET /health/ready
        http-check expect status 200
      %1$s
      """
          .formatted(
              nodes.stream()
                  .map(each ->
                      "  server node-%1$d 127.0.0.1:%1$d check port %2$d inter 1s fall 1 rise 2 slowstart 10s"
                          .formatted(each.api(), each.operations()))
                  .collect(Collectors.joining("\n")),
              port);
    }

    @Override
    List<String> command(Path folder, Path configuration) {
      return List.of("haproxy", "-db", "-f", configuration.toString());
    }
  };

  private final String program;
  private final String debianPackage;

  Front(String program, String debianPackage) {
    this.program = program;
    this.debianPackage = debianPackage;
  }

  abstract String configuration(Path folder, int port, List<Node.Ports> nodes);

  abstract List<String> command(Path folder, Path configuration);

  /// A load balancer that runs.
  ///
  /// @param door where callers ask
  record Running(Program program, InetSocketAddress door) implements AutoCloseable {
    @Override
    public void close() {
      program.close();
    }
  }

  Need need() {
    return Need.program(program, debianPackage);
  }

  String program() {
    return program;
  }

  /// Starts it in front of nodes.
  Running start(Path folder, List<Node.Ports> nodes) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    int port = Waiting.freePort();
    Path file = folder.resolve(program + ".cfg");
    Files.writeString(file, configuration(folder, port, nodes));
    Running running =
        new Running(
            Program.start(folder.resolve(program + ".log"), Map.of(), command(folder, file)),
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    Waiting.until(
        program,
        Duration.ofSeconds(20),
        () -> {
          try (Line line = new Line(running.door(), "")) {
            return line.get("/docs").status() < 500;
          }
        });
    return running;
  }
}
