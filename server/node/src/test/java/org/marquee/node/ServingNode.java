package org.marquee.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.marquee.access.Entitlement;
import org.marquee.fetch.RedirectRule;
import org.marquee.node.check.FeedChecks;
import org.marquee.node.checkpoint.Checkpoint;
import org.marquee.site.frame.CheckLimits;
import org.marquee.site.frame.SiteSettings;
import org.marquee.site.operator.NamesGuard;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.sql.Actor;
import org.marquee.store.sql.Database;
import org.marquee.v1.answer.Gateway;
import tools.jackson.databind.json.JsonMapper;

/// The real service on free ports of this machine, over a database that stays the caller's.
@NullMarked
public final class ServingNode implements AutoCloseable {
  private final Service service;
  private final @Nullable Database own;

  /// Its connections end with the node: a server that stops waits for those that may still send.
  private final HttpClient caller = HttpClient.newHttpClient();

  private ServingNode(Service service, @Nullable Database own) {
    this.service = service;
    this.own = own;
  }

  /// A node that may start from the checkpoint in a home, before its database answers.
  ///
  /// @param database where it is; it is closed with the node
  /// @throws org.marquee.store.sql.DatabaseUnreachable if it needs the database, and that is away
  public static ServingNode fromCheckpoint(Database.Address database, Path home) {
    Database own = Database.unopened(() -> database, Duration.ofSeconds(10), Actor.here("serve"));
    DatabaseMonitor monitor = DatabaseMonitor.opening(own);
    monitor.start();
    try {
      return new ServingNode(
          Service.start(
              own,
              monitor,
              settings(
                  new Gateway.BuiltIn(),
                  Horizon.read("36500"),
                  Timing.USUAL,
                  NodeSettings.Options.NONE),
              new Checkpoint(home, "test", () -> Optional.of(database.toString()))),
          own);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      own.close();
      throw e;
    }
  }

  /// A key of a new organization, whose requests have no limit.
  public static String key(Database database, String organization) {
    PostgresAccess book = new PostgresAccess(database.pool());
    book.createOrganization(organization);
    book.grant(organization, new Entitlement("unlimited", Instant.EPOCH, null));
    return book.issueKey(organization, null, null).orElseThrow().secret().text();
  }

  public static ServingNode on(Database database) {
    return on(database, new Gateway.BuiltIn());
  }

  public static ServingNode on(Database database, Gateway gateway) {
    return stocked(start(database, gateway, Horizon.USUAL));
  }

  /// A node with pages for everybody.
  public static ServingNode withPages(Database database, SiteSettings pages) {
    return with(
        database,
        new NodeSettings.Options(
            null,
            null,
            pages,
            new FeedChecks(
                database,
                InstantSource.system(),
                RedirectRule.allowing(List.of("127.0.0.1")),
                "test"),
            null,
            null,
            NamesGuard.LOCAL));
  }

  /// A node with pages for operators.
  public static ServingNode withOperationsPage(Database database, Path reports, NamesGuard names) {
    return with(
        database,
        new NodeSettings.Options(
            null,
            null,
            SiteSettings.ofOperators("Rex Guide", CheckLimits.USUAL),
            null,
            null,
            reports,
            names));
  }

  private static ServingNode with(Database database, NodeSettings.Options options) {
    return stocked(
        start(database, settings(new Gateway.BuiltIn(), Horizon.USUAL, Timing.USUAL, options)));
  }

  /// A node that answers everything from memory.
  public static ServingNode inMemory(Database database) {
    return stocked(database, Horizon.read("36500"));
  }

  /// A node whose memory begins with the UTC day of `first`; it reads earlier days with SQL.
  public static ServingNode inMemorySince(Database database, Instant first) {
    return stocked(
        database, new Horizon((int) ChronoUnit.DAYS.between(day(first), day(Instant.now()))));
  }

  private static Instant day(Instant instant) {
    return instant.truncatedTo(ChronoUnit.DAYS);
  }

  /// The same; its data is stale when the database has not confirmed it for `staleAfter`.
  public static ServingNode inMemorySince(Database database, Instant first, Duration staleAfter) {
    return stocked(
        start(
            database,
            new Gateway.BuiltIn(),
            new Horizon((int) ChronoUnit.DAYS.between(day(first), day(Instant.now()))),
            new Timing(staleAfter, Duration.ZERO)));
  }

  /// A node that reads all showtimes and programmes with SQL: its memory begins in the year 9000.
  public static ServingNode inDatabase(Database database) {
    return inMemorySince(database, Instant.parse("9000-01-01T00:00:00Z"));
  }

  private static ServingNode stocked(Database database, Horizon horizon) {
    return stocked(start(database, new Gateway.BuiltIn(), horizon));
  }

  private static ServingNode stocked(ServingNode node) {
    try {
      node.service.awaitFilled();
    } catch (IOException e) {
      node.close();
      throw new UncheckedIOException(e);
    }
    return node;
  }

  private static ServingNode start(Database database, Gateway gateway, Horizon horizon) {
    return start(database, gateway, horizon, Timing.USUAL);
  }

  private static ServingNode start(
      Database database, Gateway gateway, Horizon horizon, Timing timing) {
    return start(database, settings(gateway, horizon, timing, NodeSettings.Options.NONE));
  }

  private static ServingNode start(Database database, NodeSettings settings) {
    try {
      return new ServingNode(
          Service.start(database, new DatabaseMonitor(database, null), settings, null), null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static NodeSettings settings(
      Gateway gateway, Horizon horizon, Timing timing, NodeSettings.Options options) {
    InetSocketAddress free = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    return new NodeSettings(
        "test",
        new NodeSettings.Addresses(free, free),
        gateway,
        horizon,
        timing,
        PortSettings.USUAL,
        options);
  }

  public InetSocketAddress address() {
    return service.apiAddress();
  }

  public InetSocketAddress operationsAddress() {
    return service.operationsAddress();
  }

  /// The answer of the operations port.
  public HttpResponse<String> operations(String target) {
    URI address = URI.create("http://127.0.0.1:" + operationsAddress().getPort() + target);
    return Caller.send(
        caller, HttpRequest.newBuilder(address), HttpResponse.BodyHandlers.ofString());
  }

  /// Waits until answers come from memory of a revision, or a newer one.
  public void awaitShown(long revision) {
    Patience.await(() ->
        JsonMapper.shared().readTree(operations("/info").body()).at("/snapshot/revision").asLong()
            >= revision);
  }

  @Override
  public void close() {
    caller.close();
    service.close();
    if (own != null) {
      own.close();
    }
  }
}
