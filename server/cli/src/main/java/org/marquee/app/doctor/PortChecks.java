package org.marquee.app.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonTree;

/// Whether the ports are free, or who has them.
final class PortChecks {
  private static final Duration WITHIN = Duration.ofSeconds(3);
  private static final String LISTENING = "0A";

  /// Ports below are for root, or for who got them from root.
  private static final int UNPRIVILEGED = 1024;

  private PortChecks() {}

  /// A port: free, ours, or taken by another program.
  ///
  /// @param setting by which another port is chosen
  /// @param service what our service says of itself, if it answers
  static Finding port(
      String setting, InetSocketAddress address, Optional<Map<String, @Nullable Object>> service) {
    String port = "port %d (%s)".formatted(address.getPort(), setting);
    if (address.isUnresolved()) {
      return Finding.fault(
          setting, "there is no address " + address.getHostString(), "marquee config");
    }
    Optional<String> why = whyNot(address);
    if (why.isEmpty()) {
      return Finding.ok(setting, port + " is free");
    }
    String unusable = port + " cannot be used: " + why.get();
    if (whyNot(new InetSocketAddress(address.getAddress(), 0)).isPresent()) {
      return Finding.fault(setting, unusable, "ip address; then set the address in marquee.yaml");
    }
    if (address.getPort() < UNPRIVILEGED
        && service.isEmpty()
        && holder(address.getPort()).isEmpty()) {
      return Finding.fault(
          setting,
          unusable,
          "choose a port from 1024 on; one below needs what docs/install.md says");
    }
    return taken(setting, port, address.getPort(), service);
  }

  /// Why nobody can listen there, in the language of the system, so it is for reading only; empty
  /// where one can.
  private static Optional<String> whyNot(InetSocketAddress address) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(address);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static Finding taken(
      String setting, String port, int number, Optional<Map<String, @Nullable Object>> service) {
    Optional<Long> holder = holder(number);
    String command =
        holder.flatMap(each -> lines("/proc/" + each + "/cmdline").findFirst()).orElse("");
    boolean ours = command.contains("marquee.jar") || command.contains("org.marquee.app.Main");
    if (ours || (holder.isEmpty() && service.isPresent())) {
      return Finding.ok(setting, port + " has the service");
    }
    String name = command.replaceFirst("\0.*", "").replaceFirst(".*/", "");
    String who =
        holder.map(each -> name + ", process " + each).orElse("a program of somebody else");
    return Finding.fault(
        setting,
        port + " is taken by " + who,
        "marquee serve --%s PORT, or end that program%s"
            .formatted(setting, holder.isPresent() ? "" : ": ss -ltnp names it, typed by root"));
  }

  /// The process that listens on a port, where we may see that: Linux shows one's own to everybody.
  private static Optional<Long> holder(int port) {
    Set<String> sockets =
        Stream.of("/proc/net/tcp", "/proc/net/tcp6")
            .flatMap(PortChecks::lines)
            .map(line -> line.strip().split("\\s+"))
            .filter(words -> words.length > 9 && words[3].equals(LISTENING))
            .filter(words -> words[1].endsWith(":%04X".formatted(port)))
            .map(words -> "socket:[" + words[9] + "]")
            .collect(Collectors.toSet());
    return ProcessHandle.allProcesses()
        .map(ProcessHandle::pid)
        .filter(each -> !sockets.isEmpty() && hasOne(each, sockets))
        .findFirst();
  }

  private static Stream<String> lines(String file) {
    try {
      return Files.readAllLines(Path.of(file)).stream();
    } catch (IOException _) {
      return Stream.empty();
    }
  }

  private static boolean hasOne(long process, Set<String> sockets) {
    try (Stream<Path> open = Files.list(Path.of("/proc", String.valueOf(process), "fd"))) {
      return open.anyMatch(each -> sockets.contains(target(each)));
    } catch (IOException _) {
      return false;
    }
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException _) {
      return "";
    }
  }

  /// What the service says of itself; empty where none answers.
  static Optional<Map<String, @Nullable Object>> running(InetSocketAddress operations) {
    InetAddress address = operations.getAddress();
    String host =
        address == null || address.isAnyLocalAddress() ? "127.0.0.1" : address.getHostAddress();
    URI info =
        URI.create(
            "http://%s:%d/info"
                .formatted(host.contains(":") ? "[" + host + "]" : host, operations.getPort()));
    try (HttpClient client = HttpClient.newBuilder().connectTimeout(WITHIN).build()) {
      HttpRequest request = HttpRequest.newBuilder(info).timeout(WITHIN).build();
      byte[] body = client.send(request, HttpResponse.BodyHandlers.ofByteArray()).body();
      return Optional.ofNullable(JsonTree.object(JsonTree.read(body)))
          .filter(each -> each.containsKey("servedFrom"));
    } catch (IOException | JsonTree.Malformed _) {
      return Optional.empty();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /// How the service is that answers.
  ///
  /// @param version of this program
  static Finding service(Map<String, @Nullable Object> running, String version) {
    String theirs = text(running, "version");
    String what =
        "version %s, %s, started %s"
            .formatted(theirs, text(running, "status"), text(running, "startedAt"));
    if (running.get("why") != null) {
      return Finding.warning("service", what + ": " + text(running, "why"), "marquee status");
    }
    return theirs.equals(version)
        ? Finding.ok("service", what)
        : Finding.warning(
            "service", what + "; this program is version " + version, "systemctl restart marquee");
  }

  private static String text(Map<String, @Nullable Object> info, String name) {
    return String.valueOf(info.get(name));
  }
}
