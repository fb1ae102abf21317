package org.marquee.alarm;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.access.Entitlement;
import org.marquee.access.Plan;
import org.marquee.access.Rate;
import org.marquee.alarm.channel.WebhookChannel;
import org.marquee.fetch.RedirectRule;
import org.marquee.fetch.WebPost;
import org.marquee.ingest.World;
import org.marquee.node.DatabaseMonitor;
import org.marquee.node.Patience;
import org.marquee.ops.AlarmCode;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.access.PostgresUsage;
import org.marquee.store.run.PostgresAlarms;
import org.marquee.store.run.PostgresAlarms.Delivery;
import org.marquee.store.run.PostgresAlarms.Trouble;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.TestDatabase;
import org.marquee.webhook.Receiver;
import org.marquee.webhook.Receiver.Reaction;
import org.marquee.webhook.Receiver.Received;
import org.marquee.webhook.RetryPlan;
import org.marquee.webhook.SignedPost;
import org.marquee.webhook.WebhookSecret;

/// Alarms of nodes with one database, and the messages that an operator gets.
@NullMarked
class AlarmWatchTest {
  private static final RetryPlan SOON =
      new RetryPlan(Duration.ofMillis(20), Duration.ofMillis(200), Duration.ofDays(1));
  private static final AlarmPace QUICK =
      new AlarmPace(
          Duration.ofMillis(100),
          Duration.ofMillis(20),
          Duration.ofMillis(100),
          Duration.ofSeconds(4),
          SOON);

  /// What was not found for so short a time is over.
  private static final AlarmPace SHORT =
      new AlarmPace(QUICK.looking(), QUICK.sending(), QUICK.away(), Duration.ofMillis(200), SOON);

  private final WebhookSecret secret = WebhookSecret.generate();
  private final Receiver receiver = Receiver.start(secret.text());
  private final TestDatabase test = MigratedDatabase.create();
  private final List<Node> nodes = new ArrayList<>();
  private final AtomicReference<@Nullable String> certificate = new AtomicReference<>();

  /// The nodes that have asked the database, and looked for what is wrong with themselves.
  private final Set<String> looked = ConcurrentHashMap.newKeySet();

  @TempDir private Path home;

  @AfterEach
  void close() {
    nodes.forEach(Node::close);
    receiver.close();
  }

  /// A node, as far as alarms go.
  private record Node(Database database, DatabaseMonitor monitor, AlarmWatch watch)
      implements AutoCloseable {
    @Override
    public void close() {
      watch.close();
      monitor.close();
      database.close();
    }
  }

  private Node start(String name) {
    return start(name, QUICK);
  }

  private Node start(String name, AlarmPace pace) {
    Database database = MigratedDatabase.open(test);
    DatabaseMonitor monitor = new DatabaseMonitor(database, null);
    monitor.start();
    AlarmWatch watch =
        new AlarmWatch(
            database,
            monitor::isReachable,
            new NodeTroubles(
                name,
                home,
                Optional::empty,
                () -> 0,
                Optional::empty,
                Optional::empty,
                () -> {
                  looked.add(name);
                  return Optional.ofNullable(certificate.get());
                }),
            List.of(channel()),
            pace);
    Node node = new Node(database, monitor, watch);
    nodes.add(node);
    return node;
  }

  private WebhookChannel channel() {
    return new WebhookChannel(
        receiver.address(),
        secret,
        new SignedPost(
            new WebPost(RedirectRule.PUBLIC, Duration.ofSeconds(10)),
            "Marquee/test",
            InstantSource.system()));
  }

  private void take(Instant observed) {
    try (Database database = MigratedDatabase.open(test)) {
      World.on(database)
          .full(
              observed.toString(),
              "{\"type\":\"film\",\"externalId\":\"alien\",\"title\":\"Alien\"}")
          .rowCounts();
    }
  }

  private long count(String sql) {
    try (Connection connection = test.connect()) {
      return Sql.of("select count(*) from " + sql).number(connection);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void of_two_nodes_one_tells_when_a_source_is_late_and_when_it_is_not_any_more() {
    take(Instant.now().minus(Duration.ofDays(10)));
    start("one");
    start("two");
    Received began = receiver.next();
    assertThat(began.summary()).isEqualTo("alarm.began stale tester");
    assertThat(began.signedBy()).containsExactly(secret.text());
    assertThat(began.json().at("/data/message").asString())
        .contains("the last feed is 10 days old");
    assertThat(began.json().at("/data/callers").asString()).isEqualTo(AlarmCode.STALE.callers());
    assertThat(began.json().at("/data/action").asString()).isEqualTo(AlarmCode.STALE.action());
    assertThat(began.json().at("/data/endedAt").isMissingNode()).isTrue();

    take(Instant.now());
    Received ended = receiver.next();
    assertThat(ended.summary()).isEqualTo("alarm.ended stale tester");
    assertThat(ended.json().at("/data/alarm")).isEqualTo(began.json().at("/data/alarm"));
    assertThat(ended.json().at("/data/beganAt")).isEqualTo(began.json().at("/data/beganAt"));
    Patience.await(() -> count("alarm_delivery where done_at is not null and attempts = 1") == 2);
    assertThat(receiver.all()).hasSize(2).extracting(Received::id).doesNotHaveDuplicates();
  }

  @Test
  void a_quota_is_an_alarm_when_four_fifths_are_used_and_when_all_is() {
    LocalDate month = LocalDate.now(ZoneOffset.UTC).withDayOfMonth(1);
    try (Database database = MigratedDatabase.open(test)) {
      PostgresAccess book = new PostgresAccess(database.pool());
      book.createPlan(new Plan("ten", Optional.of(Rate.of(60)), true, OptionalLong.of(10)));
      book.createOrganization("rex");
      book.grant("rex", new Entitlement("ten", Instant.EPOCH, null));
      PostgresUsage usage = new PostgresUsage(database.pool());
      usage.spend(1, month, Map.of("rex", 8L));
      start("one");
      Received low = receiver.next();
      assertThat(low.summary()).isEqualTo("alarm.began quota_low rex");
      assertThat(low.json().at("/data/message").asString())
          .isEqualTo("rex has used 8 of the 10 requests of this month");
      usage.spend(2, month, Map.of("rex", 2L));
      assertThat(receiver.next().summary()).isEqualTo("alarm.began quota_spent rex");
    }
  }

  @Test
  void what_a_node_finds_ends_when_none_finds_it_any_more() {
    certificate.set("the TLS certificate expires tomorrow");
    start("one");
    start("one");
    assertThat(receiver.next().summary()).isEqualTo("alarm.began certificate one");
    certificate.set(null);
    assertThat(receiver.next().summary()).isEqualTo("alarm.ended certificate one");
    assertThat(receiver.all()).hasSize(2);
  }

  @Test
  void the_alarm_of_a_node_that_is_gone_ends() {
    start("one", SHORT);
    Node two = start("two", SHORT);
    // What begins before a node has named its way to send is not queued for it.
    Patience.await(() -> count("alarm_channel") == 1);
    new PostgresAlarms(two.database())
        .found(List.of(new Trouble("disk_low", "two", "the disk of two is full")));
    assertThat(receiver.next().summary()).isEqualTo("alarm.began disk_low two");
    // Where node two sent it and is gone before it says so, another sends it again, in two minutes.
    Patience.await(() -> count("alarm_delivery where done_at is not null") == 1);
    nodes.remove(two);
    two.close();
    assertThat(receiver.next().summary()).isEqualTo("alarm.ended disk_low two");
  }

  @Test
  void a_receiver_that_fails_is_sent_the_same_again() {
    receiver.first(
        Reaction.status(503), Reaction.closing(), Reaction.status(500), Reaction.status(200));
    take(Instant.now().minus(Duration.ofDays(10)));
    start("one");
    List<Received> four =
        List.of(receiver.next(), receiver.next(), receiver.next(), receiver.next());
    assertThat(four.stream().map(Received::id).collect(toSet())).hasSize(1);
    assertThat(four.stream().map(Received::body).collect(toSet())).hasSize(1);
    assertThat(four).allMatch(each -> each.signedBy().equals(List.of(secret.text())));
    Patience.await(
        () -> count("alarm_delivery where done_at is not null and failure is null") == 1);
    assertThat(count("alarm_delivery where attempts = 4")).isEqualTo(1);
  }

  @Test
  void a_message_that_is_too_old_is_given_up() {
    receiver.first(Collections.nCopies(50, Reaction.status(503)).toArray(Reaction[]::new));
    certificate.set("the TLS certificate expires tomorrow");
    RetryPlan brief =
        new RetryPlan(Duration.ofMillis(20), Duration.ofMillis(20), Duration.ofMillis(200));
    start(
        "one", new AlarmPace(QUICK.looking(), QUICK.sending(), QUICK.away(), QUICK.quiet(), brief));
    Patience.await(
        () -> count("alarm_delivery where done_at is not null and failure is not null") == 1);
  }

  @Test
  void what_was_queued_or_under_way_when_a_node_died_is_sent_by_another() {
    try (Database database = MigratedDatabase.open(test)) {
      PostgresAlarms alarms = new PostgresAlarms(database);
      alarms.use(Set.of("webhook"));
      alarms.found(
          List.of(
              new Trouble("source_failed", "rex", "it fails"),
              new Trouble("source_failed", "lux", "it fails")));
      Delivery claimed = alarms.claim("webhook", Duration.ofHours(1)).orElseThrow();
      assertThat(claimed.attempts()).isEqualTo(1);
      assertThat(alarms.claim("webhook", Duration.ofHours(1)))
          .hasValueSatisfying(other -> {
            assertThat(other.event().alarm()).isNotEqualTo(claimed.event().alarm());
            alarms.failed(other, "stopped", Duration.ZERO);
          });
      assertThat(alarms.claim("mail", Duration.ofHours(1))).isEmpty();
      alarms.failed(claimed, "stopped", Duration.ZERO);
      // The node is killed after this, before it notes what became of it.
      assertThat(alarms.claim("webhook", Duration.ofMillis(200))).isPresent();
    }
    start("one");
    assertThat(
            List.of(receiver.next(), receiver.next(), receiver.next(), receiver.next()).stream()
                .map(Received::summary))
        .containsExactlyInAnyOrder(
            "alarm.began source_failed rex",
            "alarm.ended source_failed rex",
            "alarm.began source_failed lux",
            "alarm.ended source_failed lux");
    Patience.await(
        () -> count("alarm_delivery where done_at is not null and phase = 'began'") == 2);
  }

  @Test
  void the_end_of_an_alarm_waits_until_its_beginning_was_sent_or_is_given_up() {
    try (Database database = MigratedDatabase.open(test)) {
      PostgresAlarms alarms = new PostgresAlarms(database);
      alarms.use(Set.of("webhook"));
      alarms.found(List.of(new Trouble("stale", "rex", "it is late")));
      Delivery delivery = alarms.claim("webhook", Duration.ofHours(1)).orElseThrow();
      alarms.settle(AlarmCode.of(AlarmCode.Scope.SOURCE, AlarmCode.Scope.INSTALLATION), List.of());
      assertThat(alarms.claim("webhook", Duration.ofHours(1))).isEmpty();
      alarms.failed(delivery, "nobody is there", null);
      assertThat(count("alarm_delivery where failure = 'nobody is there' and done_at is not null"))
          .isEqualTo(1);
      assertThat(alarms.claim("webhook", Duration.ofHours(1)))
          .hasValueSatisfying(
              next -> assertThat(next.event().phase()).isEqualTo(PostgresAlarms.Phase.ENDED));
    }
  }

  @Test
  void a_database_that_is_away_is_told_by_each_node_with_one_id_and_its_end_once() {
    start("one");
    start("two");
    Patience.await("both know the id of the next outage", () -> looked.size() == 2);
    Patience.await(() -> nodes.stream().allMatch(each -> each.monitor().isReachable()));
    test.shut();
    List<Received> began = List.of(receiver.next(), receiver.next());
    assertThat(began).allMatch(each -> each.summary().equals("alarm.began database_away database"));
    assertThat(began.stream().map(Received::id).collect(toSet())).hasSize(1);
    assertThat(began.stream().map(each -> each.json().at("/data/message").asString()))
        .containsExactlyInAnyOrder(
            "one: the database cannot be reached", "two: the database cannot be reached");
    test.reopen();
    Received ended = receiver.next();
    assertThat(ended.summary()).isEqualTo("alarm.ended database_away database");
    assertThat(ended.json().at("/data/alarm")).isEqualTo(began.getFirst().json().at("/data/alarm"));
    Patience.await(() -> count("alarm_delivery where done_at is not null") == 2);
    Patience.await(() ->
        count(
                "outage where next_id::text <> '%s'"
                    .formatted(ended.json().at("/data/alarm").asString()))
            == 1);
    assertThat(receiver.all()).hasSize(3);
  }
}
