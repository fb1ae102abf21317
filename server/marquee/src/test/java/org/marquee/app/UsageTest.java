package org.marquee.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.access.Entitlement;
import org.marquee.access.NewKey;
import org.marquee.store.PostgresAccess;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.TestDatabase;
import tools.jackson.databind.JsonNode;

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
    try (Database database = Database.open(MigratedDatabase.address(made))) {
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
    assertThat(sum.get(0).get("limited").asLong()).isZero();
    long bodies = answers.stream().mapToLong(answer -> answer.body().length()).sum();
    assertThat(sum.get(0).get("bytes").asLong()).isGreaterThan(bodies);

    String csv =
        shell.run("usage", "rex", "--from", PERIOD, "--by", "key", "--csv").succeeds().out();
    assertThat(csv.lines().findFirst())
        .contains("organization,key,requests,bytes,notModified,limited,errors");
    assertThat(csv)
        .contains("rex," + first.key().id() + ",30,")
        .containsPattern("rex," + second.key().id() + ",3,\\d+,1,0,2");
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
}
