package org.marquee.site;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jspecify.annotations.NullMarked;
import org.marquee.access.Gate;
import org.marquee.http.HttpServer;
import org.marquee.http.ServerSettings;
import org.marquee.http.handler.Router;
import org.marquee.http.message.Cors;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.ingest.World;
import org.marquee.listing.SourceTerms;
import org.marquee.site.frame.CheckLimits;
import org.marquee.site.frame.SiteSettings;
import org.marquee.snapshot.SnapshotPages;
import org.marquee.snapshot.SnapshotRefresher;
import org.marquee.store.read.PostgresCalendars;
import org.marquee.store.read.PostgresChangeFeed;
import org.marquee.store.read.PostgresChanges;
import org.marquee.store.read.PostgresListings;
import org.marquee.store.read.PostgresOverview;
import org.marquee.v1.Answers;
import org.marquee.v1.answer.Gateway;
import org.marquee.v1.changes.Followers;

/// The pages of one native feed, at a time that a test sets.
@NullMarked
final class PagesOfAFeed implements AutoCloseable {
  private static final int A_CENTURY = 36_500;

  private final World world = World.fresh();
  private final ExecutorService reading = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient client = HttpClient.newHttpClient();
  private final SnapshotRefresher refresher;
  private final Followers followers;
  private final HttpServer server;
  private volatile Instant now;

  /// @param taken when the feed was taken, and the time until a test sets another
  PagesOfAFeed(String taken, String... lines) throws IOException {
    now = Instant.parse(taken);
    world.full(taken, lines);
    InstantSource clock = () -> now;
    SnapshotPages memory = new SnapshotPages(System::nanoTime);
    refresher =
        new SnapshotRefresher(memory, new PostgresChanges(world.database()), clock, A_CENTURY);
    followers =
        new Followers(
            new PostgresChangeFeed(world.database().pool()),
            memory,
            new Gate(clock, System::nanoTime),
            new Gateway.BuiltIn(),
            reading);
    Answers answers =
        new Answers(memory, new PostgresListings(world.database().pool()), followers, clock);
    Router.Builder routes = Router.builder(Cors.OFF);
    new Site(
            SiteSettings.ofOperators("Rex Guide", CheckLimits.USUAL),
            null,
            null,
            SourceTerms.TermsOf.NONE,
            reading,
            clock)
        .addTo(
            routes,
            answers,
            new PostgresCalendars(world.database().pool()),
            new PostgresOverview(world.database()));
    server =
        HttpServer.start(
            ServerSettings.at(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
            routes.build());
  }

  static String film(String name, String... more) {
    return "{\"type\":\"film\",\"externalId\":\"%1$s\",\"title\":\"A film %1$s\"%2$s}"
        .formatted(name, String.join("", more));
  }

  static String cinema(String id, String name, String zone, String location) {
    return "{\"type\":\"cinema\",\"externalId\":\"%s\",\"name\":\"%s\",\"timeZone\":\"%s\",\"location\":{%s}}"
        .formatted(id, name, zone, location);
  }

  static String place(String country, String town, String postcode, double north, double east) {
    return "\"countryCode\":\"%s\",\"locality\":\"%s\",\"postcode\":\"%s\",\"latitude\":%s,\"longitude\":%s"
        .formatted(country, town, postcode, north, east);
  }

  static String showtime(String film, String cinema, String start, String... more) {
    return "{\"type\":\"showtime\",\"externalId\":\"%1$s-%2$s-%3$s\",\"film\":\"%1$s\",\"cinema\":\"%2$s\",\"startsAt\":\"%3$s\"%4$s}"
        .formatted(film, cinema, start, String.join("", more));
  }

  /// Takes a feed of another provider at the time that is set.
  ///
  /// @param covers as in its header
  void take(String provider, String covers, String... lines) {
    String header = World.header("full", now.toString(), ",\"covers\":" + covers);
    String feed = header + "\n" + String.join("\n", lines);
    world.take(provider, Shrinking.REFUSED, feed.getBytes(UTF_8));
  }

  PagesOfAFeed at(String instant) {
    now = Instant.parse(instant);
    return this;
  }

  Document page(String target) {
    refresher.refresh();
    String address = "http://127.0.0.1:" + server.address().getPort() + target;
    try {
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(URI.create(address)).build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      return Jsoup.parse(answer.body(), address);
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(target, e);
    }
  }

  @Override
  public void close() {
    server.close();
    followers.close();
    reading.close();
    client.close();
    world.close();
  }
}
