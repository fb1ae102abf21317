package org.marquee.webhook;

import static java.time.temporal.ChronoUnit.HOURS;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.access.Entitlement;
import org.marquee.fetch.RedirectRule;
import org.marquee.fetch.WebPost;
import org.marquee.ingest.World;
import org.marquee.listing.ChangeFeed.Breadth;
import org.marquee.listing.ChangeFilter;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;
import org.marquee.listing.Revision;
import org.marquee.node.RunningService;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.access.PostgresWebhooks;
import org.marquee.store.access.PostgresWebhooks.Webhook;
import org.marquee.store.read.PostgresChangeFeed;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.DatabaseClock;
import org.marquee.store.sql.EmptyDatabases;
import org.marquee.store.sql.Sql;
import org.marquee.v1.cursor.ChangeCursor;
import org.marquee.webhook.Receiver.Reaction;
import org.marquee.webhook.Receiver.Received;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What customers are sent of changes.
@NullMarked
class ChangeDeliveryTest {
  private static final RetryPlan SOON =
      new RetryPlan(Duration.ofMillis(10), Duration.ofMillis(50), Duration.ofDays(1));
  private static final RetryPlan NEVER =
      new RetryPlan(Duration.ofMillis(10), Duration.ofMillis(50), Duration.ZERO);
  private static final RedirectRule HERE =
      RedirectRule.allowing(List.of("127.0.0.1/32")).fromTheFirst();
  private static final ChangeFilter ALL =
      new ChangeFilter(EnumSet.allOf(Kind.class), null, null, null, Breadth.RECORDS);

  private final Database database = EmptyDatabases.take();
  private final World world = World.on(database);
  private final PostgresWebhooks webhooks = new PostgresWebhooks(database);
  private final PostgresAccess book = new PostgresAccess(database.pool());
  private final WebhookSecret secret = WebhookSecret.generate();
  private final Receiver receiver = Receiver.start(secret.text());
  private final List<ChangeDelivery> nodes = new ArrayList<>();
  private Instant observed = Instant.now().truncatedTo(ChronoUnit.SECONDS).minusSeconds(1000);

  ChangeDeliveryTest() {
    book.createOrganization("tester");
    book.grant("tester", new Entitlement("unlimited", Instant.EPOCH, null));
  }

  @AfterEach
  void close() {
    nodes.forEach(ChangeDelivery::close);
    receiver.close();
    EmptyDatabases.giveBack(database);
  }

  private void node(RedirectRule rule, RetryPlan retry) {
    nodes.add(
        new ChangeDelivery(
            webhooks,
            new PostgresChangeFeed(database.pool()),
            new SignedPost(
                new WebPost(rule, Duration.ofSeconds(10)), "Marquee/test", InstantSource.system()),
            retry,
            new DatabaseClock(database)));
  }

  /// @return where it begins
  private String create(String id, ChangeFilter filter) {
    return create(id, "tester", receiver, filter);
  }

  private String create(String id, String organization, Receiver to, ChangeFilter filter) {
    String now =
        ChangeCursor.write(ChangePosition.endOf(new PostgresChangeFeed(database.pool()).newest()));
    assertThat(
            webhooks.create(id, organization, to.address().toString(), filter, secret.text(), now))
        .isTrue();
    return now;
  }

  /// An import of two films at two cinemas, 300 km apart.
  private void take(String title) {
    observed = observed.plusSeconds(1);
    world
        .full(
            observed.toString(),
            film("alien", title),
            film("brazil", "Brazil"),
            cinema("rex", 51.5, -0.1),
            cinema("lux", 53.5, -2.9),
            showtime("1", "alien", "rex"),
            showtime("2", "brazil", "lux"))
        .rowCounts();
  }

  private static String film(String id, String title) {
    return "{\"type\":\"film\",\"externalId\":\"%s\",\"title\":\"%s\"}".formatted(id, title);
  }

  private static String cinema(String id, double latitude, double longitude) {
    return "{\"type\":\"cinema\",\"externalId\":\"%s\",\"name\":\"%s\",\"timeZone\":\"Europe/London\",\"location\":{\"countryCode\":\"GB\",\"locality\":\"Elmet\",\"postcode\":\"LS1 1AA\",\"latitude\":%s,\"longitude\":%s}}"
        .formatted(id, id, latitude, longitude);
  }

  private static String showtime(String id, String film, String cinema) {
    return "{\"type\":\"showtime\",\"externalId\":\"%s\",\"film\":\"%s\",\"cinema\":\"%s\",\"startsAt\":\"%s\"}"
        .formatted(
            id, film, cinema, Instant.now().truncatedTo(ChronoUnit.DAYS).plus(Duration.ofDays(3)));
  }

  private static String id(Kind kind, String externalId) {
    return RecordId.of(kind, World.PROVIDER, externalId);
  }

  /// `film Alien`, `showtime 1`.
  private static Set<String> names(Received message) {
    return StreamSupport.stream(message.json().get("data").spliterator(), false)
        .map(each ->
            each.get("kind").asString() + " " + each.at("/record/provenance/externalId").asString())
        .collect(Collectors.toSet());
  }

  private Webhook await(String id, Predicate<Webhook> condition) {
    long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (true) {
      Webhook found =
          webhooks.list().stream().filter(each -> each.id().equals(id)).findFirst().orElseThrow();
      if (condition.test(found)) {
        return found;
      }
      assertThat(System.nanoTime()).as("waited for a minute: %s", found).isLessThan(deadline);
      LockSupport.parkNanos(5_000_000);
    }
  }

  @Test
  void it_sends_what_the_interface_answers_once_for_all_nodes() {
    try (RunningService service = RunningService.over(database)) {
      String since = create("wh_1", ALL);
      node(HERE, SOON);
      node(HERE, SOON);
      take("Alien");
      Received first = receiver.next();
      assertThat(first.signedBy()).containsExactly(secret.text());
      service.awaitNews();
      assertThat(first.json()).isEqualTo(changes(service, since, 1000));

      take("Alien (1979)");
      Received second = receiver.next();
      service.awaitNews();
      assertThat(second.json())
          .isEqualTo(changes(service, first.json().at("/pagination/nextCursor").asString(), 1000));
      await("wh_1", each -> each.state().equals("active") && each.deliveredAt() != null);
      assertThat(receiver.all()).hasSize(2).extracting(Received::id).doesNotHaveDuplicates();
    }
  }

  @Test
  void details_and_changes_of_them_alone_are_sent_to_those_who_ask() {
    try (RunningService service = RunningService.over(database)) {
      String since = create("wh_1", ALL);
      create("wh_details", new ChangeFilter(ALL.kinds(), null, null, null, Breadth.WITH_DETAILS));
      node(HERE, SOON);
      take("Alien");
      List<JsonNode> first = List.of(receiver.next().json(), receiver.next().json());
      service.awaitNews();
      assertThat(first)
          .containsExactlyInAnyOrder(
              changes(service, since, 1000), changes(service, since, 1000, "&include=details"));

      String next = first.getFirst().at("/pagination/nextCursor").asString();
      take("Alien\",\"details\":{\"genres\":[\"Horror\"]},\"later\":\"");
      JsonNode second = receiver.next().json();
      service.awaitNews();
      assertThat(second).isEqualTo(changes(service, next, 1000, "&include=details"));
      assertThat(second.at("/data/0/details/genres/0").asString()).isEqualTo("Horror");
      await("wh_1", each -> !each.position().equals(next));
      assertThat(receiver.all()).hasSize(3);
    }
  }

  private static JsonNode changes(RunningService service, String since, int limit, String... more) {
    return JsonMapper.shared()
        .readTree(
            service
                .get(
                    "/v1/changes?since=%s&limit=%d%s"
                        .formatted(
                            URLEncoder.encode(since, StandardCharsets.UTF_8),
                            limit,
                            String.join("", more)))
                .body());
  }

  @Test
  void each_filter_lets_through_what_it_is_about_and_what_it_cannot_judge() {
    create(
        "wh_film",
        new ChangeFilter(ALL.kinds(), id(Kind.FILM, "alien"), null, null, Breadth.RECORDS));
    create(
        "wh_cinema",
        new ChangeFilter(
            Set.of(Kind.SHOWTIME), null, id(Kind.CINEMA, "lux"), null, Breadth.RECORDS));
    create(
        "wh_near",
        new ChangeFilter(
            Set.of(Kind.SHOWTIME, Kind.CINEMA),
            null,
            null,
            new ChangeFilter.Area(51.5, -0.1, 100),
            Breadth.RECORDS));
    node(HERE, SOON);
    take("Alien");
    assertThat(List.of(receiver.next(), receiver.next(), receiver.next()))
        .extracting(ChangeDeliveryTest::names)
        .containsExactlyInAnyOrder(
            Set.of("film alien", "cinema rex", "cinema lux", "showtime 1"),
            Set.of("showtime 2"),
            Set.of("cinema rex", "showtime 1"));
    assertThat(receiver.all()).extracting(Received::id).doesNotHaveDuplicates();
  }

  @Test
  void what_no_filter_lets_through_is_passed_over() {
    create("wh_1", new ChangeFilter(Set.of(Kind.CHAIN), null, null, null, Breadth.RECORDS));
    node(HERE, SOON);
    take("Alien");
    await("wh_1", each -> webhooks.claim(Duration.ZERO, Set.of()).isEmpty());
    assertThat(receiver.all()).isEmpty();
    assertThat(await("wh_1", _ -> true).deliveredAt()).isNull();
  }

  @Test
  void more_than_a_message_holds_follows_in_the_next() {
    create("wh_1", ALL);
    node(HERE, SOON);
    world
        .full(
            observed.toString(),
            IntStream.rangeClosed(0, 1000)
                .mapToObj(each -> film("f" + each, "Film " + each))
                .toArray(String[]::new))
        .rowCounts();
    assertThat(receiver.next().json().get("data").size()).isEqualTo(1000);
    assertThat(receiver.next().json().get("data").size()).isEqualTo(1);
  }

  @Test
  void receivers_of_one_organization_that_are_slow_hold_up_no_other() {
    CountDownLatch quick = new CountDownLatch(1);
    AtomicBoolean heldUp = new AtomicBoolean();
    for (int each = 0; each < 5; each++) {
      create("wh_" + each, ALL);
      receiver.first(exchange -> {
        if (!quick.await(8, TimeUnit.SECONDS)) {
          heldUp.set(true);
        }
        exchange.sendResponseHeaders(204, -1);
      });
    }
    book.createOrganization("lux");
    book.grant("lux", new Entitlement("unlimited", Instant.EPOCH, null));
    try (Receiver other = Receiver.start(secret.text())) {
      create("wh_lux", "lux", other, ALL);
      node(HERE, SOON);
      take("Alien");
      assertThat(names(other.next())).contains("film alien");
      quick.countDown();
      for (int each = 0; each < 5; each++) {
        receiver.next();
      }
      assertThat(heldUp).isFalse();
    }
  }

  @Test
  void while_a_secret_rotates_both_sign_and_afterwards_the_new_one_alone() {
    create("wh_1", ALL);
    WebhookSecret fresh = WebhookSecret.generate();
    receiver.trust(secret.text(), fresh.text());
    assertThat(webhooks.rotate("wh_1", fresh.text(), Duration.ofHours(1))).isTrue();
    node(HERE, SOON);
    take("Alien");
    assertThat(receiver.next().signedBy()).containsExactly(secret.text(), fresh.text());

    WebhookSecret last = WebhookSecret.generate();
    receiver.trust(fresh.text(), last.text());
    webhooks.rotate("wh_1", last.text(), Duration.ZERO);
    take("Alien (1979)");
    assertThat(receiver.next().signedBy()).containsExactly(last.text());
  }

  @Test
  void a_private_network_gets_nothing_and_the_list_says_why() {
    create("wh_1", ALL);
    node(RedirectRule.PUBLIC.fromTheFirst(), SOON);
    take("Alien");
    Webhook failing = await("wh_1", each -> each.state().equals("failing"));
    assertThat(failing.failure())
        .contains("is not on the public internet")
        .doesNotContain("private-path");
    assertThat(receiver.all()).isEmpty();
  }

  @Test
  void a_receiver_that_fails_redirects_or_closes_gets_the_same_again() {
    create("wh_1", ALL);
    receiver.first(Reaction.status(500), Reaction.redirect(receiver.address()), Reaction.closing());
    node(HERE, SOON);
    take("Alien");
    List<Received> four =
        List.of(receiver.next(), receiver.next(), receiver.next(), receiver.next());
    assertThat(four).extracting(Received::id).containsOnly(four.getFirst().id());
    assertThat(four).extracting(Received::body).containsOnly(four.getFirst().body());
    Webhook well = await("wh_1", each -> each.deliveredAt() != null);
    assertThat(well.failure()).isNull();
    assertThat(receiver.all()).hasSize(4);
  }

  @Test
  void the_same_changes_have_the_same_id_though_an_import_without_changes_came_between() {
    create("wh_1", ALL);
    receiver.first(exchange -> {
      take("Alien");
      exchange.sendResponseHeaders(500, -1);
    });
    node(HERE, SOON);
    take("Alien");
    Received first = receiver.next();
    Received second = receiver.next();
    assertThat(names(second)).isEqualTo(names(first));
    assertThat(second.json().get("pagination")).isNotEqualTo(first.json().get("pagination"));
    assertThat(second.id()).isEqualTo(first.id());
  }

  @Test
  void time_in_which_nothing_could_be_sent_is_no_time_of_failures() throws Exception {
    create("wh_1", ALL);
    take("Alien");
    var due = webhooks.claim(Duration.ofMinutes(1), Set.of()).orElseThrow();
    webhooks.failed(due, "it answered 500", Duration.ofHours(1));
    try (Connection connection = database.pool().getConnection()) {
      Sql.of(
              """
              update webhook set failing_since = failing_since - interval '9 days',
                due_at = due_at - interval '9 days'\
              """)
          .run(connection);
    }
    var next = webhooks.claim(Duration.ofMinutes(1), Set.of()).orElseThrow();
    assertThat(next.failingSince()).isBetween(Instant.now().minus(2, HOURS), Instant.now());
  }

  @Test
  void one_that_fails_for_too_long_is_switched_off_and_the_list_says_so() {
    create("wh_1", ALL);
    receiver.first(Reaction.status(500));
    node(HERE, NEVER);
    take("Alien");
    Webhook off = await("wh_1", each -> each.state().equals("off"));
    assertThat(off.failure()).isEqualTo("it answered 500");
    assertThat(off.disabledAt()).isNotNull();
    take("Alien (1979)");
    assertThat(webhooks.claim(Duration.ofHours(1), Set.of())).isEmpty();
  }

  @Test
  void a_receiver_that_is_gone_for_good_is_switched_off_at_once() {
    create("wh_1", ALL);
    receiver.first(Reaction.status(410));
    node(HERE, SOON);
    take("Alien");
    assertThat(await("wh_1", each -> each.state().equals("off")).failure())
        .isEqualTo("it answered 410");
  }

  @Test
  void what_is_not_remembered_any_more_switches_it_off() {
    webhooks.create(
        "wh_1",
        "tester",
        receiver.address().toString(),
        ALL,
        secret.text(),
        ChangeCursor.write(
            ChangePosition.endOf(new Revision(UUID.randomUUID(), 3, UUID.randomUUID()))));
    node(HERE, SOON);
    assertThat(await("wh_1", each -> each.state().equals("off")).failure())
        .contains("not remembered");
  }

  @Test
  void it_ends_with_the_entitlement_and_rests_while_the_organization_is_suspended() {
    create("wh_1", ALL);
    node(HERE, SOON);
    book.suspend("tester");
    take("Alien");
    assertThat(await("wh_1", _ -> true).state()).isEqualTo("unentitled");
    assertThat(webhooks.claim(Duration.ofHours(1), Set.of())).isEmpty();
    book.resume("tester");
    assertThat(names(receiver.next())).contains("film alien");

    await("wh_1", each -> each.deliveredAt() != null);
    book.grant("tester", new Entitlement("standard", Instant.EPOCH, Instant.EPOCH.plusSeconds(1)));
    take("Alien (1979)");
    assertThat(webhooks.claim(Duration.ofHours(1), Set.of())).isEmpty();
    book.revokeEntitlement("tester");
    assertThat(webhooks.claim(Duration.ofHours(1), Set.of())).isEmpty();
    assertThat(receiver.all()).hasSize(1);
  }

  @Test
  void what_a_node_had_taken_when_it_was_killed_is_sent_by_another() {
    create("wh_1", ALL);
    take("Alien");
    assertThat(webhooks.claim(Duration.ofSeconds(1), Set.of())).isPresent();
    assertThat(webhooks.claim(Duration.ofSeconds(1), Set.of())).isEmpty();
    node(HERE, SOON);
    assertThat(names(receiver.next())).contains("film alien");
  }

  @Test
  void a_node_that_was_slow_does_not_take_the_position_back() {
    String since = create("wh_1", ALL);
    take("Alien");
    var slow = webhooks.claim(Duration.ZERO, Set.of()).orElseThrow();
    var quick = webhooks.claim(Duration.ZERO, Set.of()).orElseThrow();
    String next =
        ChangeCursor.write(ChangePosition.endOf(new PostgresChangeFeed(database.pool()).newest()));
    webhooks.advance(quick, next, null, Instant.now());
    webhooks.failed(slow, "too late", null);
    webhooks.advance(slow, since, null, null);
    assertThat(webhooks.claim(Duration.ZERO, Set.of()).orElseThrow().position()).isEqualTo(next);
    assertThat(await("wh_1", _ -> true).failure()).isNull();
  }
}
