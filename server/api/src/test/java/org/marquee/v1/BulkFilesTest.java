package org.marquee.v1;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.access.Entitlement;
import org.marquee.access.Gate;
import org.marquee.access.IssuedKey;
import org.marquee.contract.ContractCheck;
import org.marquee.export.Compression;
import org.marquee.export.Export;
import org.marquee.http.HttpServer;
import org.marquee.http.ServerSettings;
import org.marquee.http.handler.Router;
import org.marquee.http.message.Cors;
import org.marquee.ingest.World;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.access.PostgresRegisters;
import org.marquee.store.read.PostgresChanges;
import org.marquee.store.run.PostgresTerms;
import org.marquee.v1.answer.Gateway;
import org.marquee.v1.operation.BulkOperations;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Bulk files over HTTP (docs/api.md, "Bulk files").
@NullMarked
class BulkFilesTest {
  private final World world = World.fresh();
  private final HttpClient client = HttpClient.newHttpClient();
  private final ExecutorService reading = Executors.newVirtualThreadPerTaskExecutor();
  private final Path folder;
  private final Gate gate = new Gate(InstantSource.system(), System::nanoTime);
  private final PostgresAccess book = new PostgresAccess(world.database().pool());
  private final HttpServer server;
  private final String key;

  BulkFilesTest(@TempDir Path temporary) throws IOException {
    folder = temporary.resolve("bulk");
    key = key("payer", "standard");
    Router.Builder routes = Router.builder(Cors.OFF);
    new BulkFiles(folder, gate, new Gateway.BuiltIn(), reading).addTo(routes);
    server = start(routes);
  }

  private static HttpServer start(Router.Builder routes) throws IOException {
    return HttpServer.start(
        ServerSettings.at(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
        routes.build());
  }

  private String key(String organization, String plan) {
    book.createOrganization(organization);
    book.grant(organization, new Entitlement(plan, Instant.EPOCH, null));
    String secret =
        book.issueKey(organization, IssuedKey.Scope.API, null, null).orElseThrow().secret().text();
    gate.refresh(new PostgresRegisters(world.database()));
    return secret;
  }

  @AfterEach
  void close() {
    server.close();
    reading.close();
    client.close();
    world.close();
  }

  private HttpResponse<byte[]> get(String target, String secret, String... fields)
      throws Exception {
    return get(server, target, secret, fields);
  }

  private HttpResponse<byte[]> get(
      HttpServer server, String target, String secret, String... fields) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + server.address().getPort() + target))
            .header("Authorization", "Bearer " + secret);
    if (fields.length > 0) {
      request.headers(fields);
    }
    HttpResponse<byte[]> answer =
        client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    ContractCheck.check(
        target,
        answer.statusCode(),
        answer.headers()::allValues,
        new String(answer.body(), ISO_8859_1));
    return answer;
  }

  @Test
  void files_are_served_with_ranges_and_a_tag_to_plans_that_include_them() throws Exception {
    assertThat(get("/v1/bulk", key).statusCode()).isEqualTo(404);
    assertThat(get("/v1/bulk/films.csv.gz", key).statusCode()).isEqualTo(404);
    Export export =
        new Export(
            new PostgresChanges(world.database()),
            new PostgresTerms(world.database()),
            InstantSource.system(),
            "test");
    export.write(folder, Compression.GZIP);

    HttpResponse<byte[]> list = get("/v1/bulk", key);
    JsonNode manifest = JsonMapper.shared().readTree(list.body());
    assertThat(manifest.at("/freshness/observedAt")).isEqualTo(manifest.at("/data/madeAt"));
    new Conformance().check(BulkOperations.MANIFEST.answer().type(), manifest.get("data"));
    String tag = list.headers().firstValue("ETag").orElseThrow();
    assertThat(get("/v1/bulk", key, "If-None-Match", tag).statusCode()).isEqualTo(304);

    for (JsonNode file : manifest.at("/data/files")) {
      String target = "/v1/bulk/" + file.get("name").asString();
      HttpResponse<byte[]> whole = get(target, key);
      assertThat(whole.statusCode()).isEqualTo(200);
      assertThat(whole.headers().firstValue("Content-Type")).hasValue("application/gzip");
      assertThat(whole.headers().firstValue("RateLimit")).isPresent();
      assertThat(whole.body()).hasSize(file.get("bytes").asInt());
      String strong = whole.headers().firstValue("ETag").orElseThrow();
      assertThat(strong).startsWith("\"");
      HttpResponse<byte[]> part = get(target, key, "Range", "bytes=3-9", "If-Range", strong);
      assertThat(part.statusCode()).isEqualTo(206);
      assertThat(part.body()).isEqualTo(Arrays.copyOfRange(whole.body(), 3, 10));
      assertThat(get(target, key, "If-None-Match", strong).statusCode()).isEqualTo(304);
      assertThat(get(target, key, "If-Match", "\"x\"").statusCode()).isEqualTo(412);
      assertThat(get(target, key, "Range", "bytes=99999999-").statusCode()).isEqualTo(416);
    }
    assertThat(new String(get("/v1/bulk/SHA256SUMS", key).body(), UTF_8))
        .isEqualTo(Files.readString(folder.resolve("SHA256SUMS")));
    assertThat(get("/v1/bulk/manifest.json", key).body())
        .isEqualTo(Files.readAllBytes(folder.resolve("manifest.json")));
  }

  @Test
  void a_service_that_makes_none_says_so() throws Exception {
    Router.Builder routes = Router.builder(Cors.OFF);
    new BulkFiles(null, gate, new Gateway.BuiltIn(), reading).addTo(routes);
    try (HttpServer without = start(routes)) {
      for (String target : new String[] {"/v1/bulk", "/v1/bulk/films.csv.gz"}) {
        HttpResponse<byte[]> answer = get(without, target, key);
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(new String(answer.body(), UTF_8)).contains("there are no bulk files");
      }
    }
  }

  @Test
  void nothing_else_is_served_and_nobody_else_is_served() throws Exception {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("secret.txt"), "secret");
    Files.writeString(folder.resolveSibling("films.csv.gz"), "outside");
    for (String name : new String[] {"secret.txt", "..%2Ffilms.csv.gz", ".lock", "x"}) {
      assertThat(get("/v1/bulk/" + name, key).statusCode()).as(name).isEqualTo(404);
    }
    assertThat(get("/v1/bulk/films.csv.gz?x=1", key).statusCode()).isEqualTo(400);
    HttpResponse<byte[]> refused = get("/v1/bulk", key("taster", "trial"));
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(new String(refused.body(), UTF_8)).contains("\"forbidden\"");
    assertThat(get("/v1/bulk", "x").statusCode()).isEqualTo(401);
  }
}
