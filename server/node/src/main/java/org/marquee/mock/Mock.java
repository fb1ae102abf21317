package org.marquee.mock;

import java.io.IOException;
import java.net.InetSocketAddress;
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
import org.marquee.background.TaskFailure;
import org.marquee.contract.Documentation;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSource;
import org.marquee.http.HttpServer;
import org.marquee.http.ServerSettings;
import org.marquee.http.handler.Router;
import org.marquee.http.message.Cors;
import org.marquee.listing.SourceTerms;
import org.marquee.mcp.McpEndpoint;
import org.marquee.node.CloseStack;
import org.marquee.site.Site;
import org.marquee.site.frame.SiteSettings;
import org.marquee.snapshot.SnapshotPages;
import org.marquee.snapshot.SnapshotRefresher;
import org.marquee.v1.Api;
import org.marquee.v1.BulkFiles;
import org.marquee.v1.CalendarAnswers;
import org.marquee.v1.UsageAnswers;
import org.marquee.v1.answer.Gateway;
import org.marquee.v1.changes.Followers;

/// The interface with the records of one feed, without a database, keys and limits: for developers
/// of clients. It answers as a node does, by the same code; any key will do, and a request may ask
/// for an error ([Failing]).
public final class Mock implements AutoCloseable {
  private static final String ORGANIZATION = "mock";
  private static final long KEPT_BYTES = 8L << 20;

  /// The feed is read once and never again: all of it, from 1900 on.
  private static final int DAYS_BACK = 36_500;

  private final CloseStack opened;
  private final HttpServer server;

  private Mock(CloseStack opened, HttpServer server) {
    this.opened = opened;
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
    CloseStack opened = new CloseStack();
    try {
      Router routes = routes(opened, listings, cors);
      HttpServer server =
          opened.add(
              HttpServer.start(ServerSettings.at(address).withCors(cors), new Failing(routes)));
      return new Mock(opened, server);
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  private static Router routes(CloseStack opened, FeedListings listings, Cors cors)
      throws IOException {
    ExecutorService reading =
        opened.add(Executors.newThreadPerTaskExecutor(TaskFailure.threads("reading")));
    SnapshotPages pages = new SnapshotPages(System::nanoTime);
    InstantSource clock = InstantSource.system();
    opened.add(new SnapshotRefresher(pages, listings, clock, DAYS_BACK).start());
    pages.awaitFilled();
    Gate gate = new Gate(clock, System::nanoTime);
    gate.replace(register());
    Gateway gateway = new Gateway.AnyToken(ORGANIZATION);
    Followers followers = opened.add(new Followers(listings, pages, gate, gateway, reading));
    Router.Builder routes = Router.builder(cors);
    Api api = new Api(pages, pages, gate, gateway, reading, clock, KEPT_BYTES, followers);
    api.addTo(routes);
    new CalendarAnswers(new FeedCalendars(listings.records()), gate, gateway, reading, clock)
        .addTo(routes);
    new UsageAnswers((_, _, _, _) -> List.of(), gate, gateway, reading, clock).addTo(routes);
    new BulkFiles(null, gate, gateway, reading).addTo(routes);
    new Documentation(reading, SourceTerms.TermsOf.NONE).addTo(routes);
    new Site(
            SiteSettings.ofDocuments(SiteSettings.USUAL_TITLE),
            null,
            null,
            SourceTerms.TermsOf.NONE,
            reading,
            clock)
        .addDocumentsTo(routes);
    new McpEndpoint(api, cors, reading, "mock").addTo(routes);
    return routes.build();
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
    opened.close();
  }
}
