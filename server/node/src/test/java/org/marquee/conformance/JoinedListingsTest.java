package org.marquee.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.conformance.Client.Answer;
import org.marquee.correction.Correction;
import org.marquee.correction.Correction.Wanted;
import org.marquee.correction.What;
import org.marquee.ingest.HandDecisions;
import org.marquee.ingest.Import;
import org.marquee.ingest.Ledger.Rules.Effect;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.ingest.Sources;
import org.marquee.ingest.World;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;
import org.marquee.node.ServingNode;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.store.decision.PostgresCorrections;
import org.marquee.store.decision.PostgresCorrections.Others;
import org.marquee.store.reconcile.PostgresLedger;
import org.marquee.store.run.PostgresSources;
import tools.jackson.databind.JsonNode;

/// Films, cinemas and showings that two providers list, as callers see them from memory and from
/// the database.
class JoinedListingsTest {
  private final World world = World.fresh();
  private final List<ServingNode> nodes;
  private final List<Client> clients;

  JoinedListingsTest() {
    String key = ServingNode.key(world.database(), "house");
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
                .rowCounts()
                .total()
                .refused())
        .isZero();
  }

  /// The answer of all nodes, once they have the newest revision.
  private JsonNode get(String target) {
    for (ServingNode node : nodes) {
      node.awaitShown(world.listings().revision().number());
    }
    Answer first = clients.getFirst().get(target);
    for (Client client : clients) {
      Answer same = client.get(target);
      assertThat(same.status()).as(target).isEqualTo(first.status());
      if (first.status() == 200) {
        assertThat(new String(same.body(), UTF_8))
            .as(target)
            .isEqualTo(new String(first.body(), UTF_8));
      }
    }
    return first.json();
  }

  private JsonNode data(String target) {
    return get(target).get("data");
  }

  private static String showtimes(String more) {
    return "/v1/showtimes?limit=100&startsAfter=2026-04-01T00:00:00Z&startsBefore=2026-04-20T00:00:00Z"
        + more;
  }

  private static String id(Kind kind, String provider, String name) {
    return RecordId.of(kind, provider, provider + "-" + name);
  }

  @Test
  void two_providers_listings_are_one() {
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
    String both = cinema + ",ci_nowhere," + id(Kind.CINEMA, "alpha", "c1");
    JsonNode programme = data("/v1/programme?date=2026-04-01&days=7&cinemaId=" + both);
    assertThat(programme).hasSize(1);
    assertThat(programme.at("/0/cinema/id").asString()).isEqualTo(id(Kind.CINEMA, "alpha", "c1"));
    assertThat(programme.at("/0/days/0/films")).hasSize(1);
    assertThat(
            data(
                "/v1/programme?date=2026-04-01&chainId=ch_0&filmId=" + id(Kind.FILM, "beta", "f2")))
        .isEmpty();
    assertThat(data("/v1/programme?date=2026-04-01&filmId=" + id(Kind.FILM, "beta", "f2")))
        .hasSize(1);
    assertThat(get("/v1/films/fi_00000000000000000000").has("error")).isTrue();
  }

  @Test
  void what_a_person_corrects_and_hides_is_seen_by_all() {
    take("alpha", "2026-03-20T06:00:00Z", "%s Cinema", "Alien", "Solaris", "Dune");
    take("beta", "2026-03-20T07:00:00Z", "The %s", "ALIEN", "Solaris", "Stalker");
    String rex = id(Kind.CINEMA, "alpha", "c1");
    String roxy = id(Kind.CINEMA, "alpha", "c2");
    String alien = id(Kind.FILM, "alpha", "f1");
    String why = "we know";
    List<Correction> wanted =
        List.of(
            Correction.ofField(rex, "name", "Zenith", why),
            Correction.ofField(rex, "position", "53.8, -1.55", why),
            Correction.ofField(rex, "postcode", "ZE1 1AA", why),
            Correction.ofField(rex, "timeZone", "Europe/Paris", why),
            Correction.ofField(id(Kind.FILM, "beta", "f2"), "title", "Zolaris", why),
            Correction.of(What.HIDE, List.of(roxy), why),
            Correction.of(What.NOT_A_FILM, List.of(alien), why));
    PostgresCorrections corrections = new PostgresCorrections(world.database());
    corrections.apply(
        wanted.stream().map(each -> new Wanted(0, each)).toList(), Others.STAY, Effect.COMMIT);
    for (int round = 0; round < 2; round++) {
      assertThat(data("/v1/cinemas?search=zenith").get(0).get("id").asString()).isEqualTo(rex);
      assertThat(data("/v1/cinemas?postcode=ZE11AA")).hasSize(1);
      assertThat(data("/v1/cinemas?latitude=53.8&longitude=-1.55")).hasSize(1);
      assertThat(data("/v1/cinemas")).hasSize(1);
      assertThat(data("/v1/films").get(2).get("title").asString()).isEqualTo("Zolaris");
      assertThat(data("/v1/films")).hasSize(3);
      assertThat(data(showtimes("")).toString()).doesNotContain(alien, roxy).contains("+02:00");
      for (String none :
          List.of(
              showtimes("&cinemaId=" + roxy),
              showtimes("&filmId=" + alien),
              "/v1/screens?cinemaId=" + roxy,
              "/v1/cinemas?search=roxy",
              "/v1/programme?date=2026-04-01&cinemaId=" + roxy,
              "/v1/programme?date=2026-04-01&filmId=" + alien)) {
        assertThat(data(none)).as(none).isEmpty();
      }
      assertThat(get("/v1/cinemas/" + roxy).has("error")).isTrue();
      assertThat(get("/v1/films/" + id(Kind.FILM, "beta", "f1")).has("error")).isTrue();
      assertThat(data("/v1/programme?date=2026-04-01&days=7&cinemaId=" + rex + "," + roxy))
          .hasSize(1);
      take("alpha", "2026-03-21T06:00:00Z", "%s Cinema", "Alien", "Solaris", "Dune");
    }
    corrections.list().forEach(each -> corrections.undo(each.id()));
    assertThat(data("/v1/cinemas")).hasSize(2);
    assertThat(data("/v1/cinemas?search=zenith")).isEmpty();
    assertThat(data("/v1/films")).hasSize(4);
    assertThat(data(showtimes("&filmId=" + alien))).isNotEmpty();
  }

  @Test
  void what_a_person_joins_and_parts_is_seen_by_all() {
    take("alpha", "2026-03-20T06:00:00Z", "%s Cinema", "Alien", "Solaris", "Dune");
    take("beta", "2026-03-20T07:00:00Z", "The %s", "ALIEN", "Solaris", "Stalker");
    HandDecisions decisions = new HandDecisions(world.database());
    String dune = id(Kind.FILM, "alpha", "f3");
    String stalker = id(Kind.FILM, "beta", "f3");
    decisions.merge(Kind.FILM, stalker, dune);
    assertThat(data("/v1/films/" + stalker).get("title").asString()).isEqualTo("Dune");
    assertThat(data(showtimes("&filmId=" + stalker)).size()).isEqualTo(5);
    assertThat(data(showtimes("")).size()).isEqualTo(15);
    decisions.split(Kind.FILM, stalker);
    assertThat(data("/v1/films/" + stalker).get("title").asString()).isEqualTo("Stalker");
    assertThat(data(showtimes("")).size()).isEqualTo(20);
    decisions.split(Kind.CINEMA, id(Kind.CINEMA, "beta", "c2"));
    assertThat(data("/v1/cinemas?limit=100").size()).isEqualTo(3);
    assertThat(data(showtimes("&cinemaId=" + id(Kind.CINEMA, "beta", "c2"))).size()).isEqualTo(10);
    assertThat(data(showtimes("")).size()).isEqualTo(25);
    assertThat(data("/v1/screens?cinemaId=" + id(Kind.CINEMA, "beta", "c2")).size()).isEqualTo(1);
  }

  @Test
  void an_outage_of_a_source_is_seen_by_all() {
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    String feed =
        String.join(
            "\n",
            World.header("full", now.toString(), ""),
            """
            {"type":"cinema","externalId":"rex","name":"Rex","timeZone":"Europe/London",\
            "location":{"countryCode":"GB","locality":"Elmet","postcode":"LS1 1AA"}}\
            """,
            "{\"type\":\"film\",\"externalId\":\"f\",\"title\":\"Solaris\"}",
            "{\"type\":\"showtime\",\"externalId\":\"s\",\"film\":\"f\",\"cinema\":\"rex\",\"startsAt\":\"%s\"}"
                .formatted(now.plus(2, ChronoUnit.DAYS)));
    String asked = "/v1/programme?days=2&cinemaId=" + RecordId.of(Kind.CINEMA, "north", "rex");
    take(feed);
    assertThat(data(asked).at("/0/days/1/coverage/state").asString()).isEqualTo("complete");
    new Import(new PostgresLedger(world.database()), InstantSource.system())
        .failed(
            "20260321T090000Z-0",
            "north",
            "marquee",
            List.of(),
            now,
            Notice.of(Code.SOURCE_FAILED, "HTTP 503"));
    String failed = "/0/days/1/coverage/reason";
    assertThat(data(asked).at(failed).asString()).isEqualTo("source_failed");
    take(feed);
    assertThat(data(asked).at("/0/days/1/coverage/state").asString()).isEqualTo("complete");
  }

  private void take(String feed) {
    world.take("north", Shrinking.REFUSED, feed.getBytes(UTF_8)).rowCounts();
  }

  /// Two cinemas of one provider, of which the second has no postcode.
  private static String postcodes(String observedAt) {
    return String.join(
        "\n",
        World.header("full", observedAt, ""),
        """
        {"type":"cinema","externalId":"rex","name":"Rex","timeZone":"Europe/London",\
        "location":{"countryCode":"GB","locality":"Elmet","postcode":"LS1 1AA","latitude":53.8,"longitude":-1.5}}\
        """,
        """
        {"type":"cinema","externalId":"roxy","name":"Roxy","timeZone":"Europe/London",\
        "location":{"countryCode":"GB","locality":"Elmet","latitude":53.9,"longitude":-1.6}}\
        """,
        "{\"type\":\"film\",\"externalId\":\"f\",\"title\":\"Solaris\"}",
        """
        {"type":"showtime","externalId":"s","film":"f","cinema":"roxy","startsAt":"2026-04-02T19:30"}\
        """,
        "");
  }

  @Test
  void a_missing_postcode_is_published_as_another_text_and_never_found_by_it() {
    var run = world.take("north", "00000", postcodes("2026-03-01T06:00:00Z"));
    assertThat(run.rowCounts().total().heldBack()).isZero();
    assertThat(run.count(Code.POSTCODE_MISSING)).isEqualTo(1);
    String roxy = RecordId.of(Kind.CINEMA, "north", "roxy");
    assertThat(data("/v1/cinemas/" + roxy).get("location").get("postcode").asString())
        .isEqualTo("00000");
    assertThat(data(showtimes("&cinemaId=" + roxy))).hasSize(1);
    assertThat(data("/v1/cinemas?search=00000")).isEmpty();
    assertThat(data("/v1/cinemas?search=roxy")).hasSize(1);
    assertThat(get("/v1/cinemas?postcode=00000&radiusKm=100").get("error").toString())
        .contains("unknown_postcode");
    assertThat(data("/v1/cinemas?postcode=LS11AA&radiusKm=100")).hasSize(2);
    Sources.Source source = new PostgresSources(world.database()).list().getFirst();
    assertThat(source.missingPostcodes()).isEqualTo(1);
    assertThat(source.heldBack()).isZero();

    // A postcode that really reads like the text is found by it.
    world.take(
        "west",
        null,
        """
        %s
        {"type":"cinema","externalId":"z","name":"Zenith","location":{"countryCode":"US","locality":"Elsewhere",\
        "postcode":"00000","latitude":53.7,"longitude":-1.5}}
        """
            .formatted(World.header("full", "2026-03-01T06:00:00Z", "")));
    assertThat(data("/v1/cinemas?search=00000")).hasSize(1);
    assertThat(data("/v1/cinemas?postcode=00000&radiusKm=1")).hasSize(1);
  }

  @Test
  void a_register_fills_a_missing_postcode_in() {
    world.take("north", "00000", postcodes("2026-03-01T06:00:00Z"));
    String roxy = RecordId.of(Kind.CINEMA, "north", "roxy");
    assertThat(data("/v1/cinemas/" + roxy).get("location").get("postcode").asString())
        .isEqualTo("00000");
    world.take(
        "register",
        null,
        """
        %s
        {"type":"cinema","externalId":"7","name":"Roxy","location":{"countryCode":"GB","locality":"Elmet",\
        "postcode":"LS2 9AA","latitude":53.9,"longitude":-1.6}}
        """
            .formatted(World.header("full", "2026-03-02T06:00:00Z", "")));
    assertThat(data("/v1/cinemas/" + roxy).get("location").get("postcode").asString())
        .isEqualTo("LS2 9AA");
    assertThat(data("/v1/cinemas?search=LS29")).hasSize(1);
    assertThat(data("/v1/cinemas?postcode=ls29aa&radiusKm=1")).hasSize(1);
    assertThat(new PostgresSources(world.database()).list())
        .allMatch(source -> source.missingPostcodes() == 0);
    // It stays so with the next feed that has none.
    world.take("north", "00000", postcodes("2026-03-03T06:00:00Z"));
    assertThat(data("/v1/cinemas/" + roxy).get("location").get("postcode").asString())
        .isEqualTo("LS2 9AA");
    new PostgresSources(world.database()).remove("register");
    assertThat(data("/v1/cinemas/" + roxy).get("location").get("postcode").asString())
        .isEqualTo("00000");
    assertThat(data("/v1/cinemas?search=LS29")).isEmpty();
  }

  @Test
  void without_a_text_in_its_place_a_postcode_is_waited_for() {
    var run = world.take("north", null, postcodes("2026-03-01T06:00:00Z"));
    assertThat(run.rowCounts().total().heldBack()).isEqualTo(2);
    assertThat(run.report().notices().toString())
        .contains("\"Roxy\" has no postcode")
        .contains("house")
        .contains("--missing-postcode")
        .doesNotContain("--cinema FILE");
    assertThat(data("/v1/cinemas?search=roxy")).isEmpty();
    // A cinema that waits is published as soon as the text is given, even with a feed that does not
    // list it.
    world.take("north", "XX", World.header("delta", "2026-03-02T06:00:00Z", "") + "\n");
    assertThat(data("/v1/cinemas?search=roxy")).hasSize(1);
    assertThat(data(showtimes(""))).hasSize(1);
  }
}
