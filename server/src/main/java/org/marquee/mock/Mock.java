package org.marquee.mock;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.marquee.access.AccessRevision;
import org.marquee.access.Account;
import org.marquee.access.Entitlement;
import org.marquee.access.Gate;
import org.marquee.access.Organization;
import org.marquee.access.Plan;
import org.marquee.access.Register;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSource;
import org.marquee.http.Cors;
import org.marquee.http.HttpServer;
import org.marquee.http.Router;
import org.marquee.http.ServerSettings;
import org.marquee.snapshot.SnapshotPages;
import org.marquee.snapshot.SnapshotRefresher;
import org.marquee.v1.Api;
import org.marquee.v1.Gateway;
import org.marquee.v1.JsonRecordEncoder;

/// The interface with the records of one feed, without a database, keys and limits: for those who
/// write a client. It answers as a node does, by the same code; any key will do, and a request may
/// ask for an error ([Failing]).
public final class Mock implements AutoCloseable {
  private static final String ORGANIZATION = "mock";
  private static final long KEPT_BYTES = 8L << 20;

  /// The feed is read once and never again: all of it, from 1900 on.
  private static final int DAYS_BACK = 36_500;

  private static final Duration FILLED_WITHIN = Duration.ofSeconds(30);

  private final ExecutorService reading;
  private final SnapshotRefresher refresher;
  private final HttpServer server;

  private Mock(ExecutorService reading, SnapshotRefresher refresher, HttpServer server) {
    this.reading = reading;
    this.refresher = refresher;
    this.server = server;
  }

  /// Starts it; it answers when this returns.
  ///
  /// @param provider under whose name the feed is read
  /// @param cors which web pages may read the answers
  /// @throws IOException if the address cannot be listened on
  public static Mock start(
      InetSocketAddress address, FeedReader reader, FeedSource feed, String provider, Cors cors)
      throws IOException {
    FeedListings listings = FeedListings.read(reader, feed, provider);
    SnapshotPages pages = new SnapshotPages(System::nanoTime);
    ExecutorService reading = Executors.newVirtualThreadPerTaskExecutor();
    SnapshotRefresher refresher =
        SnapshotRefresher.start(
            pages, listings, new JsonRecordEncoder(), InstantSource.system(), DAYS_BACK);
    try {
      awaitFilled(pages);
      Gate gate = new Gate(InstantSource.system(), System::nanoTime);
      gate.replace(register());
      Router.Builder routes = Router.builder(cors);
      new Api(
              pages,
              pages,
              gate,
              new Gateway.AnyToken(ORGANIZATION),
              reading,
              InstantSource.system(),
              KEPT_BYTES)
          .addTo(routes);
      HttpServer server =
          HttpServer.start(ServerSettings.at(address).withCors(cors), new Failing(routes.build()));
      return new Mock(reading, refresher, server);
    } catch (IOException | RuntimeException e) {
      refresher.close();
      reading.close();
      throw e;
    }
  }

  private static void awaitFilled(SnapshotPages pages) throws IOException {
    Instant end = Instant.now().plus(FILLED_WITHIN);
    while (!pages.isFilled()) {
      if (Instant.now().isAfter(end)) {
        throw new IOException("the sample could not be loaded; the log says why");
      }
      try {
        Thread.sleep(5);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
  }

  private static Register register() {
    Plan unlimited = new Plan("unlimited", OptionalInt.empty());
    return Register.of(
        new AccessRevision(1, new UUID(0, 1)),
        List.of(new Plan(Plan.UNENTITLED, OptionalInt.of(60)), unlimited),
        List.of(
            new Account(
                new Organization(ORGANIZATION, Organization.Standing.GOOD),
                new Entitlement(unlimited.name(), Instant.EPOCH, null))),
        Map.of());
  }

  /// Where it listens.
  public InetSocketAddress address() {
    return server.address();
  }

  /// Lets requests in flight finish, then stops.
  @Override
  public void close() {
    server.close();
    refresher.close();
    reading.close();
  }
}
