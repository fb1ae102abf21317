package org.marquee.app.customer;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.access.Entitlement;
import org.marquee.access.NewKey;
import org.marquee.access.Plan;
import org.marquee.access.Rate;
import org.marquee.access.usage.UsageCounts;
import org.marquee.access.usage.UsageRow;
import org.marquee.app.Shell;
import org.marquee.node.ServingNode;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.access.PostgresUsage;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.TestDatabase;
import org.marquee.v1.Conformance;
import org.marquee.v1.operation.UsageOperation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What organizations use, counted by serving nodes and shown by the command (docs/usage.md).
@NullMarked
class UsageTest {
  private static final String PERIOD = "2020-01-01";

  private final TestDatabase made = MigratedDatabase.create();
  private final HttpClient client = HttpClient.newHttpClient();

  private HttpResponse<String> ask(ServingNode node, NewKey key, String path, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http:/" + node.address() + path))
            .header("Authorization", "Bearer " + key.secret().text());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void nodes_that_stop_have_counted_every_answer_exactly(@TempDir Path home) throws Exception {
    List<HttpResponse<String>> answers = new ArrayList<>();
    NewKey first;
    NewKey second;
    try (Database database = MigratedDatabase.open(made)) {
      PostgresAccess book = new PostgresAccess(database.pool());
      book.createOrganization("rex");
      book.createOrganization("idle");
      book.grant("rex", new Entitlement("unlimited", Instant.EPOCH, null));
      first = book.issueKey("rex", null, null).orElseThrow();
      second = book.issueKey("rex", null, null).orElseThrow();
      try (ServingNode one = ServingNode.inDatabase(database);
          ServingNode other = ServingNode.inDatabase(database)) {
        for (int number = 0; number < 30; number++) {
          answers.add(ask(number % 2 == 0 ? one : other, first, "/v1/attributes"));
        }
        String tag = answers.getFirst().headers().firstValue("ETag").orElseThrow();
        answers.add(ask(one, second, "/v1/attributes", "If-None-Match", tag));
        answers.add(ask(other, second, "/v1/films/fi_2m6h8wq0c4d9zt5r7xnv"));
        answers.add(ask(other, second, "/v1/films?limit=none"));
      }
    }
    assertThat(answers.getLast().statusCode()).isEqualTo(400);

    Shell shell = new Shell(home, made);
    JsonNode sum = shell.run("usage", "--from", PERIOD, "--json").succeeds().json();
    assertThat(sum).hasSize(1);
    assertThat(sum.get(0).get("organization").asString()).isEqualTo("rex");
    assertThat(sum.get(0).get("requests").asLong()).isEqualTo(33);
    assertThat(sum.get(0).get("notModified").asLong()).isEqualTo(1);
    assertThat(sum.get(0).get("errors").asLong()).isEqualTo(2);
    assertThat(sum.get(0).get("refused").asLong()).isZero();
    long bodies = answers.stream().mapToLong(answer -> answer.body().length()).sum();
    assertThat(sum.get(0).get("bytes").asLong()).isGreaterThan(bodies);

    String csv =
        shell.run("usage", "rex", "--from", PERIOD, "--by", "key", "--csv").succeeds().out();
    assertThat(csv.lines().findFirst())
        .contains(
            "organization,plan,from,until,key,requests,served,bytes,notModified,refused,errors");
    assertThat(csv)
        .containsPattern("rex,unlimited,.*," + first.key().id() + ",30,30,")
        .containsPattern("rex,unlimited,.*," + second.key().id() + ",3,3,\\d+,1,0,2");
    assertThat(
            shell
                .run("usage", "rex", "--from", PERIOD, "--by", "operation")
                .succeeds()
                .out()
                .lines())
        .anyMatch(line -> line.matches("rex +attributes +31 .*"))
        .anyMatch(line -> line.matches("rex +films/id +1 .*"))
        .anyMatch(line -> line.matches("rex +films +1 .*"));
    assertThat(shell.run("usage", "idle", "--json").succeeds().json()).isEmpty();
    assertThat(
            shell
                .run("usage", "--until", "2020-01-02", "--from", PERIOD, "--json")
                .succeeds()
                .json())
        .isEmpty();
    shell.run("usage", "nobody").fails("there is no organization nobody");
    assertThat(shell.run("usage", "--csv", "--json").status()).isEqualTo(2);
  }

  @Test
  void a_key_is_told_what_it_is_good_for_and_that_costs_nothing() throws Exception {
    try (Database database = MigratedDatabase.open(made)) {
      PostgresAccess book = new PostgresAccess(database.pool());
      book.createPlan(new Plan("two", OptionalInt.of(2)));
      book.createOrganization("rex");
      book.grant("rex", new Entitlement("two", Instant.EPOCH, null));
      NewKey key = book.issueKey("rex", null, null).orElseThrow();
      Instant hour = Instant.now().truncatedTo(ChronoUnit.HOURS);
      UsageCounts counts = new UsageCounts(5, 5_000_000_000L, 1, 2, 1);
      new PostgresUsage(database.pool())
          .add(
              1,
              List.of(
                  new UsageRow("rex", key.key().id(), "films", hour, counts),
                  new UsageRow("rex", "key_other", "films", hour, counts)));
      try (ServingNode node = ServingNode.inDatabase(database)) {
        String tag = "";
        for (int number = 0; number < 5; number++) {
          HttpResponse<String> answer = ask(node, key, "/v1/usage");
          tag = answer.headers().firstValue("ETag").orElseThrow();
          JsonNode usage = JsonMapper.shared().readTree(answer.body()).get("data");
          new Conformance().check(UsageOperation.OPERATION.answer().type(), usage);
          assertThat(usage.get("organization").asString()).isEqualTo("rex");
          assertThat(usage.get("plan").asString()).isEqualTo("two");
          assertThat(usage.get("rate"))
              .hasToString("{\"limit\":2,\"windowSeconds\":60,\"remaining\":2}");
          assertThat(usage.get("days"))
              .hasToString(
                  "[{\"date\":\"%s\",\"requests\":5,\"notModified\":1,\"refused\":2,\"errors\":1,\"bytes\":5000000000}]"
                      .formatted(hour.toString().substring(0, 10)));
        }
        assertThat(ask(node, key, "/v1/attributes").statusCode()).isEqualTo(200);
        assertThat(ask(node, key, "/v1/attributes").statusCode()).isEqualTo(200);
        assertThat(ask(node, key, "/v1/attributes").statusCode()).isEqualTo(429);
        // Nor does an answer of 304 give anything.
        ask(node, key, "/v1/usage", "If-None-Match", tag);
        ask(node, key, "/v1/usage", "If-None-Match", "*");
        HttpResponse<String> empty = ask(node, key, "/v1/usage");
        assertThat(empty.statusCode()).isEqualTo(200);
        assertThat(empty.headers().firstValue("RateLimit").orElseThrow())
            .startsWith("\"two\";r=0;");
        assertThat(ask(node, key, "/v1/attributes").statusCode()).isEqualTo(429);
        assertThat(ask(node, key, "/v1/usage?days=7").statusCode()).isEqualTo(400);
        HttpResponse<String> answer = empty;
        for (int number = 0; number < 60 && answer.statusCode() == 200; number++) {
          answer = ask(node, key, "/v1/usage");
        }
        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(Integer.parseInt(answer.headers().firstValue("Retry-After").orElseThrow()))
            .isBetween(1, 60);
      }
    }
  }

  @Test
  void a_bill_is_one_command_and_the_quota_stands_below(@TempDir Path home) {
    try (Database database = MigratedDatabase.open(made)) {
      PostgresAccess book = new PostgresAccess(database.pool());
      book.createPlan(new Plan("ten", Optional.of(Rate.of(6000)), true, OptionalLong.of(10)));
      book.createOrganization("rex");
      book.grant("rex", new Entitlement("ten", Instant.EPOCH, null));
      PostgresUsage usage = new PostgresUsage(database.pool());
      Instant hour = Instant.parse("2020-01-02T10:00:00Z");
      usage.add(
          1,
          List.of(
              new UsageRow("rex", "key_1", "films", hour, new UsageCounts(5, 100, 1, 2, 1)),
              new UsageRow("rex", "key_2", "films", hour, new UsageCounts(7, 100, 0, 0, 0))));
      usage.spend(1, LocalDate.now(ZoneOffset.UTC).withDayOfMonth(1), Map.of("rex", 8L));
    }
    Shell shell = new Shell(home, made);
    String[] period = {"usage", "rex", "--from", "2020-01-01T09:30:00Z", "--until", "2020-02-01"};
    Shell.Done bill = shell.run(Shell.words(period, "--by", "day,key", "--csv")).succeeds();
    assertThat(bill.out().lines())
        .containsExactly(
            "organization,plan,from,until,day,key,requests,served,bytes,notModified,refused,errors",
            "rex,ten,2020-01-01T09:30:00Z,2020-02-01T00:00:00Z,2020-01-02,key_1,5,3,100,1,2,1",
            "rex,ten,2020-01-01T09:30:00Z,2020-02-01T00:00:00Z,2020-01-02,key_2,7,7,100,0,0,0");
    assertThat(bill.err())
        .contains("marquee: the hour 2020-01-01 09:00–10:00 UTC is left out")
        .doesNotContain("counted whole");

    assertThat(shell.run(Shell.words(period, "--by", "key,operation")).succeeds().out())
        .containsPattern("rex +key_1 +films +5 +100 +1 +2 +1\\n")
        .contains("rex: quota 10: 8 used, 2 left until ");
    JsonNode sum = shell.run(Shell.words(period, "--by", "day,key", "--json")).json().get(1);
    assertThat(sum.get("day").asString()).isEqualTo("2020-01-02");
    assertThat(sum.get("key").asString()).isEqualTo("key_2");
    assertThat(sum.at("/quota/left").asLong()).isEqualTo(2);
    assertThat(shell.run("organization", "list").succeeds().out())
        .containsPattern("rex +ten from .*, quota 10: 8 used, 2 left until ");
    assertThat(
            shell
                .run("organization", "list", "--json")
                .only("name", "rex")
                .at("/quota/used")
                .asLong())
        .isEqualTo(8);
  }

  @Test
  void a_quota_of_the_month_holds_on_all_nodes_once_they_know_of_each_other() throws Exception {
    try (Database database = MigratedDatabase.open(made)) {
      PostgresAccess book = new PostgresAccess(database.pool());
      book.createPlan(new Plan("ten", Optional.of(Rate.of(6000)), true, OptionalLong.of(10)));
      book.createOrganization("rex");
      book.grant("rex", new Entitlement("ten", Instant.EPOCH, null));
      NewKey key = book.issueKey("rex", null, null).orElseThrow();
      try (ServingNode one = ServingNode.inDatabase(database);
          ServingNode other = ServingNode.inDatabase(database)) {
        String tag = ask(one, key, "/v1/attributes").headers().firstValue("ETag").orElseThrow();
        for (int number = 1; number < 10; number++) {
          assertThat(ask(one, key, "/v1/attributes", "If-None-Match", tag).statusCode())
              .isEqualTo(304);
          assertThat(ask(one, key, "/v1/attributes").statusCode()).isEqualTo(200);
        }
        Instant end = Instant.now().plusSeconds(60);
        HttpResponse<String> refused = ask(one, key, "/v1/attributes");
        assertThat(refused.statusCode()).isEqualTo(429);
        JsonNode error = JsonMapper.shared().readTree(refused.body()).get("error");
        assertThat(error.get("code").asString()).isEqualTo("rate_limited");
        assertThat(error.at("/details/reason").asString()).isEqualTo("quota");
        assertThat(error.at("/details/renewsAt").asString()).matches("\\d{4}-\\d\\d-01T00:00:00Z");
        assertThat(error.at("/details/retryAfterSeconds").asString())
            .isEqualTo(refused.headers().firstValue("Retry-After").orElseThrow());
        int more = 0;
        while (ask(other, key, "/v1/attributes").statusCode() != 429) {
          more++;
          assertThat(Instant.now()).isBefore(end);
          Thread.sleep(200);
        }
        assertThat(more).isGreaterThan(0);
        JsonNode usage =
            JsonMapper.shared().readTree(ask(other, key, "/v1/usage").body()).get("data");
        new Conformance().check(UsageOperation.OPERATION.answer().type(), usage);
        assertThat(usage.at("/quota/limit").asLong()).isEqualTo(10);
        assertThat(usage.at("/quota/used").asLong()).isEqualTo(10);
      }
    }
  }
}
