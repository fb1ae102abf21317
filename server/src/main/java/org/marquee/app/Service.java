package org.marquee.app;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.marquee.access.AccessBook;
import org.marquee.access.AccessUnavailable;
import org.marquee.access.Gate;
import org.marquee.http.HttpServer;
import org.marquee.listing.Listings;
import org.marquee.ops.ConnectionMeters;
import org.marquee.ops.Measurements;
import org.marquee.ops.Operations;
import org.marquee.ops.Operations.About;
import org.marquee.ops.OwnHosts;
import org.marquee.ops.Sources;
import org.marquee.store.PostgresAccess;
import org.marquee.store.PostgresListings;
import org.marquee.store.PostgresOriginal;
import org.marquee.store.PostgresSources;
import org.marquee.v1.Api;
import org.marquee.v1.Gateway;
import org.marquee.v1.JsonScript;
import org.marquee.v1.WrittenListings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A serving node: every part of it, and who knows whom.
final class Service implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Service.class);

  /// Changes of keys and entitlements are to take effect within 2 seconds (contract, "Access").
  private static final long ACCESS_REFRESH_MILLIS = 500;

  /// Memory for answers that may be asked for again.
  private static final long KEPT_BYTES = 64L << 20;

  private final Opened opened;

  private final ScheduledExecutorService refreshing;
  private final Runnable refreshAccess;
  private final Memory memory;
  private final HttpServer operations;
  private final HttpServer api;

  private Service(
      Opened opened,
      ScheduledExecutorService refreshing,
      Runnable refreshAccess,
      Memory memory,
      HttpServer operations,
      HttpServer api) {
    this.opened = opened;
    this.refreshing = refreshing;
    this.refreshAccess = refreshAccess;
    this.memory = memory;
    this.operations = operations;
    this.api = api;
  }

  /// Where a node listens.
  record Addresses(InetSocketAddress api, InetSocketAddress operations) {}

  /// Starts a node; it answers when this returns.
  ///
  /// @throws IOException if an address cannot be listened on
  static Service start(
      Storage storage, Addresses addresses, Gateway gateway, Horizon horizon, Edge edge)
      throws IOException {
    Opened opened = new Opened();
    try {
      return start(storage, addresses, gateway, horizon, edge, opened);
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  /// @param opened takes each part as it starts, so that a start that fails leaves nothing behind
  private static Service start(
      Storage storage,
      Addresses addresses,
      Gateway gateway,
      Horizon horizon,
      Edge edge,
      Opened opened)
      throws IOException {
    InstantSource clock = InstantSource.system();
    ExecutorService reading = opened.add(Executors.newVirtualThreadPerTaskExecutor());
    Measurements measurements = opened.add(new Measurements());
    Listings listings = new PostgresListings(storage.database().pool());
    Sources sources = new PostgresSources(storage.database());
    AccessBook book = new PostgresAccess(storage.database().reserve());
    Gate gate = new Gate(clock, System::nanoTime);
    gate.refresh(book);
    JsonScript script = new JsonScript();
    Memory memory =
        opened.add(new Memory(new PostgresOriginal(storage.database()), script, clock, horizon));
    measurements.watch(memory);
    About about = new About(Version.number(), storage.database().toString(), clock.instant());
    HttpServer operations =
        opened.add(
            HttpServer.start(
                HttpServer.Settings.at(addresses.operations())
                    .withConnections(edge.operationsConnections()),
                new OwnHosts(
                    new Operations(listings, sources, memory, measurements, clock, reading, about),
                    edge.operationsHosts(addresses.operations()))));
    Api answers =
        new Api(
            memory.shelf(),
            new WrittenListings(listings, script),
            gate,
            gateway,
            reading,
            KEPT_BYTES);
    memory.count(answers);
    HttpServer api =
        opened.add(
            HttpServer.start(
                HttpServer.Settings.at(addresses.api())
                    .withConnections(edge.connections())
                    .withObserver(measurements),
                answers));
    measurements.add(new ConnectionMeters("api", api::connections));
    measurements.add(new ConnectionMeters("operations", operations::connections));
    ScheduledExecutorService refreshing =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("access").factory());
    opened.add(refreshing::shutdownNow);
    Runnable refreshAccess = () -> refresh(gate, book, storage);
    var _ =
        refreshing.scheduleWithFixedDelay(
            refreshAccess, ACCESS_REFRESH_MILLIS, ACCESS_REFRESH_MILLIS, TimeUnit.MILLISECONDS);
    LOG.atInfo()
        .addKeyValue("version", Version.number())
        .addKeyValue("api", api.address())
        .addKeyValue("operations", operations.address())
        .addKeyValue("database", storage.database())
        .addKeyValue("revision", listings.revision().number())
        .log("serving");
    return new Service(opened, refreshing, refreshAccess, memory, operations, api);
  }

  /// While the database is away the gate goes by what it knew last. It is asked more often than
  /// anything else, so here it shows that a server of ours has died.
  private static void refresh(Gate gate, AccessBook book, Storage storage) {
    try {
      gate.refresh(book);
    } catch (AccessUnavailable e) {
      LOG.atWarn().log("keys and entitlements cannot be refreshed: {}", e.getMessage());
      storage.trouble().ifPresent(why -> LOG.atError().log("PostgreSQL broke off: {}", why));
      revive(storage);
    } catch (RuntimeException e) {
      LOG.atError().setCause(e).log("keys and entitlements cannot be refreshed");
    }
  }

  private static void revive(Storage storage) {
    try {
      if (storage.revive()) {
        LOG.atWarn().log("the embedded database had died and was started again");
      }
    } catch (InterruptedIOException _) {
      LOG.atDebug().log("the service stops before the embedded database was started again");
    } catch (IOException | RuntimeException e) {
      LOG.atError().setCause(e).log("the embedded database cannot be started again");
    }
  }

  /// Goes by what is stored of keys and entitlements now, at once instead of with the next round.
  void noticeAccess() {
    try {
      refreshing.submit(refreshAccess).get();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  /// Whether answers come from memory by now.
  boolean isStocked() {
    return memory.shelf().isStocked();
  }

  InetSocketAddress apiAddress() {
    return api.address();
  }

  InetSocketAddress operationsAddress() {
    return operations.address();
  }

  /// Lets requests in flight finish, then stops.
  @Override
  public void close() {
    opened.close();
    LOG.atInfo().log("stopped");
  }
}
