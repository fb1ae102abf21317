package org.marquee.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.access.Entitlement;
import org.marquee.access.Plan;
import org.marquee.app.ServingNode;
import org.marquee.conformance.Client.Answer;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.ingest.World;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;
import org.marquee.store.PostgresAccess;
import org.marquee.store.PostgresMatches;
import tools.jackson.databind.JsonNode;

/// What callers see of films, cinemas and showings that two providers speak of, from memory and
/// from the database.
class JoinedListingsTest {
  private final World world = World.fresh();
  private final List<ServingNode> nodes;
  private final List<Client> clients;

  JoinedListingsTest() {
    PostgresAccess book = new PostgresAccess(world.database().pool());
    book.createOrganization("house");
    book.grant("house", new Entitlement(Plan.UNLIMITED, Instant.EPOCH, null));
    String key = book.issueKey("house", null, null).orElseThrow().secret().text();
    nodes =
        List.of(
            ServingNode.inDatabase(world.database()),
            ServingNode.inMemory(world.database()),
            ServingNode.inMemorySince(world.database(), Instant.parse("2026-04-03T00:00:00Z")));
    clients = nodes.stream().map(node -> new Client(node.address(), key)).toList();
  }

  @AfterEach
  void close() {
    clients.forEach(Client::close);
    nodes.forEach(ServingNode::close);
    world.close();
  }

  /// Two cinemas, three films and five days of them, as one provider calls them.
  private void take(String provider, String observedAt, String cinema, String... titles) {
    List<String> lines = new ArrayList<>();
    lines.add(World.header("full", observedAt, ""));
    for (int house = 1; house <= 2; house++) {
      lines.add(
          """
          {"type":"cinema","externalId":"%1$s-c%2$d","name":"%3$s","timeZone":"Europe/London",\
          "location":{"countryCode":"GB","locality":"Elmet","postcode":"LS%2$d 1AA"}}\
          """
              .formatted(provider, house, cinema.formatted(house == 1 ? "Rex" : "Roxy")));
    }
    for (int film = 1; film <= titles.length; film++) {
      lines.add(
          """
          {"type":"film","externalId":"%s-f%d","title":"%s","durationMinutes":%d}\
          """
              .formatted(provider, film, titles[film - 1], 90 + 10 * film));
      for (int day = 1; day <= 5; day++) {
        lines.add(
            """
            {"type":"showtime","externalId":"%1$s-s%2$d-%3$d","film":"%1$s-f%2$d","cinema":"%1$s-c%4$d",\
            "startsAt":"2026-04-0%3$dT1%2$d:00","screen":{"name":"Screen 1"}}\
            """
                .formatted(provider, film, day, 1 + film % 2));
      }
    }
    assertThat(
            world
                .take(provider, Shrinking.REFUSED, String.join("\n", lines).getBytes(UTF_8))
                .tally()
                .total()
                .refused())
        .isZero();
  }

  /// The same from all nodes, once they have what is newest.
  private JsonNode get(String target) throws InterruptedException {
    Answer first = clients.getFirst().get(target);
    for (Client client : clients) {
      Instant end = Instant.now().plusSeconds(4);
      Answer same = client.get(target);
      while (!same.all("ETag").equals(first.all("ETag")) && Instant.now().isBefore(end)) {
        Thread.sleep(10);
        same = client.get(target);
      }
      assertThat(same.status()).as(target).isEqualTo(first.status());
      if (first.status() == 200) {
        assertThat(new String(same.body(), UTF_8))
            .as(target)
            .isEqualTo(new String(first.body(), UTF_8));
      }
    }
    return first.json();
  }

  private JsonNode data(String target) throws InterruptedException {
    return get(target).get("data");
  }

  private static String showtimes(String more) {
    return "/v1/showtimes?limit=100&startsAfter=2026-04-01T00:00:00Z&startsBefore=2026-04-20T00:00:00Z"
        + more;
  }

  private static String id(Kind kind, String provider, String name) {
    return RecordId.maker().of(kind, provider, provider + "-" + name);
  }

  @Test
  void two_providers_listings_are_one() throws InterruptedException {
    take("alpha", "2026-03-20T06:00:00Z", "%s Cinema", "Alien", "Solaris (HOH)", "Dune");
    take("beta", "2026-03-20T07:00:00Z", "The %s", "ALIEN", "Solaris", "Stalker");
    assertThat(data("/v1/cinemas?limit=100").size()).isEqualTo(2);
    assertThat(data("/v1/films?limit=100").size()).isEqualTo(4);
    assertThat(data(showtimes("")).size()).isEqualTo(20);
    for (String name : List.of("f1", "f2")) {
      String survivor = id(Kind.FILM, "alpha", name);
      assertThat(data("/v1/films/" + id(Kind.FILM, "beta", name)).get("id").asString())
          .isEqualTo(survivor);
      JsonNode shown = data(showtimes("&filmId=" + id(Kind.FILM, "beta", name)));
      assertThat(shown.size()).isEqualTo(5);
      shown.forEach(each -> assertThat(each.get("filmId").asString()).isEqualTo(survivor));
    }
    String cinema = id(Kind.CINEMA, "beta", "c1");
    assertThat(data("/v1/cinemas/" + cinema).get("id").asString())
        .isEqualTo(id(Kind.CINEMA, "alpha", "c1"));
    assertThat(data(showtimes("&cinemaId=" + cinema)).size()).isEqualTo(5);
    assertThat(
            data(showtimes("&cinemaId=" + cinema + "&filmId=" + id(Kind.FILM, "beta", "f1")))
                .size())
        .isZero();
    assertThat(data("/v1/screens?cinemaId=" + cinema)).isNotEmpty();
    assertThat(get("/v1/films/fi_00000000000000000000").has("error")).isTrue();
  }

  @Test
  void what_a_person_joins_and_parts_is_seen_by_all() throws InterruptedException {
    take("alpha", "2026-03-20T06:00:00Z", "%s Cinema", "Alien", "Solaris", "Dune");
    take("beta", "2026-03-20T07:00:00Z", "The %s", "ALIEN", "Solaris", "Stalker");
    PostgresMatches matches = new PostgresMatches(world.database());
    String dune = id(Kind.FILM, "alpha", "f3");
    String stalker = id(Kind.FILM, "beta", "f3");
    matches.merge(Kind.FILM, stalker, dune);
    assertThat(data("/v1/films/" + stalker).get("title").asString()).isEqualTo("Dune");
    assertThat(data(showtimes("&filmId=" + stalker)).size()).isEqualTo(5);
    assertThat(data(showtimes("")).size()).isEqualTo(15);
    matches.split(Kind.FILM, stalker);
    assertThat(data("/v1/films/" + stalker).get("title").asString()).isEqualTo("Stalker");
    assertThat(data(showtimes("")).size()).isEqualTo(20);
    matches.split(Kind.CINEMA, id(Kind.CINEMA, "beta", "c2"));
    assertThat(data("/v1/cinemas?limit=100").size()).isEqualTo(3);
    assertThat(data(showtimes("&cinemaId=" + id(Kind.CINEMA, "beta", "c2"))).size()).isEqualTo(10);
    assertThat(data(showtimes("")).size()).isEqualTo(25);
    assertThat(data("/v1/screens?cinemaId=" + id(Kind.CINEMA, "beta", "c2")).size()).isEqualTo(1);
  }
}
