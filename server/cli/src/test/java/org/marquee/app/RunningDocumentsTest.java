package org.marquee.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.marquee.InstalledProgram;
import org.marquee.app.Snippets.Snippet;
import org.marquee.contract.Contract;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What the documents say of a running service, asked of a demo; and the links of its pages.
@NullMarked
@Timeout(240)
class RunningDocumentsTest {
  private static final JsonNode CONTRACT = JsonMapper.shared().readTree(Contract.written().json());

  /// Fields that the contract does not tell of each answer.
  private static final Set<String> OF_EVERY_ANSWER =
      Set.of("Content-Type", "Date", "X-Content-Type-Options");

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir private static Path home = Path.of("");
  private static Demo demo = Demo.NONE;
  private static int ready;

  @BeforeAll
  static void start() throws Exception {
    demo = Demo.start(home.resolve("demo"));
    ready = get(demo.operations() + "/health/ready").statusCode();
    awaitBulkFiles();
  }

  /// The demo makes its bulk files when it serves already.
  private static void awaitBulkFiles() throws Exception {
    Instant end = Instant.now().plusSeconds(90);
    while (get(demo.address() + "/v1/bulk").statusCode() != 200) {
      assertThat(Instant.now()).isBefore(end);
      Thread.sleep(100);
    }
  }

  @AfterAll
  static void stop() {
    demo.close();
  }

  private static HttpResponse<String> get(String address) throws Exception {
    return CLIENT.send(
        HttpRequest.newBuilder(URI.create(address))
            .header("Authorization", "Bearer " + demo.key())
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /// A block with the addresses and the key of the demo.
  private static String here(Snippet snippet) {
    return snippet
        .text()
        .replace("http://127.0.0.1:8080", demo.address())
        .replace("http://127.0.0.1:8081", demo.operations())
        .replace("@FILE", "@../docs/examples/rex.ndjson")
        .replace("mq_…", demo.key());
  }

  @Test
  void a_demo_is_ready_when_it_prints_its_address() {
    assertThat(ready).isEqualTo(200);
  }

  static Stream<Snippet> curl() {
    return Snippets.of(SnippetKind.CURL).stream();
  }

  @ParameterizedTest
  @MethodSource("curl")
  void what_is_asked_with_curl_is_answered(Snippet request) throws Exception {
    InstalledProgram.need("curl");
    String script =
        "set -eu\nexport MARQUEE_URL=%s MARQUEE_KEY=%s key=%2$s\n"
                .formatted(demo.address(), demo.key())
            + "curl() { command curl -sS --fail-with-body \"$@\"; }\n"
            + here(request);
    Process shell = new ProcessBuilder("sh", "-c", script).redirectErrorStream(true).start();
    String said = new String(shell.getInputStream().readAllBytes(), UTF_8);
    assertThat(shell.waitFor()).as(said).isZero();
    assertThat(said).isNotEmpty();
  }

  @Test
  void a_script_for_a_browser_runs() throws Exception {
    InstalledProgram.need("node", "nodejs");
    for (Snippet script : Snippets.of(SnippetKind.SCRIPT)) {
      Process node =
          new ProcessBuilder("node", "--input-type=module", "-e", here(script))
              .redirectErrorStream(true)
              .start();
      String said = new String(node.getInputStream().readAllBytes(), UTF_8);
      assertThat(node.waitFor()).as(said).isZero();
      assertThat(said).contains("[");
    }
  }

  @Test
  void each_request_has_an_answer_with_the_documented_members() throws Exception {
    for (Snippet request : Snippets.of(SnippetKind.REQUEST)) {
      HttpResponse<String> answer =
          get(demo.address() + request.text().strip().replace("GET ", ""));
      assertThat(answer.statusCode()).as(request + answer.body()).isEqualTo(200);
      for (Snippet rows : Snippets.of(SnippetKind.ROWS)) {
        if (request.text().contains(".csv")) {
          assertThat(answer.body().lines().findFirst()).isEqualTo(rows.text().lines().findFirst());
        }
      }
    }
  }

  /// Names of members that the contract has somewhere.
  private static Set<String> known() {
    Set<String> names = new TreeSet<>(Set.of("error", "position", "details"));
    for (JsonNode schema : CONTRACT.at("/components/schemas")) {
      schema.findValues("properties").forEach(each -> names.addAll(each.propertyNames()));
    }
    return names;
  }

  @ParameterizedTest
  @MethodSource("answers")
  void an_answer_has_only_members_of_the_contract(Snippet answer) {
    // Three dots stand for what is left out.
    String whole = answer.text().replaceAll("(?<=[}\\]\"0-9]),…(?=[}\\],])", "");
    assertThat(known()).containsAll(names(JsonMapper.shared().readTree(whole)));
  }

  static Stream<Snippet> answers() {
    return Snippets.of(SnippetKind.ANSWER).stream();
  }

  private static Set<String> names(JsonNode node) {
    Set<String> names = new TreeSet<>();
    node.properties().forEach(each -> names.add(each.getKey()));
    node.forEach(each -> names.addAll(names(each)));
    return names;
  }

  @Test
  void what_info_says_has_the_documented_members() throws Exception {
    JsonNode real = JsonMapper.shared().readTree(get(demo.operations() + "/info").body());
    for (Snippet info : Snippets.of(SnippetKind.INFO)) {
      assertThat(real.propertyNames())
          .containsAll(JsonMapper.shared().readTree(info.text()).propertyNames());
    }
  }

  @Test
  void the_head_of_an_answer_has_fields_of_the_contract() {
    for (Snippet head : Snippets.of(SnippetKind.HEAD)) {
      String status = head.text().substring(9, 12);
      Set<String> declared = new TreeSet<>(OF_EVERY_ANSWER);
      for (JsonNode path : CONTRACT.get("paths")) {
        JsonNode answer = path.at("/get/responses/" + status);
        JsonNode shared = CONTRACT.at(answer.path("$ref").asString("#").substring(1));
        declared.addAll((answer.has("$ref") ? shared : answer).path("headers").propertyNames());
      }
      assertThat(declared)
          .containsAll(
              head.text()
                  .lines()
                  .skip(1)
                  .takeWhile(line -> !line.isEmpty())
                  .map(line -> line.replaceFirst(":.*", ""))
                  .collect(Collectors.toSet()));
    }
  }

  @Test
  void every_link_of_the_pages_leads_somewhere_and_every_anchor_is_there() throws Exception {
    Crawl crawl = new Crawl(demo.operations());
    crawl.from("/");
    crawl.from("/docs");
    assertThat(crawl.faults()).isEmpty();
    assertThat(crawl.shapes())
        .contains("/docs/operations", "/cinemas/*?date", "/films/*", "/near?q");
  }
}
