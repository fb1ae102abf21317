package org.marquee.app.customer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.Repository;
import org.marquee.app.Shell;
import org.marquee.ingest.World;
import org.marquee.listing.ChangeFeed.Breadth;
import org.marquee.listing.ChangeFilter;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.Kind;
import org.marquee.listing.Revision;
import org.marquee.node.RunningService;
import org.marquee.store.access.PostgresWebhooks;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.TestDatabase;
import org.marquee.v1.cursor.ChangeCursor;
import org.marquee.webhook.WebhookSecret;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The commands about webhooks of customers (docs/webhooks.md).
@NullMarked
class WebhookCommandTest {
  private static final TestDatabase DATABASE = MigratedDatabase.create();

  @TempDir Path folder;

  @Test
  void a_secret_is_shown_once_and_never_again() {
    Shell shell = new Shell(folder, DATABASE);
    shell.run("organization", "create", "lux");
    String address = "https://lux.example/T0/hunter2?token=hunter2";
    JsonNode made =
        shell
            .run("webhook", "create", "lux", address, "--include", "details", "--json")
            .succeeds()
            .json();
    assertThat(made.at("/include/0").asString()).isEqualTo("details");
    String id = made.get("id").asString();
    String first = made.get("secret").asString();
    assertThat(WebhookSecret.parse(first).text()).isEqualTo(first);
    String second =
        shell
            .run("webhook", "rotate", id, "--keep-old", "1h")
            .succeeds()
            .out()
            .lines()
            .toList()
            .getLast();
    assertThat(WebhookSecret.parse(second).text()).isEqualTo(second).isNotEqualTo(first);
    String shown =
        shell.run("webhook", "list").succeeds().out()
            + shell.run("webhook", "list", "--json").succeeds().out()
            + shell.run("audit").succeeds().out()
            + shell.run("audit", "--json").succeeds().out();
    assertThat(shown)
        .contains(
            id,
            "https://lux.example/…  with details",
            "webhook.create",
            "webhook.rotate",
            "unentitled")
        .doesNotContain("whsec_", "hunter2");
    shell.run("webhook", "remove", id).succeeds();
    shell.run("webhook", "remove", id).fails("there is no webhook");
  }

  @Test
  void one_that_was_switched_off_goes_on_where_it_was_or_from_now() {
    Shell shell = new Shell(folder, DATABASE);
    shell.run("organization", "create", "rio");
    String id =
        shell
            .run("webhook", "create", "rio", "https://rio.example/", "--json")
            .json()
            .get("id")
            .asString();
    shell.run("webhook", "resume", id).succeeds();
    try (Database database = MigratedDatabase.open(DATABASE)) {
      PostgresWebhooks webhooks = new PostgresWebhooks(database);
      String since = found(webhooks, id).position();
      webhooks.failed(due(id, since), "it answered 410", null);
      shell.run("webhook", "resume", id).succeeds();
      assertThat(found(webhooks, id).disabledAt()).isNull();
      assertThat(found(webhooks, id).failure()).isNull();
      assertThat(found(webhooks, id).position()).isEqualTo(since);

      String forgotten =
          ChangeCursor.write(
              ChangePosition.endOf(new Revision(UUID.randomUUID(), 3, UUID.randomUUID())));
      webhooks.advance(due(id, since), forgotten, null, null);
      webhooks.failed(due(id, forgotten), "not remembered", null);
      shell.run("webhook", "resume", id).fails("webhook resume " + id + " --from-now");
      shell.run("webhook", "resume", id, "--from-now").succeeds();
      assertThat(found(webhooks, id).disabledAt()).isNull();
      assertThat(found(webhooks, id).position()).isNotEqualTo(forgotten);
    }
  }

  @Test
  void near_takes_the_town_or_the_postcode_of_a_cinema() {
    try (World world = World.on(MigratedDatabase.open(DATABASE))) {
      world
          .full(
              "2026-03-20T09:00:00Z",
              "{\"type\":\"cinema\",\"externalId\":\"rex\",\"name\":\"Rex\",\"timeZone\":\"Europe/Berlin\",\"location\":{\"countryCode\":\"DE\",\"locality\":\"Köln\",\"postcode\":\"50 668\",\"latitude\":50.95,\"longitude\":6.96}}")
          .rowCounts();
    }
    Shell shell = new Shell(folder, DATABASE);
    shell.run("organization", "create", "pax");
    for (String place : List.of("köln", "Koln", "50668")) {
      JsonNode made =
          shell
              .run(
                  "webhook",
                  "create",
                  "pax",
                  "https://pax.example/",
                  "--near",
                  place,
                  "--radius",
                  "5",
                  "--json")
              .succeeds()
              .json();
      assertThat(made.get("latitude").asDouble()).isEqualTo(50.95);
      assertThat(made.get("radiusKm").asDouble()).isEqualTo(5);
    }
    String[] words = {
      "webhook", "create", "pax", "https://pax.example/", "--radius", "5", "--near"
    };
    assertThat(shell.run(with(words, "Köln")).succeeds().out()).contains("around Rex (50.95,6.96)");
    shell.run(with(words, "Bonn")).fails("Give the town or the postcode of one");
  }

  private static String[] with(String[] words, String last) {
    return Stream.concat(Stream.of(words), Stream.of(last)).toArray(String[]::new);
  }

  private static PostgresWebhooks.Webhook found(PostgresWebhooks webhooks, String id) {
    return webhooks.list().stream().filter(each -> each.id().equals(id)).findFirst().orElseThrow();
  }

  private static PostgresWebhooks.Due due(String id, String position) {
    ChangeFilter all =
        new ChangeFilter(EnumSet.allOf(Kind.class), null, null, null, Breadth.RECORDS);
    return new PostgresWebhooks.Due(id, "rio", "", all, List.of(), position, 0, null);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftp://lux.example/",
        "https://user:hunter2@lux.example/",
        "lux.example",
        "https://lux.example/ --near 51.5,-0.12",
        "https://lux.example/ --radius 5",
        "https://lux.example/ --near 51.5 --radius 5",
        "https://lux.example/ --near 151.5,-0.12 --radius 5",
        "https://lux.example/ --near 51.5,-0.12 --radius 0",
        "https://lux.example/ --near 51.5,-0.12 --radius NaN",
        "https://lux.example/ --near 51.5,-0.12,3 --radius 5",
        "https://lux.example/ --kind film,films",
        "https://lux.example/ --film ci_1",
        "https://lux.example/ --include details,films",
        "https://lux.example/ --cinema fi_1"
      })
  void what_makes_no_sense_is_refused_before_anything_is_opened(String words) {
    Shell.Done done =
        Shell.execute(("webhook create lux " + words + " --home /no/such/home").split(" "));
    assertThat(done.status()).isEqualTo(2);
    assertThat(done.err()).doesNotContain("hunter2");
  }

  @Test
  void the_example_of_a_message_has_the_members_of_an_answer() throws Exception {
    String page = Files.readString(Repository.path("docs/webhooks.md"));
    Matcher example = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL).matcher(page);
    assertThat(example.find()).isTrue();
    JsonNode shown = JsonMapper.shared().readTree(example.group(1));
    try (RunningService service = RunningService.start()) {
      JsonNode answer = JsonMapper.shared().readTree(service.get("/v1/changes?since=now").body());
      assertThat(shown.propertyNames()).containsExactlyElementsOf(answer.propertyNames());
      for (String part : answer.propertyNames()) {
        assertThat(shown.get(part).propertyNames())
            .containsExactlyElementsOf(answer.get(part).propertyNames());
      }
    }
  }
}
