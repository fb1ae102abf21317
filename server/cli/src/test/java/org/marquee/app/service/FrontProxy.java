package org.marquee.app.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullMarked;
import org.marquee.InstalledProgram;
import org.marquee.OwnPorts;
import org.marquee.Repository;
import org.marquee.http.SelfSigned;

/// A proxy of Debian with a configuration of `deploy`, in front of one node that stands for both.
/// It listens on a free port of this machine.
@NullMarked
final class FrontProxy implements AutoCloseable {
  private static final Map<String, String> PROGRAMS =
      Map.of(
          "haproxy/haproxy.cfg", "haproxy",
          "nginx/marquee.conf", "nginx",
          "nginx/cache.conf", "nginx",
          "varnish/marquee.vcl", "varnishd");

  private final Process process;
  private final int port;

  private FrontProxy(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /// Starts one, where its program is installed.
  ///
  /// @param file below `deploy`
  /// @param folder gets what it writes; it must be empty
  /// @param node gets time to be ready: what asks for health leaves it out before that
  /// @param change of the configuration, beside addresses and files
  static FrontProxy start(
      String file,
      SelfSigned certificate,
      Path folder,
      ServingProcess node,
      UnaryOperator<String> change)
      throws IOException {
    String name = Objects.requireNonNull(PROGRAMS.get(file));
    String program = InstalledProgram.need(name, name.replace("varnishd", "varnish"));
    certificate.writeTo(folder);
    Files.writeString(
        folder.resolve("both.pem"),
        Files.readString(folder.resolve("chain.pem"))
            + Files.readString(folder.resolve("key.pem")));
    int port = OwnPorts.free();
    Path configuration = folder.resolve("configuration");
    String text = Files.readString(Repository.path("deploy", file));
    Files.writeString(
        configuration, configuration(program, change.apply(text), folder, node, port));
    return new FrontProxy(
        new ProcessBuilder(command(program, configuration, folder, port))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start(),
        port);
  }

  private static List<String> command(String program, Path configuration, Path folder, int port) {
    String file = configuration.toString();
    if (program.endsWith("nginx")) {
      return List.of(program, "-e", "stderr", "-p", folder.toString(), "-c", file);
    }
    if (program.endsWith("haproxy")) {
      return List.of(program, "-db", "-f", file);
    }
    String name = folder.resolve("varnish").toString();
    return List.of(
        program,
        "-F",
        "-j",
        "none",
        "-f",
        file,
        "-n",
        name,
        "-a",
        "127.0.0.1:" + port,
        "-s",
        "malloc,32m");
  }

  private static String configuration(
      String program, String text, Path folder, ServingProcess node, int port) {
    String here =
        text.replaceAll("10\\.0\\.1\\.1[12]:8080", "127.0.0.1:" + node.api())
            .replace("check port 8081", "check port " + node.operations())
            .replaceAll("\"10\\.0\\.1\\.1[12]\"", "\"127.0.0.1\"")
            .replace("\"8080\"", "\"" + node.api() + "\"")
            .replace("\"8081\"", "\"" + node.operations() + "\"")
            .replace("listen 443 ssl", "listen 127.0.0.1:" + port + " ssl")
            .replace("bind :443", "bind 127.0.0.1:" + port)
            .replace("/etc/haproxy/listings.pem", folder.resolve("both.pem").toString())
            .replace("/etc/nginx/fullchain.pem", folder.resolve("chain.pem").toString())
            .replace("/etc/nginx/privkey.pem", folder.resolve("key.pem").toString())
            .replaceAll("/etc/nginx/|/var/cache/nginx/|/run/", folder + "/");
    if (!program.endsWith("nginx")) {
      return here;
    }
    return """
    daemon off;
    %spid %2$s/nginx.pid;
    events {}
    http {
      access_log off;
      client_body_temp_path %2$s/1; proxy_temp_path %2$s/2; fastcgi_temp_path %2$s/3;
      uwsgi_temp_path %2$s/4; scgi_temp_path %2$s/5;
    %3$s}
    """
        .formatted(
            System.getProperty("user.name").equals("root") ? "user root;\n" : "", folder, here);
  }

  int port() {
    return port;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
