package org.marquee.node;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.marquee.access.Gate;
import org.marquee.access.Registers;
import org.marquee.contract.Documentation;
import org.marquee.export.Export;
import org.marquee.http.HttpServer;
import org.marquee.http.Router;
import org.marquee.http.ServerSettings;
import org.marquee.http.TlsFiles;
import org.marquee.listing.Listings;
import org.marquee.mcp.McpEndpoint;
import org.marquee.ops.BackupGauges;
import org.marquee.ops.CertificateMeter;
import org.marquee.ops.CheckpointMeters;
import org.marquee.ops.ConnectionMeters;
import org.marquee.ops.Health;
import org.marquee.ops.Measurements;
import org.marquee.ops.OperationsPort;
import org.marquee.ops.OperationsPort.About;
import org.marquee.ops.OwnHosts;
import org.marquee.ops.Sources;
import org.marquee.snapshot.SnapshotPages;
import org.marquee.store.PostgresAccess;
import org.marquee.store.PostgresBackupLog;
import org.marquee.store.PostgresRates;
import org.marquee.store.PostgresRegisters;
import org.marquee.store.PostgresSources;
import org.marquee.store.read.PostgresCalendars;
import org.marquee.store.read.PostgresChangeFeed;
import org.marquee.store.read.PostgresChanges;
import org.marquee.store.read.PostgresListings;
import org.marquee.store.sql.Database;
import org.marquee.v1.Api;
import org.marquee.v1.BulkFiles;
import org.marquee.v1.CalendarAnswers;
import org.marquee.v1.answer.DatabasePages;
import org.marquee.v1.answer.Gateway;
import org.marquee.v1.answer.JsonRecordEncoder;
import org.marquee.v1.changes.Followers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A serving node: its parts and how they are wired.
public final class Service implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Service.class);

  /// Memory for answers that may be asked for again.
  private static final long KEPT_BYTES = 64L << 20;

  private final CloseStack opened;

  private final AccessRefresh access;
  private final NodeSnapshot memory;
  private final NodeVitals vitals;
  private final HttpServer operations;
  private final HttpServer api;
  private final Followers followers;

  private Service(
      CloseStack opened,
      AccessRefresh access,
      NodeSnapshot memory,
      NodeVitals vitals,
      HttpServer operations,
      HttpServer api,
      Followers followers) {
    this.opened = opened;
    this.access = access;
    this.memory = memory;
    this.vitals = vitals;
    this.operations = operations;
    this.api = api;
    this.followers = followers;
  }

  /// Where a node listens.
  public record Addresses(InetSocketAddress api, InetSocketAddress operations) {}

  /// What an operator may set of a node.
  ///
  /// @param bulk folder of the bulk files; null where there are none
  /// @param tls where the certificate of the interface is; null where it speaks cleartext
  public record Settings(
      String version,
      Addresses addresses,
      Gateway gateway,
      Horizon horizon,
      Timing timing,
      PortSettings edge,
      @Nullable Path bulk,
      @Nullable TlsFiles tls) {
    /// Settings of a node without bulk files and TLS.
    public Settings(
        String version,
        Addresses addresses,
        Gateway gateway,
        Horizon horizon,
        Timing timing,
        PortSettings edge) {
      this(version, addresses, gateway, horizon, timing, edge, null, null);
    }

    /// The same for a node that makes and serves bulk files.
    ///
    /// @param folder where they are
    public Settings withBulk(Path folder) {
      return new Settings(version, addresses, gateway, horizon, timing, edge, folder, tls);
    }

    /// The same behind a gateway of the operator's own.
    public Settings withGateway(Gateway other) {
      return new Settings(version, addresses, other, horizon, timing, edge, bulk, tls);
    }

    /// The same for a node whose interface speaks TLS.
    public Settings withTls(TlsFiles files) {
      return new Settings(version, addresses, gateway, horizon, timing, edge, bulk, files);
    }

    private ServerSettings api() {
      ServerSettings cleartext = edge.api(addresses.api());
      return tls == null ? cleartext : cleartext.withTls(tls);
    }

    /// The settings of the environment, with the gateway built in.
    ///
    /// @param version of the program
    /// @throws InvalidSetting if a variable is malformed
    public static Settings configured(String version, Addresses addresses) {
      PortSettings edge = PortSettings.configured();
      return new Settings(
          version, addresses, edge.gateway(), Horizon.configured(), Timing.configured(), edge);
    }
  }

  /// Starts a node; it answers when this returns.
  ///
  /// @param monitor of the database; it is started, and closed with the node
  ///
  /// @throws IOException if an address cannot be listened on
  public static Service start(Database database, DatabaseMonitor monitor, Settings settings)
      throws IOException {
    return start(database, monitor, settings, (Checkpoint) null);
  }

  /// The same for a node that may answer before the database does.
  ///
  /// @param checkpoint read now, and written from time to time; null: none
  /// @throws IOException if an address cannot be listened on, or if there is no checkpoint that can
  ///   be used, and no embedded database either
  /// @throws org.marquee.store.sql.DatabaseUnreachable if there is no checkpoint that can be used,
  ///   and the database does not answer
  public static Service start(
      Database database,
      DatabaseMonitor monitor,
      Settings settings,
      @Nullable Checkpoint checkpoint)
      throws IOException {
    CloseStack opened = new CloseStack();
    try {
      return start(
          database,
          monitor,
          settings,
          settings.horizon().holdsAnything() ? checkpoint : null,
          opened);
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  /// @param opened takes each part as it starts, so that a start that fails leaves nothing behind
  private static Service start(
      Database database,
      DatabaseMonitor monitor,
      Settings settings,
      @Nullable Checkpoint checkpoint,
      CloseStack opened)
      throws IOException {
    InstantSource clock = InstantSource.system();
    opened.add(monitor).start();
    ExecutorService reading = opened.add(Executors.newVirtualThreadPerTaskExecutor());
    Measurements measurements = opened.add(new Measurements());
    Listings listings = new PostgresListings(database.pool());
    Sources sources = new PostgresSources(database);
    Registers registers = new PostgresRegisters(database);
    Gate gate = new Gate(clock, System::nanoTime);
    JsonRecordEncoder encoder = new JsonRecordEncoder();
    SnapshotPages pages = new SnapshotPages(System::nanoTime);
    SavedState saved = SavedState.read(checkpoint, encoder, clock.instant());
    saved.show(pages, gate);
    SnapshotPages.Holdings written = pages.holdings().orElse(null);
    if (!saved.isComplete()) {
      monitor.awaitFirstCheck();
      gate.replace(new PostgresAccess(database.pool()).load());
    }
    AccessRefresh access =
        opened.add(
            AccessRefresh.start(
                gate, registers, saved.isComplete() ? saved.keysAge() : Duration.ZERO));
    measurements.add(opened.add(RateSharing.start(gate, new PostgresRates(database))));
    NodeSnapshot memory =
        opened.add(
            new NodeSnapshot(
                pages, new PostgresChanges(database), encoder, clock, settings.horizon()));
    if (checkpoint != null) {
      CheckpointWriter writer =
          opened.add(
              CheckpointWriter.start(checkpoint, written, pages, gate, access, encoder, clock));
      measurements.add(new CheckpointMeters(writer.failures()));
    }
    if (saved.isComplete()) {
      saved.awaitDatabase(monitor, access, pages);
    }
    measurements.watch(memory);
    NodeVitals vitals = new NodeVitals(monitor, access, memory);
    Health health = new Health(vitals, memory, settings.timing().staleAfter());
    measurements.watch(vitals, health);
    ServerSettings edge = settings.api();
    About about =
        new About(
            settings.version(),
            database::toString,
            clock.instant(),
            settings.edge().limits(edge.limits()));
    HttpServer operations =
        opened.add(
            HttpServer.start(
                settings.edge().operations(settings.addresses().operations()),
                new OwnHosts(
                    new OperationsPort(
                            listings,
                            sources,
                            memory,
                            vitals,
                            health,
                            measurements,
                            clock,
                            reading,
                            about)
                        .routes(),
                    settings.edge().operationsHosts(settings.addresses().operations()))));
    Followers followers =
        opened.add(
            new Followers(
                new PostgresChangeFeed(database.pool()),
                memory.pages(),
                encoder,
                gate,
                settings.gateway(),
                reading));
    memory.whenReplaced(followers::shown);
    Api answers =
        new Api(
            memory.pages(),
            new DatabasePages(listings, encoder),
            gate,
            settings.gateway(),
            reading,
            clock,
            KEPT_BYTES,
            followers);
    memory.count(answers);
    Path bulk = settings.bulk();
    Router.Builder routes = Router.builder(settings.edge().cors());
    answers.addTo(routes);
    new CalendarAnswers(
            new PostgresCalendars(database.pool()), gate, settings.gateway(), reading, clock)
        .addTo(routes);
    if (bulk != null) {
      Export export =
          new Export(PostgresChanges.apart(database), encoder, clock, settings.version());
      opened.add(NightlyExport.start(export, bulk, clock));
      new BulkFiles(bulk, gate, settings.gateway(), reading).addTo(routes);
    }
    new Documentation(reading).addTo(routes);
    new McpEndpoint(answers, settings.edge().cors(), reading, settings.version()).addTo(routes);
    HttpServer api = opened.add(HttpServer.start(edge.withObserver(measurements), routes.build()));
    measurements.add(new ConnectionMeters("api", api::connections));
    measurements.add(new ConnectionMeters("operations", operations::connections));
    measurements.add(new BackupGauges(new PostgresBackupLog(database), reading, clock));
    api.certificateExpires()
        .ifPresent(_ ->
            measurements.add(
                new CertificateMeter(() -> api.certificateExpires().orElseThrow(), clock)));
    LOG.atInfo()
        .addKeyValue("version", settings.version())
        .addKeyValue("api", api.address())
        .addKeyValue("tls", settings.tls() != null)
        .addKeyValue("operations", operations.address())
        .addKeyValue("database", database)
        .addKeyValue(
            "revision",
            saved.isComplete() ? pages.revision().number() : listings.revision().number())
        .log("serving");
    return new Service(opened, access, memory, vitals, operations, api, followers);
  }

  /// Reads the keys and entitlements now, instead of within half a second.
  public void noticeAccess() {
    access.refresh();
  }

  /// Whether answers come from memory by now.
  public boolean isFilled() {
    return memory.pages().isFilled();
  }

  public InetSocketAddress apiAddress() {
    return api.address();
  }

  public InetSocketAddress operationsAddress() {
    return operations.address();
  }

  /// Announces that the node stops: `/health/ready` is 503 from now on, and callers are asked to
  /// connect anew, while everything is still answered.
  public void announceStop() {
    if (!vitals.isStopping()) {
      LOG.atInfo().log("stopping");
    }
    vitals.stop();
    api.announceStop();
    followers.announceStop();
  }

  /// Lets requests in flight finish, then stops.
  @Override
  public void close() {
    announceStop();
    opened.close();
    LOG.atInfo().log("stopped");
  }
}
