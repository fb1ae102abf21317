package org.marquee.fire;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.marquee.rig.Line;
import org.marquee.rig.Program;
import org.marquee.rig.Waiting;

/// Three hosts, each with etcd, Patroni and PostgreSQL, and haproxy in front, configured as
/// docs/database.md says: a commit is confirmed once a second host has it.
final class Cluster implements AutoCloseable {
  private static final int HOSTS = 3;
  private static final int REST = 8008;
  private static final int DATABASE = 5432;
  private static final int DOOR = 5000;
  private static final Duration START = Duration.ofSeconds(100);

  private final Path folder;
  private final List<Host> hosts;

  private Cluster(Path folder, List<Host> hosts) {
    this.folder = folder;
    this.hosts = List.copyOf(hosts);
  }

  static Cluster start(Scene scene) throws IOException, InterruptedException {
    Path folder = Postgres.give(scene.fresh("cluster"));
    scene.with(Host.network());
    List<Host> hosts = new ArrayList<>();
    for (int number = 0; number < HOSTS; number++) {
      hosts.add(scene.with(Host.start(number)));
    }
    Cluster cluster = scene.with(new Cluster(folder, hosts));
    for (int number = 0; number < HOSTS; number++) {
      cluster.startEtcd(number);
    }
    for (int number = 0; number < HOSTS; number++) {
      cluster.startPatroni(number);
    }
    cluster.startDoor(scene);
    Waiting.until("a cluster of three", START, cluster::isWhole);
    Program.run(
        "psql",
        "-h",
        Host.outside(),
        "-p",
        Integer.toString(DOOR),
        "-U",
        "postgres",
        "-d",
        "postgres",
        "-c",
        "create role marquee login",
        "-c",
        "create database marquee owner marquee");
    return cluster;
  }

  private void startEtcd(int number) throws IOException, InterruptedException {
    String here = "http://" + hosts.get(number).address();
    hosts
        .get(number)
        .start(
            folder.resolve("etcd-" + number + ".log"),
            Map.of(),
            Postgres.asServer(
                List.of(
                    "etcd",
                    "--name=etcd-" + number,
                    "--data-dir=" + folder.resolve("etcd-" + number),
                    "--listen-client-urls=http://0.0.0.0:2379",
                    "--advertise-client-urls=" + here + ":2379",
                    "--listen-peer-urls=http://0.0.0.0:2380",
                    "--initial-advertise-peer-urls=" + here + ":2380",
                    "--initial-cluster=" + peers(),
                    "--heartbeat-interval=300",
                    "--election-timeout=3000")));
  }

  private String peers() {
    List<String> peers = new ArrayList<>();
    for (int number = 0; number < HOSTS; number++) {
      peers.add("etcd-%d=http://%s:2380".formatted(number, hosts.get(number).address()));
    }
    return String.join(",", peers);
  }

  private void startPatroni(int number) throws IOException, InterruptedException {
    Path configuration = folder.resolve("patroni-" + number + ".yml");
    Postgres.give(sockets(number));
    Files.writeString(configuration, patroni(number));
    hosts
        .get(number)
        .start(
            folder.resolve("patroni-" + number + ".log"),
            Map.of(),
            Postgres.asServer(List.of("patroni", configuration.toString())));
  }

  private String patroni(int number) {
    String etcd =
        hosts.stream().map(each -> each.address() + ":2379").collect(Collectors.joining(", "));
    return """
    scope: marquee
    name: member-%1$d
    restapi:
      listen: 0.0.0.0:%2$d
      connect_address: %3$s:%2$d
    etcd3:
      hosts: [%4$s]
    bootstrap:
      dcs:
        ttl: 20
        loop_wait: 3
        retry_timeout: 5
        synchronous_mode: true
        postgresql:
          use_pg_rewind: true
          parameters:
            max_connections: 200
            wal_log_hints: "on"
      initdb: [{encoding: UTF8}, {locale: C}]
      pg_hba:
      - local all all trust
      - host all all 127.0.0.0/8 trust
      - host all all 10.77.0.0/24 trust
      - host replication all 10.77.0.0/24 trust
    postgresql:
      listen: 0.0.0.0:%5$d
      connect_address: %3$s:%5$d
      bin_dir: %6$s
      data_dir: %7$s
      pgpass: %7$s.pgpass
      authentication:
        superuser: {username: postgres}
        replication: {username: replicator}
        rewind: {username: postgres}
      parameters:
        unix_socket_directories: %8$s
    """
        .formatted(
            number,
            REST,
            hosts.get(number).address(),
            etcd,
            DATABASE,
            Postgres.programs().orElseThrow(),
            folder.resolve("data-" + number),
            sockets(number));
  }

  /// A folder for each: the hosts share the machine's files.
  private Path sockets(int number) {
    return folder.resolve("sockets-" + number);
  }

  /// haproxy sends all connections to the member that reports itself as the primary.
  private void startDoor(Scene scene) throws IOException {
    Path configuration = folder.resolve("haproxy.cfg");
    StringBuilder members = new StringBuilder();
    for (int number = 0; number < HOSTS; number++) {
      members.append(
          "  server member-%d %s:%d check port %d\n"
              .formatted(number, hosts.get(number).address(), DATABASE, REST));
    }
    Files.writeString(
        configuration,
        """
        global
          maxconn 1000
        defaults
          mode tcp
          timeout connect 2s
          timeout client 30m
          timeout server 30m
          timeout check 2s
        listen primary
          bind %s:%d
          option httpchk OPTIONS /primary
          http-check expect status 200
          default-server inter 1s fall 3 rise 1 on-marked-down shutdown-sessions
        %s\
        """
            .formatted(Host.outside(), DOOR, members));
    scene.with(
        Program.start(
            folder.resolve("haproxy.log"),
            Map.of(),
            List.of("haproxy", "-db", "-f", configuration.toString())));
  }

  /// Whether there is a primary with a second host that confirms its commits, and all stream.
  boolean isWhole() throws IOException {
    int synchronous = 0;
    int primaries = 0;
    int streaming = 0;
    for (Host host : hosts) {
      synchronous += status(host, "/synchronous") == 200 ? 1 : 0;
      primaries += status(host, "/primary") == 200 ? 1 : 0;
      streaming += status(host, "/replica") == 200 ? 1 : 0;
    }
    return primaries == 1 && synchronous == 1 && streaming == HOSTS - 1;
  }

  /// The host that takes changes now.
  Host primary() throws IOException {
    for (Host host : hosts) {
      if (status(host, "/primary") == 200) {
        return host;
      }
    }
    throw new IOException("there is no primary");
  }

  private static int status(Host host, String path) throws IOException {
    try (Line line = rest(host)) {
      return line.get(path).status();
    }
  }

  private static Line rest(Host host) throws IOException {
    return new Line(new InetSocketAddress(InetAddress.getByName(host.address()), REST), "");
  }

  /// Asks for an orderly change of the primary.
  void switchOver() throws IOException, InterruptedException {
    Program.run(
        "patronictl", "-c", folder.resolve("patroni-0.yml").toString(), "switchover", "--force");
  }

  /// Starts the programs of a host again, after a power cut.
  void restart(Host host) throws IOException, InterruptedException {
    int number = hosts.indexOf(host);
    startEtcd(number);
    startPatroni(number);
  }

  /// Starts a host again, whatever state it is in.
  void reset(Host host) throws IOException, InterruptedException {
    host.cutPower();
    restart(host);
  }

  /// The database through haproxy, as `--database` takes it.
  String throughDoor() {
    return "jdbc:postgresql://%s:%d/marquee?user=marquee".formatted(Host.outside(), DOOR);
  }

  /// The database by all its hosts, as `--database` takes it.
  ///
  /// @param target which of them, in the words of libpq
  String byHosts(String target) {
    return hosts.stream()
        .map(host -> host.address() + ":" + DATABASE)
        .collect(
            Collectors.joining(
                ",", "postgresql://marquee@", "/marquee?target_session_attrs=" + target));
  }

  @Override
  public void close() {
    // The hosts end their programs.
  }
}
