package org.marquee.app;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.access.TrustedPeers;
import org.marquee.admin.AdminSocket;
import org.marquee.app.home.Home;
import org.marquee.app.home.Storage;
import org.marquee.app.home.Version;
import org.marquee.app.log.Logs;
import org.marquee.app.terminal.Failure;
import org.marquee.app.terminal.StopSignal;
import org.marquee.app.terminal.WrongUsage;
import org.marquee.collect.ReplayAndUndo;
import org.marquee.delivery.Channel;
import org.marquee.http.tls.TlsFiles;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.node.Checkpoint;
import org.marquee.node.CloseStack;
import org.marquee.node.LastResort;
import org.marquee.node.NodeSettings;
import org.marquee.node.Service;
import org.marquee.notice.Report;
import org.marquee.retention.Retention;
import org.marquee.v1.answer.Gateway;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `serve`: answers the interface until it is stopped.
@Command(
    name = "serve",
    description = "Serves the interface, and health and metrics on a second port.")
final class ServeCommand implements Runnable {
  /// The letters of a header's name (RFC 9110, 5.6.2).
  private static final Pattern FIELD = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  /// The folder of the bulk files in a home.
  static final String BULK = "bulk";

  @Mixin private Home home = new Home();

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Port of the interface (default: ${DEFAULT-VALUE}).")
  private int port = 8080;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      description = "Address of the interface (default: all).")
  private String bind = "0.0.0.0";

  @Option(
      names = "--ops-port",
      paramLabel = "PORT",
      description = "Port of health and metrics (default: ${DEFAULT-VALUE}).")
  private int opsPort = 8081;

  @Option(
      names = "--ops-bind",
      paramLabel = "ADDRESS",
      description = "Address of health and metrics (default: ${DEFAULT-VALUE}).")
  private String opsBind = "127.0.0.1";

  @Option(
      names = "--collect",
      description = "Also collect the feeds of providers.yaml on schedule (docs/collecting.md).")
  private boolean collect;

  @Option(
      names = "--bulk",
      description = "Also make bulk files every night and serve them (docs/operations.md).")
  private boolean bulk;

  @Option(
      names = "--admin-socket",
      description =
          "Also take administration over HTTP on a socket in the home (docs/administration.md).")
  private boolean adminSocket;

  @Option(
      names = "--tls-certificate",
      paramLabel = "FILE",
      description = "Certificate chain in PEM: the interface uses TLS. Needs --tls-key.")
  private @Nullable Path tlsCertificate;

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "Private key of the certificate, in PEM (PKCS#8). Both files are watched.")
  private @Nullable Path tlsKey;

  @Option(
      names = "--access-log",
      paramLabel = "FILE",
      description =
          "Write a line of JSON for each answer; - is standard output (default:"
              + " $MARQUEE_ACCESS_LOG, or none).")
  private @Nullable String accessLog = environment("MARQUEE_ACCESS_LOG");

  @Mixin private PageOptions pages = new PageOptions();

  @Mixin private AlarmOptions alarms = new AlarmOptions();

  @Override
  public void run() {
    TlsFiles tls = tlsFiles(tlsCertificate, tlsKey);
    Logs.ofService();
    LastResort.install();
    Gateway.External external =
        externalGateway(
            environment("MARQUEE_GATEWAY_HEADER"), environment("MARQUEE_GATEWAY_PEERS"));
    Collecting collecting = collect ? Collecting.configured(home.folder()) : null;
    List<Channel> channels = alarms.channels();
    Retention.configured();
    NodeSettings settings =
        NodeSettings.configured(
            Version.number(),
            new NodeSettings.Addresses(address(bind, port), address(opsBind, opsPort)));
    if (external != null) {
      settings = settings.withGateway(external);
    }
    if (tls != null) {
      settings = settings.withTls(tls);
    }
    if (bulk) {
      settings = settings.withBulk(home.folder().resolve(BULK));
    }
    if (accessLog != null) {
      settings = settings.withAccessLog(accessLog);
    }
    settings = pages.in(settings);
    try (CloseStack opened = new CloseStack()) {
      opened.add(TraceExport.configured());
      Checkpoint checkpoint = home.checkpoint();
      checkpoint.removeIfLost();
      Storage storage = opened.add(home.openInBackground());
      Service service =
          opened.add(
              Service.start(
                  storage.database(),
                  storage.monitor(),
                  settings.withChecks(FeedChecks.in(storage)),
                  checkpoint));
      if (collecting != null) {
        opened.add(collecting.onSchedule(storage));
        opened.add(new ScheduledBackup(collecting.file(), storage, InstantSource.system()).start());
      }
      AlarmOptions.start(channels, storage, service, opened);
      if (adminSocket) {
        opened.add(AdminSocket.start(storage, ServeCommand::undo, service::noticeAccess));
      }
      StopSignal.untilStopped(service, settings.timing().stopDelay(), opened);
    } catch (IOException e) {
      throw new Failure(message(e), e);
    }
  }

  /// Takes an import back, and keeps the report of that.
  private static ReplayAndUndo.Result undo(String run, Rules.Effect effect, Storage storage)
      throws IOException {
    ReplayAndUndo.Result result = ReplayCommand.archive(storage).undo(run, effect);
    if (effect == Rules.Effect.COMMIT
        && result instanceof ReplayAndUndo.Result.Done(Report report)) {
      Collecting.kept(storage, _ -> {}).accept(report);
    }
    return result;
  }

  private static String message(IOException e) {
    return e.getMessage() == null ? "cannot listen" : e.getMessage();
  }

  /// Where to listen.
  ///
  /// @throws WrongUsage if there cannot be such a port
  static InetSocketAddress address(String host, int port) {
    if (port < 0 || port > 65_535) {
      throw new WrongUsage("a port must be a number from 0 to 65535, not " + port);
    }
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw new Failure("cannot listen on " + host + ": there is no such address");
    }
    return address;
  }

  private static @Nullable TlsFiles tlsFiles(@Nullable Path certificate, @Nullable Path key) {
    if (certificate == null && key == null) {
      return null;
    }
    if (certificate == null || key == null) {
      throw new WrongUsage("give both --tls-certificate and --tls-key, or neither");
    }
    return new TlsFiles(certificate, key);
  }

  /// Behind an external gateway `MARQUEE_GATEWAY_HEADER` names the header that the organization
  /// arrives in, and `MARQUEE_GATEWAY_PEERS` the addresses it may come from, separated by commas.
  ///
  /// @return null where neither is set: the gateway is the one built in
  static Gateway.@Nullable External externalGateway(
      @Nullable String header, @Nullable String peers) {
    if (header == null && peers == null) {
      return null;
    }
    if (header == null || peers == null) {
      throw new WrongUsage(
          "set both MARQUEE_GATEWAY_HEADER and MARQUEE_GATEWAY_PEERS: without peers anybody could"
              + " send the header");
    }
    if (!FIELD.matcher(header).matches()) {
      throw new WrongUsage("MARQUEE_GATEWAY_HEADER: not a header name: " + header);
    }
    List<String> blocks =
        Arrays.stream(peers.split(",", -1))
            .map(String::strip)
            .filter(each -> !each.isEmpty())
            .toList();
    if (blocks.isEmpty()) {
      throw new WrongUsage("MARQUEE_GATEWAY_PEERS: no address is given");
    }
    try {
      return new Gateway.External(header, TrustedPeers.parse(blocks));
    } catch (IllegalArgumentException e) {
      throw new WrongUsage("MARQUEE_GATEWAY_PEERS: " + e.getMessage());
    }
  }

  private static @Nullable String environment(String name) {
    String value = System.getenv(name);
    return value == null || value.isBlank() ? null : value.strip();
  }
}
