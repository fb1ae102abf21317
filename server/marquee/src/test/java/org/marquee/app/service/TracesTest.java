package org.marquee.app.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.JavaProcess;
import org.marquee.app.Shell;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.TestDatabase;

/// Traces of real processes, as a collector gets them.
@NullMarked
@Timeout(240)
class TracesTest {
  private static final String FEED = "../../docs/examples/rex.ndjson";
  private final TestDatabase database = MigratedDatabase.create();
  @TempDir Path folder;

  private int get(ServingProcess node, String target, String... fields) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.api() + target))
                  .headers(fields)
                  .build(),
              HttpResponse.BodyHandlers.ofString())
          .statusCode();
    }
  }

  private String key() {
    Shell shell = new Shell(folder.resolve("home"), database);
    shell.run("organization", "create", "acme").succeeds();
    shell.run("entitlement", "grant", "acme", "--plan", "unlimited").succeeds();
    String made = shell.run("key", "create", "acme").succeeds().out().strip();
    return made.substring(made.lastIndexOf('\n') + 1).replaceFirst(".* ", "");
  }

  @Test
  void a_request_is_a_span_of_the_callers_trace_and_its_statements_are_parts_of_it()
      throws Exception {
    String key = key();
    String trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    try (OtlpReceiver collector = OtlpReceiver.start();
        ServingProcess node = ServingProcess.start(folder, database, collector.environment())) {
      String longAgo =
          "/v1/showtimes?startsAfter=2001-01-01T00:00:00Z&startsBefore=2001-01-08T00:00:00Z";
      assertThat(
              get(
                  node,
                  longAgo,
                  "Authorization",
                  "Bearer " + key,
                  "X-Request-Id",
                  key,
                  "traceparent",
                  "00-" + trace + "-00f067aa0ba902b7-01"))
          .isEqualTo(200);
      assertThat(get(node, "/v1/films/none?token=" + key, "Authorization", "Bearer " + key))
          .isEqualTo(400);
      ServingProcess.await(() -> collector.named("GET /v1/films/{filmId}").size() == 1);

      OtlpReceiver.Span request = collector.named("GET /v1/showtimes").getFirst();
      assertThat(request.trace()).isEqualTo(trace);
      assertThat(request.parent()).isEqualTo("00f067aa0ba902b7");
      assertThat(request.nanos()).isPositive();
      assertThat(request.attributes())
          .containsEntry("http.route", "/v1/showtimes")
          .containsEntry("http.response.status_code", "200")
          .containsEntry("marquee.organization", "acme")
          .containsEntry("marquee.request_id", "…");
      ServingProcess.await(() -> !collector.children(request).isEmpty());
      assertThat(collector.children(request))
          .allSatisfy(statement -> {
            assertThat(statement.trace()).isEqualTo(trace);
            assertThat(statement.attributes()).containsEntry("db.system.name", "postgresql");
            assertThat(statement.attributes().get("db.query.text")).doesNotContain("2001");
          })
          .anySatisfy(statement ->
              assertThat(statement.attributes().get("db.query.text")).contains("showtime"));
      OtlpReceiver.Span other = collector.named("GET /v1/films/{filmId}").getFirst();
      assertThat(other.trace()).isNotEqualTo(trace);
      assertThat(other.parent()).isEmpty();
      assertThat(other.attributes()).containsEntry("http.response.status_code", "400");
      assertThat(collector.spans().toString()).doesNotContain(key.substring(3));
      assertThat(collector.resources().getFirst()).contains("service.name", "marquee");
      // What the node asks in the background belongs to no request.
      assertThat(collector.spans())
          .allMatch(span -> !span.parent().isEmpty() || span.equals(other));
    }
  }

  private void ingest(Map<String, String> environment, String... options) throws Exception {
    ProcessBuilder ingest =
        JavaProcess.marquee(
            List.of(options),
            List.of(
                "ingest",
                FEED,
                "--provider",
                "rex",
                "--home",
                folder.resolve("home").toString(),
                "--database",
                database.url()));
    ingest.environment().putAll(environment);
    Process process =
        ingest.redirectErrorStream(true).redirectOutput(folder.resolve("out").toFile()).start();
    assertThat(process.waitFor()).as(Files.readString(folder.resolve("out"))).isZero();
  }

  @Test
  void an_import_is_a_span_and_its_phases_are_parts_of_it() throws Exception {
    try (OtlpReceiver collector = OtlpReceiver.start()) {
      Map<String, String> environment = new HashMap<>(collector.environment());
      environment.put("OTEL_BSP_SCHEDULE_DELAY", "60000"); // What waits is sent at the end.
      environment.put("OTEL_SERVICE_NAME", "listings");
      ingest(environment);
      OtlpReceiver.Span run = collector.named("import").getFirst();
      assertThat(run.attributes())
          .containsEntry("marquee.provider", "rex")
          .containsEntry("marquee.result", "APPLIED")
          .containsKey("marquee.run");
      assertThat(collector.children(run))
          .extracting(OtlpReceiver.Span::name)
          .contains("read", "reconcile");
      OtlpReceiver.Span reconcile = collector.named("reconcile").getFirst();
      assertThat(collector.children(reconcile))
          .extracting(OtlpReceiver.Span::name)
          .contains("write sources", "link", "refer", "compare", "write showtimes", "confirm");
      assertThat(collector.children(collector.named("write showtimes").getFirst()))
          .isNotEmpty()
          .allSatisfy(each -> assertThat(each.attributes()).containsKey("db.query.text"));
      assertThat(collector.spans()).allMatch(span -> span.trace().equals(run.trace()));
      assertThat(collector.resources().getFirst()).contains("listings");
    }
  }

  @Test
  void without_traces_no_class_of_theirs_is_loaded() throws Exception {
    Path classes = folder.resolve("classes");
    ingest(Map.of(), "-Xlog:class+load:file=" + classes);
    assertThat(loaded(classes, "org.marquee.trace.Tracing ")).isNotEmpty();
    assertThat(loaded(classes, " io.opentelemetry")).isEmpty();
    String key = key();
    Path served = folder.resolve("served");
    try (ServingProcess node =
        ServingProcess.start(
            folder, database, Map.of("JAVA_TOOL_OPTIONS", "-Xlog:class+load:file=" + served))) {
      assertThat(get(node, "/v1/films", "Authorization", "Bearer " + key)).isEqualTo(200);
      assertThat(loaded(served, "org.marquee.http.Exchange ")).isNotEmpty();
      assertThat(loaded(served, " io.opentelemetry")).isEmpty();
    }
  }

  private static List<String> loaded(Path log, String name) throws IOException {
    return Files.readString(log).lines().filter(line -> line.contains(name)).toList();
  }

  @Test
  void a_protocol_that_is_not_there_is_said_at_the_start() throws Exception {
    ProcessBuilder ingest =
        JavaProcess.marquee(List.of("ingest", FEED, "--provider", "rex", "--home", "" + folder));
    ingest.environment().put("OTEL_TRACES_EXPORTER", "otlp");
    ingest.environment().put("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc");
    Process process =
        ingest.redirectErrorStream(true).redirectOutput(folder.resolve("out").toFile()).start();
    assertThat(process.waitFor()).isEqualTo(2);
    assertThat(Files.readString(folder.resolve("out"))).startsWith("marquee: traces: ");
  }
}
