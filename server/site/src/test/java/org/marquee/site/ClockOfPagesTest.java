package org.marquee.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.marquee.access.Gate;
import org.marquee.http.Cors;
import org.marquee.http.HttpServer;
import org.marquee.http.ServerSettings;
import org.marquee.http.handler.Router;
import org.marquee.ingest.World;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;
import org.marquee.listing.SourceTerms;
import org.marquee.page.JsonRecordEncoder;
import org.marquee.site.common.CheckLimits;
import org.marquee.site.common.SiteSettings;
import org.marquee.snapshot.SnapshotPages;
import org.marquee.store.read.PostgresCalendars;
import org.marquee.store.read.PostgresChangeFeed;
import org.marquee.store.read.PostgresListings;
import org.marquee.store.read.PostgresOverview;
import org.marquee.v1.Answers;
import org.marquee.v1.answer.Gateway;
import org.marquee.v1.changes.Followers;

/// Pages at 18:00 of a day in London, of showings at 14:00, 17:30 and 18:00 there, and of the next
/// day in Auckland.
@NullMarked
class ClockOfPagesTest {
  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-11-24T18:00:00Z"));

  private final World world = World.fresh();
  private final ExecutorService reading = Executors.newVirtualThreadPerTaskExecutor();
  private final JsonRecordEncoder encoder = new JsonRecordEncoder();
  private final SnapshotPages nothing = new SnapshotPages(System::nanoTime);
  private final Followers followers =
      new Followers(
          new PostgresChangeFeed(world.database().pool()),
          nothing,
          encoder,
          new Gate(CLOCK, System::nanoTime),
          new Gateway.BuiltIn(),
          reading);
  private final HttpClient client = HttpClient.newHttpClient();
  private HttpServer server;

  @BeforeEach
  void start() throws Exception {
    world.full(
        "2026-11-24T06:00:00Z",
        """
        {"type":"cinema","externalId":"rex","name":"Rex","timeZone":"Europe/London","location":\
        {"countryCode":"GB","locality":"Saltmarch","postcode":"SX3 5JE","latitude":51.37,"longitude":1.12}}\
        """,
        """
        {"type":"cinema","externalId":"far","name":"Far","timeZone":"Pacific/Auckland","location":\
        {"countryCode":"NZ","locality":"Longbay","postcode":"0630","latitude":-36.68,"longitude":174.74}}\
        """,
        film("away"),
        """
        {"type":"showtime","externalId":"away","film":"away","cinema":"far","startsAt":"2026-11-25T06:00:00Z"}\
        """,
        film("over"),
        film("going"),
        showtime("over", "14:00"),
        showtime("going", "17:30"),
        showtime("going", "18:00"));
    Answers answers =
        new Answers(
            nothing, new PostgresListings(world.database().pool(), encoder), followers, CLOCK);
    Router.Builder routes = Router.builder(Cors.OFF);
    new Site(
            SiteSettings.ofOperators("Rex Guide", CheckLimits.USUAL),
            null,
            null,
            SourceTerms.TermsOf.NONE,
            reading,
            CLOCK)
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

  private static String film(String name) {
    return "{\"type\":\"film\",\"externalId\":\"%s\",\"title\":\"A film %s\"}"
        .formatted(name, name);
  }

  private static String showtime(String film, String time) {
    return """
    {"type":"showtime","externalId":"%s-%s","film":"%s","cinema":"rex",\
    "startsAt":"2026-11-24T%s:00Z"}\
    """
        .formatted(film, time, film, time);
  }

  @AfterEach
  void stop() {
    server.close();
    followers.close();
    reading.close();
    client.close();
    world.close();
  }

  private Document page(String target) throws Exception {
    String address = "http://127.0.0.1:" + server.address().getPort() + target;
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(URI.create(address)).build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return Jsoup.parse(answer.body());
  }

  @Test
  void what_has_begun_is_folded_away_and_films_that_only_have_begun_come_last() throws Exception {
    String rex = "/cinemas/" + RecordId.of(Kind.CINEMA, World.PROVIDER, "rex");
    for (String target : List.of(rex, "/near?q=Saltmarch")) {
      Document page = page(target);
      assertThat(page.select("section.film h3").eachText())
          .as(target)
          .containsExactly("A film going", "A film over");
      assertThat(page.select("details.begun time").eachText()).containsExactly("17:30", "14:00");
      assertThat(page.select("details.begun[open]")).isEmpty();
      assertThat(page.select("details.begun summary").eachText())
          .containsExactly("One showing has begun", "One showing has begun");
      assertThat(page.select("div > ul.times time").eachText()).containsExactly("18:00");
    }
    String film = "/films/" + RecordId.of(Kind.FILM, World.PROVIDER, "going");
    assertThat(page(film).select("details.begun time").eachText()).containsExactly("17:30");
    assertThat(page(film).select("section.venue > ul.times time").eachText())
        .containsExactly("18:00");
  }

  @Test
  void today_is_the_day_of_the_cinema_where_it_is_tomorrow_already() throws Exception {
    assertThat(page("/near?q=Longbay").select(".times time").eachText()).containsExactly("19:00");
    Document film = page("/films/" + RecordId.of(Kind.FILM, World.PROVIDER, "away"));
    assertThat(film.select("#day").text()).isEqualTo("Wednesday, 25 November");
    assertThat(film.select(".times time").eachText()).containsExactly("19:00");
  }
}
