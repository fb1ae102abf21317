package org.marquee.node;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.marquee.access.Gate;
import org.marquee.background.TaskFailure;
import org.marquee.export.Export;
import org.marquee.export.NightlyExport;
import org.marquee.http.HttpServer;
import org.marquee.listing.Kept;
import org.marquee.listing.SourceTerms;
import org.marquee.node.checkpoint.Checkpoint;
import org.marquee.ops.Answering;
import org.marquee.ops.ConnectionMeters;
import org.marquee.ops.Health;
import org.marquee.ops.Measurements;
import org.marquee.ops.OwnHosts;
import org.marquee.page.Pages;
import org.marquee.place.PlaceNames;
import org.marquee.snapshot.SnapshotPages;
import org.marquee.store.read.PostgresChangeFeed;
import org.marquee.store.read.PostgresChanges;
import org.marquee.store.read.PostgresListings;
import org.marquee.store.run.PostgresTerms;
import org.marquee.store.sql.Database;
import org.marquee.v1.Api;
import org.marquee.v1.answer.Gateway;
import org.marquee.v1.changes.Followers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A serving node: its parts and how they are wired.
public final class Service implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Service.class);

  /// Memory for answers that may be asked for again.
  private static final long KEPT_BYTES = 24L << 20;

  private final CloseStack opened;
  private final NodeState state;
  private final HttpServer operations;
  private final HttpServer api;
  private final Followers followers;

  /// Starts a node; it answers when this returns. With a checkpoint it may answer before the
  /// database does.
  ///
  /// @param monitor of the database; it is started, and closed with the node
  /// @param checkpoint read now, and written from time to time; null: none
  /// @throws IOException if an address cannot be listened on, or if there is no checkpoint that can
  ///   be used, and no embedded database either
  /// @throws org.marquee.store.sql.DatabaseUnreachable if there is no checkpoint that can be used,
  ///   and the database does not answer
  public static Service start(
      Database database,
      DatabaseMonitor monitor,
      NodeSettings settings,
      @Nullable Checkpoint checkpoint)
      throws IOException {
    CloseStack opened = new CloseStack();
    try {
      return new Service(database, monitor, settings, checkpoint, opened);
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  /// @param opened takes each part as it starts, so that a start that fails leaves nothing behind
  private Service(
      Database database,
      DatabaseMonitor monitor,
      NodeSettings settings,
      @Nullable Checkpoint checkpoint,
      CloseStack opened)
      throws IOException {
    this.opened = opened;
    InstantSource clock = InstantSource.system();
    opened.add(monitor).start();
    state = new NodeState(database, monitor, settings.horizon(), checkpoint);
    ExecutorService reading =
        opened.add(Executors.newThreadPerTaskExecutor(TaskFailure.threads("reading")));
    Measurements measurements = opened.add(new Measurements());
    Pages stored = new PostgresListings(database.pool());
    Gate gate = state.gate();
    SnapshotPages memory = state.pages();
    followers =
        opened.add(
            new Followers(
                new PostgresChangeFeed(database.pool()),
                memory,
                gate,
                settings.gateway(),
                reading));
    memory.whenOutdated(followers::announced);
    memory.whenReplaced(followers::shown);
    Api answers =
        new Api(memory, stored, gate, settings.gateway(), reading, clock, KEPT_BYTES, followers);
    state.count(answers);
    SourceTerms.TermsOf terms =
        new Kept<SortedMap<String, SourceTerms>>(
                new PostgresTerms(database)::byProvider, Collections.emptySortedMap())
            ::get;
    PortRoutes routes = new PortRoutes(database, settings, stored, gate, terms, reading, clock);
    Health health = new Health(state::vitals, state::answering, settings.timing().staleAfter());
    Api keyless = new Api(memory, stored, gate, new Gateway.Open(), reading, clock, 0, followers);
    InetSocketAddress operationsBind = settings.addresses().operations();
    operations =
        opened.add(
            HttpServer.start(
                settings.edge().operations(operationsBind),
                new OwnHosts(
                    routes.ofOperations(answers, keyless, health, measurements),
                    settings.edge().operationsHosts(operationsBind))));
    Path bulk = settings.options().bulk();
    if (bulk != null) {
      Export export = new Export(PostgresChanges.apart(database), terms, clock, settings.version());
      opened.add(NightlyExport.start(export, bulk, clock));
    }
    state.begin(measurements, opened);
    state.awaitDatabase();
    api =
        opened.add(
            HttpServer.start(
                settings.api().withObserver(state.counting(measurements, settings, opened)),
                routes.ofInterface(answers)));
    state.listen();
    // Else the first search for a place would wait a second for them.
    reading.execute(PlaceNames::shared);
    measurements.add(new ConnectionMeters("api", api::connections));
    measurements.add(new ConnectionMeters("operations", operations::connections));
    boolean encrypted = settings.options().tls() != null;
    if (encrypted) {
      measurements.watchCertificate(() -> api.certificateExpires().orElseThrow(), clock);
    }
    LOG.atInfo()
        .addKeyValue("version", settings.version())
        .addKeyValue("api", api.address())
        .addKeyValue("tls", encrypted)
        .addKeyValue("operations", operations.address())
        .addKeyValue("database", database)
        .addKeyValue("revision", state.revision(stored).number())
        .log("serving");
  }

  /// Reads the keys and entitlements now, instead of within half a second.
  public void noticeAccess() {
    state.access().refresh();
  }

  /// Waits until answers come from memory.
  ///
  /// @throws IOException if that takes longer than half a minute
  public void awaitFilled() throws IOException {
    state.pages().awaitFilled();
  }

  /// Why there is no memory for the next snapshot; empty where there is.
  public Optional<String> lackOfMemory() {
    Answering answering = state.answering();
    return answering.trouble().filter(_ -> answering.lacksMemory());
  }

  /// The number of showtimes whose details had no room in memory.
  public int lackDetails() {
    return state.answering().lackDetails();
  }

  /// How far this machine's clock is ahead of the database's, negative: behind, if that is too far.
  public Optional<Duration> wrongClock() {
    return state.access().wrongClock();
  }

  /// Why clients refuse the certificate of the interface, or will soon.
  public Optional<String> certificateWarning() {
    return api.certificateWarning();
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
    if (!state.vitals().stopping()) {
      LOG.atInfo().log("stopping");
    }
    state.stop();
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
