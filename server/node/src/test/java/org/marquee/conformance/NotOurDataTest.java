package org.marquee.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.access.Entitlement;
import org.marquee.access.NewKey;
import org.marquee.ingest.World;
import org.marquee.node.Patience;
import org.marquee.node.ServingNode;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.TestDatabase;

/// A database answers, but not with our data: a node goes on answering from memory, says so, and
/// takes up what is stored when it is whole again (docs/backup.md, "Under running nodes").
@NullMarked
class NotOurDataTest {
  private static final Duration STALE_AFTER = Duration.ofSeconds(60);

  private static final List<String> HOT =
      List.of(
          "/v1/films",
          "/v1/cinemas",
          "/v1/cinemas?search=rex",
          "/v1/chains",
          "/v1/showtimes?startsAfter=2026-03-20T00:00:00Z&startsBefore=2026-04-10T00:00:00Z");

  /// They need the database: what memory does not have, and what lies before it.
  private static final List<String> COLD =
      List.of(
          "/v1/films/none",
          "/v1/cinemas?postcode=none",
          "/v1/films/none/calendar.ics",
          "/v1/showtimes?startsAfter=2026-02-20T00:00:00Z&startsBefore=2026-03-21T00:00:00Z");

  private static final String CINEMA =
      """
      {"type":"cinema","externalId":"c","name":"Rex","timeZone":"Europe/London","location":{"countryCode":"GB",\
      "locality":"Leeds","postcode":"LS1 4AP","latitude":53.8,"longitude":-1.5}}\
      """;

  private static final String SHOW =
      "{\"type\":\"showtime\",\"externalId\":\"s\",\"film\":\"f\",\"cinema\":\"c\",\"startsAt\":\"2026-03-21T20:00\"}";

  private static String film(String title) {
    return "{\"type\":\"film\",\"externalId\":\"f\",\"title\":\"%s\"}".formatted(title);
  }

  /// What happens to a database.
  enum Trouble {
    REVISION_MAY_NOT_BE_READ(
        "revoke select on revision from reader", "grant select on revision to reader"),
    NOTHING_MAY_BE_READ(
        "revoke select on all tables in schema public from reader",
        "grant select on all tables in schema public to reader"),
    ONE_TABLE_MAY_NOT_BE_READ(
        "revoke select on film from reader", "grant select on film to reader"),
    RENAMED_SCHEMA("alter schema public rename to other", "alter schema other rename to public"),
    NO_REVISION(
        "create table saved as select * from revision; delete from revision",
        "insert into revision select * from saved; drop table saved"),
    MISSING_TABLE(
        "alter table showtime rename to elsewhere", "alter table elsewhere rename to showtime"),
    MISSING_COLUMN(
        "alter table film rename column title to name",
        "alter table film rename column name to title"),
    NO_KEYS_REVISION(
        "create table saved as select * from access_revision; delete from access_revision",
        "insert into access_revision select * from saved; drop table saved");

    private final String begin;
    private final String end;

    Trouble(String begin, String end) {
      this.begin = begin;
      this.end = end;
    }

    /// A column of one table, and the keys, are not asked for with each question.
    boolean isSeenByAll() {
      return this != MISSING_COLUMN && this != NO_KEYS_REVISION;
    }
  }

  private final TestDatabase test = MigratedDatabase.create();
  private final World world = World.on(MigratedDatabase.open(test));

  /// Changes the tables behind the back of the node.
  private final Connection operator;

  private final String role = "reader_" + UUID.randomUUID().toString().replace("-", "");
  private final Database restricted;
  private final PostgresAccess book = new PostgresAccess(world.database().pool());
  private final NewKey key;
  private final ServingNode node;
  private final Client client;

  NotOurDataTest() throws SQLException {
    operator = world.database().connect();
    world.full("2026-03-20T06:00:00Z", CINEMA, film("Solaris"), SHOW).rowCounts();
    run("create role reader");
    run("grant all on schema public to reader; grant all on all tables in schema public to reader");
    String options = (test.jdbcUrl().contains("?") ? "&" : "?") + "options=-c%20role%3D" + role;
    restricted =
        MigratedDatabase.open(
            new Database.Address(test.jdbcUrl() + options, test.user(), test.password()));
    book.createOrganization("house");
    book.grant("house", new Entitlement("unlimited", Instant.EPOCH, null));
    key = book.issueKey("house", null, null).orElseThrow();
    node =
        ServingNode.inMemorySince(restricted, Instant.parse("2026-03-01T00:00:00Z"), STALE_AFTER);
    client = new Client(node.address(), key.secret().text());
  }

  @AfterEach
  void close() throws SQLException {
    client.close();
    node.close();
    restricted.close();
    run("drop owned by reader");
    run("drop role reader");
    operator.close();
    world.close();
  }

  /// Each statement is a transaction. All are on one connection: a new one reads the catalog again.
  private void run(String sql) throws SQLException {
    Sql.of(sql.replaceAll("\\breader\\b", role)).run(operator);
  }

  @Test
  void a_node_goes_on_with_what_it_has_and_says_so() throws SQLException {
    for (Trouble trouble : Trouble.values()) {
      goesOn(trouble);
    }
  }

  private void goesOn(Trouble trouble) throws SQLException {
    Map<String, byte[]> before = answers();
    double failures = failures();
    run(trouble.begin);
    if (trouble == Trouble.MISSING_COLUMN) {
      // Found by who copies, so only with the next revision.
      run("update revision set mark = gen_random_uuid()");
    }
    Patience.await(trouble, () -> node.operations("/health/ready").body().contains("degraded"));
    assertThat(node.operations("/info").body())
        .as(trouble.name())
        .contains("\"status\":\"degraded\"", "not with our ");
    int cold = trouble.isSeenByAll() ? 503 : 404;
    Patience.await(trouble, () -> client.get(COLD.getFirst()).status() == cold);
    for (int round = 0; round < 3; round++) {
      sameAs(before);
      for (String target : trouble.isSeenByAll() ? COLD : List.<String>of()) {
        assertThat(client.get(target).status()).as(trouble + target).isEqualTo(503);
      }
    }
    if (trouble != Trouble.NO_KEYS_REVISION) {
      assertThat(failures()).as(trouble.name()).isGreaterThan(failures);
      assertThat(node.operations("/metrics").body())
          .contains("marquee_degraded 1.0", "marquee_ready 1.0");
    }
    run(trouble.end);
    Patience.await(trouble, () -> node.operations("/health/ready").body().contains("\"ready\""));
    String title = "After " + trouble;
    world.delta("2026-03-2%dT06:00:00Z".formatted(trouble.ordinal() + 1), film(title)).rowCounts();
    Patience.await(
        trouble, () -> new String(client.get("/v1/films").body(), UTF_8).contains(title));
  }

  private double failures() {
    Matcher count =
        Pattern.compile("\nmarquee_snapshot_failures_total (\\S+)")
            .matcher(node.operations("/metrics").body());
    return count.find() ? Double.parseDouble(count.group(1)) : 0;
  }

  /// Another database of the same name, and a dump that is restored into it: tables first, then
  /// their rows, one table after the other, and their keys and indexes at the end.
  @Test
  void a_dump_is_restored_under_a_running_node() throws SQLException {
    Map<String, byte[]> before = answers();
    List<String> tables = new ArrayList<>();
    Map<String, String> keys = new LinkedHashMap<>();
    tables.addAll(list("select relname from pg_class where relkind = 'r' and " + OURS));
    Sql.of(
            "select indexname, indexdef from pg_indexes where schemaname = 'public'"
                + " and tablename not in ('rate_node', 'rate_bucket', 'kept_report') order by indexname")
        .each(operator, row -> keys.put(row.getString(1), row.getString(2)));
    String function = list("select pg_get_functiondef('film_keys'::regproc)").getFirst();
    run("alter schema public rename to dumped");
    run("create schema public; grant all on schema public to reader");
    Patience.await("a dump", () -> client.get(COLD.getFirst()).status() == 503);
    everythingHolds(before);
    for (String table : tables) {
      run(
          "create table public.%1$s (like dumped.%1$s including defaults including generated); grant all on public.%1$s to reader"
              .formatted(table));
    }
    everythingHolds(before);
    for (String table : tables) {
      run(
          "insert into public.%1$s overriding system value select %2$s from dumped.%1$s"
              .formatted(table, columns(table)));
      holds(before, HOT.getFirst());
      for (String target : COLD) {
        assertThat(client.get(target).status()).as(table + target).isEqualTo(503);
      }
    }
    everythingHolds(before);
    run(
        "update public.revision set n = n + 1, mark = gen_random_uuid(), epoch = gen_random_uuid()");
    run("update public.access_revision set n = n + 1, mark = gen_random_uuid()");
    run("update public.film set title = 'Stalker'");
    everythingHolds(before);
    // An index calls it.
    run(function);
    for (String index : keys.values()) {
      run(index);
    }
    Patience.await("a dump", () -> node.operations("/health/ready").body().contains("\"ready\""));
    Patience.await(
        "a dump", () -> new String(client.get("/v1/films").body(), UTF_8).contains("Stalker"));
    assertThat(client.get("/v1/films/none").status()).isEqualTo(404);
    run("drop schema dumped cascade");
  }

  @Test
  void a_new_database_is_taken_when_it_has_something() throws SQLException {
    Map<String, byte[]> before = answers();
    run("update revision set n = 0, epoch = gen_random_uuid(), mark = gen_random_uuid()");
    run(
        "truncate film, film_source, cinema, cinema_source, showtime, chain, revision_at, change cascade");
    Patience.await(
        "a new database", () -> node.operations("/health/ready").body().contains("degraded"));
    sameAs(before);
    world.full("2026-03-21T06:00:00Z", film("Stalker")).rowCounts();
    Patience.await(
        "a new database", () -> node.operations("/health/ready").body().contains("\"ready\""));
    assertThat(new String(client.get("/v1/films").body(), UTF_8)).contains("Stalker");
  }

  private static final String OURS =
      "relnamespace = 'public'::regnamespace and relpersistence = 'p' order by relname";

  /// All but those that are generated, which nobody may write.
  private String columns(String table) throws SQLException {
    return String.join(
        ", ",
        list(
            "select case when attgenerated = '' then quote_ident(attname) end from pg_attribute where attrelid = 'dumped."
                + table
                + "'::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum"));
  }

  private List<String> list(String sql) throws SQLException {
    return Sql.of(sql).list(operator, row -> row.getString(1));
  }

  private void everythingHolds(Map<String, byte[]> before) {
    sameAs(before);
    for (String target : COLD) {
      assertThat(client.get(target).status()).as(target).isEqualTo(503);
    }
  }

  private Map<String, byte[]> answers() {
    Map<String, byte[]> answers = new LinkedHashMap<>();
    for (String target : HOT) {
      Client.Answer answer = client.get(target);
      assertThat(answer.status()).as(target).isEqualTo(200);
      answers.put(target, answer.body());
    }
    return answers;
  }

  private void sameAs(Map<String, byte[]> before) {
    HOT.forEach(target -> holds(before, target));
  }

  private void holds(Map<String, byte[]> before, String target) {
    Client.Answer answer = client.get(target);
    assertThat(answer.status()).as(target).isEqualTo(200);
    assertThat(answer.body()).as(target).isEqualTo(before.get(target));
  }
}
