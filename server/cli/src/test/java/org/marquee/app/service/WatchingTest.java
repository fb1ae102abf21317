package org.marquee.app.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.InstalledProgram;
import org.marquee.OwnPorts;
import org.marquee.Repository;
import org.marquee.app.service.Watched.Metric;
import org.marquee.app.service.Watched.Query;
import org.marquee.app.service.Watched.Rule;
import org.marquee.http.SelfSigned;
import org.marquee.http.tls.TlsFiles;
import org.marquee.ingest.World;
import org.marquee.node.Patience;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.TestDatabase;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The rules of Prometheus and the dashboards of Grafana, against a real node that has TLS and a
/// checkpoint.
@NullMarked
@Timeout(240)
class WatchingTest {
  /// What Prometheus adds itself.
  private static final Set<String> OF_PROMETHEUS = Set.of("job", "instance", "__name__");

  private static final TestDatabase DATABASE = MigratedDatabase.create();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  @TempDir private static Path folder = Path.of("");
  private static List<ServingProcess> node = List.of();

  @BeforeAll
  static void start() throws Exception {
    World world = World.on(MigratedDatabase.open(DATABASE));
    world.full("2026-03-01T06:00:00Z", "{\"type\":\"film\",\"externalId\":\"g\"}");
    SelfSigned certificate = SelfSigned.make();
    TlsFiles files = certificate.writeTo(folder);
    ServingProcess started =
        ServingProcess.start(
            folder,
            DATABASE,
            Map.of(),
            "--tls-certificate",
            files.certificate().toString(),
            "--tls-key",
            files.key().toString());
    node = List.of(started);
    // Imports are counted from the start of the node on.
    world.full("2026-03-02T06:00:00Z", "{\"type\":\"film\",\"externalId\":\"g\"}", "{}");
    world.full("2026-02-01T06:00:00Z");
    try (HttpClient caller = HttpClient.newBuilder().sslContext(certificate.trusting()).build()) {
      get(caller, "https://127.0.0.1:" + started.api() + "/v1/films");
    }
    // Before the virtual machine has collected garbage, it does not count it.
    String collect = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    String process = Long.toString(started.process().pid());
    while (!metrics().containsKey("jvm_gc_pause_seconds_sum")) {
      new ProcessBuilder(collect, process, "GC.run")
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    }
    world.close();
  }

  @AfterAll
  static void stop() {
    node.forEach(ServingProcess::close);
    CLIENT.close();
  }

  private static String get(HttpClient client, String address) {
    try {
      return client
          .send(
              HttpRequest.newBuilder(URI.create(address)).build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException _) {
      return ""; // It does not listen yet.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /// The series that the node has, by the name of their metric: the values of each by its labels.
  private static Map<String, List<Map<String, String>>> metrics() {
    String text = get(CLIENT, "http://127.0.0.1:" + node.getFirst().operations() + "/metrics");
    Map<String, List<Map<String, String>>> series = new HashMap<>();
    Pattern label = Pattern.compile("(\\w+)=\"([^\"]*)\"");
    text.lines()
        .filter(line -> !line.startsWith("#"))
        .forEach(line -> {
          Map<String, String> labels = new HashMap<>();
          label.matcher(line).results().forEach(each -> labels.put(each.group(1), each.group(2)));
          series
              .computeIfAbsent(line.replaceFirst("[{ ].*", ""), _ -> new ArrayList<>())
              .add(labels);
        });
    return series;
  }

  @Test
  void each_metric_and_label_that_rules_and_dashboards_name_is_there() throws IOException {
    Map<String, List<Map<String, String>>> live = metrics();
    List<String> expressions = new ArrayList<>();
    Watched.rules().forEach(rule -> expressions.add(rule.expression()));
    Watched.queries().forEach(query -> expressions.add(query.expression()));
    Watched.dashboards().stream()
        .flatMap(each -> each.at("/templating/list").valueStream())
        .filter(each -> each.get("type").asString().equals("query"))
        .forEach(each -> expressions.add(each.get("definition").asString()));
    for (String expression : expressions) {
      Set<String> labels = new HashSet<>(OF_PROMETHEUS);
      for (Metric metric : Watched.metrics(expression)) {
        assertThat(live).as(expression).containsKey(metric.name());
        assertThat(live.get(metric.name()))
            .as("%s of %s", metric, expression)
            .anyMatch(series -> has(series, metric.conditions()));
        live.getOrDefault(metric.name(), List.of())
            .forEach(series -> labels.addAll(series.keySet()));
      }
      if (!Watched.metrics(expression).isEmpty()) {
        assertThat(labels).as(expression).containsAll(Watched.grouping(expression));
      }
    }
    assertThat(expressions).hasSizeGreaterThan(60);
  }

  /// Whether a series has the labels of all conditions, with the value where one is asked for.
  private static boolean has(Map<String, String> series, List<Watched.Condition> conditions) {
    return conditions.stream()
        .filter(each -> !OF_PROMETHEUS.contains(each.label()))
        .allMatch(each ->
            each.operator().equals("=")
                ? each.value().equals(series.get(each.label()))
                : series.containsKey(each.label()));
  }

  @Test
  void each_metric_of_ours_is_in_the_page_about_them() throws IOException {
    String page = Files.readString(Repository.path("docs/watching.md"));
    assertThat(metrics().keySet())
        .filteredOn(name -> name.startsWith("marquee_"))
        .hasSizeGreaterThan(30)
        .allSatisfy(name ->
            assertThat(page)
                .contains(
                    "`" + name.replaceFirst("_seconds_(bucket|count|sum|max)$", "_seconds") + "`"));
  }

  @Test
  void each_rule_is_tested_by_promtool() throws Exception {
    Path folder = Repository.path("deploy/prometheus");
    String minutes = "marquee.tests.yaml";
    String hours = "marquee.long-tests.yaml";
    String tested =
        Files.readString(folder.resolve(minutes)) + Files.readString(folder.resolve(hours));
    assertThat(Watched.rules())
        .hasSizeGreaterThan(25)
        .allSatisfy(rule -> assertThat(tested).containsPattern("\\b" + rule.name() + "\\b"));
    promtool(folder, "check", "rules", Watched.RULES.getFileName().toString());
    promtool(folder, "check", "config", "prometheus.yaml");
    promtool(folder, "test", "rules", minutes, hours);
  }

  private static void promtool(Path in, String... words) throws Exception {
    List<String> command =
        new ArrayList<>(List.of(InstalledProgram.need("promtool", "prometheus")));
    command.addAll(List.of(words));
    Process check =
        new ProcessBuilder(command).directory(in.toFile()).redirectErrorStream(true).start();
    String said = new String(check.getInputStream().readAllBytes(), UTF_8);
    assertThat(check.waitFor()).as(said).isZero();
    assertThat(said).contains("SUCCESS");
  }

  @Test
  void each_panel_says_what_it_means_and_takes_the_data_source_that_was_chosen() {
    List<JsonNode> dashboards = Watched.dashboards();
    assertThat(dashboards).hasSize(2);
    for (JsonNode dashboard : dashboards) {
      assertThat(dashboard.toString()).doesNotContain("__inputs").doesNotContain("${DS_");
      JsonNode source = dashboard.at("/templating/list/0");
      assertThat(source.get("type").asString()).isEqualTo("datasource");
      assertThat(source.get("query").asString()).isEqualTo("prometheus");
      String chosen = "${" + source.get("name").asString() + "}";
      assertThat(dashboard.findValues("datasource"))
          .allSatisfy(each -> assertThat(each.get("uid").asString()).isEqualTo(chosen));
      Set<String> cells = new HashSet<>();
      for (JsonNode panel : dashboard.get("panels")) {
        JsonNode place = panel.get("gridPos");
        for (int x = 0; x < place.get("w").asInt(); x++) {
          for (int y = 0; y < place.get("h").asInt(); y++) {
            int column = place.get("x").asInt() + x;
            assertThat(column).isLessThan(24);
            assertThat(cells.add(column + "/" + (place.get("y").asInt() + y)))
                .as("%s covers another panel", panel.get("title"))
                .isTrue();
          }
        }
        if (!Watched.isRow(panel)) {
          assertThat(panel.get("description").asString()).hasSizeGreaterThan(60);
          assertThat(panel.get("targets")).isNotEmpty();
        }
      }
      assertThat(dashboard.get("panels").valueStream().map(panel -> panel.get("id").asInt()))
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void a_real_prometheus_answers_each_panel_and_evaluates_each_rule() throws Exception {
    int port = OwnPorts.free();
    Path configuration =
        Files.writeString(
            folder.resolve("prometheus.yaml"),
            """
            global: {scrape_interval: 1s, evaluation_interval: 1s}
            rule_files: ["%s"]
            scrape_configs:
              - {job_name: marquee, static_configs: [{targets: ["127.0.0.1:%d"]}]}
            """
                .formatted(Watched.RULES.toRealPath(), node.getFirst().operations()));
    Process prometheus =
        new ProcessBuilder(
                InstalledProgram.need("prometheus"),
                "--config.file=" + configuration,
                "--storage.tsdb.path=" + folder.resolve("tsdb"),
                "--web.listen-address=127.0.0.1:" + port)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("prometheus.log").toFile())
            .start();
    try {
      String address = "http://127.0.0.1:" + port + "/api/v1/";
      List<Query> queries =
          Watched.queries().stream()
              // Nothing is known of yesterday.
              .filter(query -> !query.expression().contains("offset 1d"))
              .toList();
      for (Query query : queries) {
        Patience.await(() -> isShown(address, query));
      }
      Patience.await(() -> rules(address).stream().allMatch("ok"::equals));
      assertThat(rules(address)).hasSize(Watched.rules().size());
      Set<String> recorded = new HashSet<>();
      for (Rule rule : Watched.rules()) {
        if (rule.name().startsWith("job:")) {
          recorded.add(rule.name());
          Patience.await(() -> isShown(address, new Query("", rule.name())));
        }
      }
      assertThat(recorded).hasSize(6);
    } finally {
      prometheus.destroy();
      prometheus.waitFor();
    }
  }

  private static boolean isShown(String address, Query query) {
    String text = get(CLIENT, address + "query?query=" + URLEncoder.encode(query.sent(), UTF_8));
    if (!text.startsWith("{")) {
      return false; // It is not ready yet.
    }
    JsonNode answer = JsonMapper.shared().readTree(text);
    assertThat(answer.at("/status").asString()).as(query + text).isEqualTo("success");
    return !answer.at("/data/result").isEmpty();
  }

  /// How each rule is.
  private static List<String> rules(String address) {
    return JsonMapper.shared()
        .readTree(get(CLIENT, address + "rules"))
        .at("/data/groups")
        .findValuesAsString("health");
  }
}
