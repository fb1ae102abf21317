package org.marquee.app;

import java.io.IOException;
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
import org.marquee.ops.Measurements;
import org.marquee.ops.Operations;
import org.marquee.ops.Operations.About;
import org.marquee.ops.Sources;
import org.marquee.store.PostgresAccess;
import org.marquee.store.PostgresListings;
import org.marquee.store.PostgresSources;
import org.marquee.v1.Api;
import org.marquee.v1.Gateway;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A serving node: every part of it, and who knows whom.
final class Service implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Service.class);

  /// Changes of keys and entitlements are to take effect within 2 seconds (contract, "Access").
  private static final long ACCESS_REFRESH_MILLIS = 500;

  private final ExecutorService reading;
  private final ScheduledExecutorService refreshing;
  private final Runnable refreshAccess;
  private final Measurements measurements;
  private final HttpServer operations;
  private final HttpServer api;

  private Service(
      ExecutorService reading,
      ScheduledExecutorService refreshing,
      Runnable refreshAccess,
      Measurements measurements,
      HttpServer operations,
      HttpServer api) {
    this.reading = reading;
    this.refreshing = refreshing;
    this.refreshAccess = refreshAccess;
    this.measurements = measurements;
    this.operations = operations;
    this.api = api;
  }

  /// Where a node listens.
  record Addresses(InetSocketAddress api, InetSocketAddress operations) {}

  /// Starts a node; it answers when this returns.
  ///
  /// @throws IOException if an address cannot be listened on
  static Service start(Storage storage, Addresses addresses, Gateway gateway) throws IOException {
    InstantSource clock = InstantSource.system();
    ExecutorService reading = Executors.newVirtualThreadPerTaskExecutor();
    Measurements measurements = new Measurements();
    Listings listings = new PostgresListings(storage.database().pool());
    Sources sources = new PostgresSources(storage.database().pool());
    AccessBook book = new PostgresAccess(storage.database().pool());
    Gate gate = new Gate(clock, System::nanoTime);
    gate.refresh(book);
    About about =
        new About(Version.number(), storage.database().toString(), "sql", clock.instant());
    HttpServer operations =
        HttpServer.start(
            HttpServer.Settings.at(addresses.operations()),
            new Operations(listings, sources, measurements, clock, reading, about));
    HttpServer api;
    try {
      api =
          HttpServer.start(
              HttpServer.Settings.at(addresses.api()).withObserver(measurements),
              new Api(listings, gate, gateway, reading, Version.number()));
    } catch (IOException e) {
      operations.close();
      throw e;
    }
    ScheduledExecutorService refreshing =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("access").factory());
    Runnable refreshAccess = () -> refresh(gate, book);
    var _ =
        refreshing.scheduleWithFixedDelay(
            refreshAccess, ACCESS_REFRESH_MILLIS, ACCESS_REFRESH_MILLIS, TimeUnit.MILLISECONDS);
    LOG.atInfo()
        .addKeyValue("version", Version.number())
        .addKeyValue("api", api.address())
        .addKeyValue("operations", operations.address())
        .addKeyValue("database", storage.database())
        .addKeyValue("servedFrom", about.servedFrom())
        .addKeyValue("revision", listings.revision().number())
        .log("serving");
    return new Service(reading, refreshing, refreshAccess, measurements, operations, api);
  }

  /// While the database is away the gate goes by what it knew last.
  private static void refresh(Gate gate, AccessBook book) {
    try {
      gate.refresh(book);
    } catch (AccessUnavailable e) {
      LOG.atWarn().log("keys and entitlements cannot be refreshed: {}", e.getMessage());
    } catch (RuntimeException e) {
      LOG.atError().setCause(e).log("keys and entitlements cannot be refreshed");
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

  InetSocketAddress apiAddress() {
    return api.address();
  }

  InetSocketAddress operationsAddress() {
    return operations.address();
  }

  /// Lets requests in flight finish, then stops.
  @Override
  public void close() {
    refreshing.shutdownNow();
    api.close();
    operations.close();
    reading.close();
    measurements.close();
    LOG.atInfo().log("stopped");
  }
}
