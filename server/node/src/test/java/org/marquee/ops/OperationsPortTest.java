package org.marquee.ops;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.marquee.ingest.World;
import org.marquee.node.RunningService;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The answers of the operations port.
@NullMarked
class OperationsPortTest {
  private static final RunningService SERVICE = RunningService.start();

  @BeforeAll
  static void take() {
    World world = World.on(SERVICE.database());
    world.full(
        "2026-03-01T06:00:00Z",
        "{\"type\":\"film\",\"externalId\":\"f\",\"title\":\"Solaris\"}",
        "{\"type\":\"film\",\"externalId\":\"g\"}");
    world.full("2026-02-01T06:00:00Z");
    SERVICE.awaitNews();
    SERVICE.get("/v1/films");
  }

  @AfterAll
  static void stop() {
    SERVICE.close();
  }

  @Test
  void a_node_that_can_read_its_data_is_live_and_ready() {
    assertThat(SERVICE.operations("/health/live").statusCode()).isEqualTo(200);
    assertThat(SERVICE.operations("/health/ready").body()).isEqualTo("{\"status\":\"ready\"}");
  }

  @Test
  void info_has_what_is_served_and_what_is_wrong_with_a_source() {
    JsonNode info = JsonMapper.shared().readTree(SERVICE.operations("/info").body());
    assertThat(info.at("/revision/number").asLong()).isEqualTo(1);
    assertThat(info.at("/servedFrom").asString()).isEqualTo("snapshot");
    assertThat(info.at("/snapshot/revision").asLong()).isEqualTo(1);
    assertThat(info.at("/snapshot/showtimes").asLong()).isZero();
    assertThat(info.at("/snapshot/from").asString()).matches("....-..-..T00:00:00Z");
    assertThat(info.at("/limits/connections").asLong()).isEqualTo(10_000);
    assertThat(info.at("/limits/headMillis").asLong()).isEqualTo(10_000);
    JsonNode source = info.at("/providers/0");
    assertThat(source.at("/provider").asString()).isEqualTo(World.PROVIDER);
    assertThat(source.at("/records/film").asLong()).isEqualTo(1);
    assertThat(source.at("/heldBack").asLong()).isEqualTo(1);
    assertThat(source.at("/observedAt").asString()).isEqualTo("2026-03-01T06:00:00Z");
    assertThat(source.at("/lastImport/result").asString()).isEqualTo("refused");
    assertThat(source.at("/alarms").findValuesAsString("code"))
        .containsExactly("last_import_refused", "stale", "held_back");
  }

  @Test
  void metrics_count_answers_by_route_and_show_each_source() {
    String metrics = SERVICE.operations("/metrics").body();
    assertThat(metrics)
        .contains("marquee_http_requests_seconds_count{route=\"films\",status=\"200\"}")
        .contains("marquee_revision 1.0")
        .contains("marquee_answers_total{from=\"memory\"} 1.0")
        .contains("marquee_answers_total{from=\"database\"} 0.0")
        .contains("marquee_snapshot_showtimes 0.0")
        .contains("marquee_source_held_back{provider=\"tester\"} 1.0")
        .contains("marquee_source_age_seconds{provider=\"tester\"}")
        .contains("marquee_http_connections{port=\"api\"} 1.0")
        .contains("marquee_http_connections_limit{port=\"api\"} 10000.0")
        .contains("marquee_http_connections_limit{port=\"operations\"} 32.0")
        .contains("marquee_http_connections_refused_total{port=\"api\",reason=\"address\"} 0.0")
        .contains("marquee_http_connections_closed_total{port=\"api\",reason=\"silent\"} 0.0")
        .contains("marquee_alarms{code=\"last_import_refused\"} 1.0")
        .contains("marquee_alarms{code=\"guarded\"} 0.0")
        .contains("marquee_source_guarded_cinemas{provider=\"tester\"} 0.0")
        .contains("marquee_imports_total{provider=\"tester\",result=\"applied\"} 1.0")
        .contains("marquee_imports_total{provider=\"tester\",result=\"refused\"} 1.0")
        .containsPattern(
            "marquee_import_notices_total\\{code=\"[A-Z_]+\",severity=\"[A-Z]+\"} [0-9]")
        .contains("jvm_memory_used_bytes");
    assertThat(SERVICE.operations("/metrics").body())
        .contains("marquee_imports_total{provider=\"tester\",result=\"applied\"} 1.0");
  }

  /// DNS rebinding: a browser sends the foreign name that led it here.
  @Test
  void only_those_who_call_the_port_by_its_own_names_are_answered() throws IOException {
    for (String host :
        List.of(
            "localhost", "LOCALHOST:81", "localhost.", "127.0.0.1", "10.1.2.3:81", "[::1]:81")) {
      assertThat(status("GET /info HTTP/1.1\r\nHost: " + host)).as(host).contains(" 200 ");
    }
    for (String host :
        List.of(
            "evil.example",
            "evil",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "evil.localhost",
            "2130706433",
            "127.1",
            ".",
            "local%68ost")) {
      for (String path : List.of("/info", "/metrics", "/health/live", "/health/ready", "/none")) {
        assertThat(status("GET " + path + " HTTP/1.1\r\nHost: " + host)).as(host).contains(" 421 ");
      }
    }
    assertThat(status("GET http://evil.example/info HTTP/1.1\r\nHost: localhost"))
        .contains(" 421 ");
    assertThat(status("GET http://localhost/info HTTP/1.1\r\nHost: evil.example"))
        .contains(" 200 ");
    assertThat(status("GET /info HTTP/1.0")).contains(" 200 ");
  }

  private static String status(String head) throws IOException {
    InetSocketAddress port = SERVICE.operationsAddress();
    try (Socket socket = new Socket(port.getAddress(), port.getPort())) {
      socket.getOutputStream().write((head + "\r\nConnection: close\r\n\r\n").getBytes(UTF_8));
      String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
      if (answer.contains(" 421 ")) {
        assertThat(answer).contains("\"code\":\"bad_request\"").contains("MARQUEE_OPS_HOSTS");
      }
      return answer.lines().findFirst().orElse("");
    }
  }

  @Test
  void an_unknown_path_is_404_as_everywhere() {
    assertThat(SERVICE.operations("/nothing").statusCode()).isEqualTo(404);
    assertThat(SERVICE.operations("/nothing").body()).contains("\"code\":\"not_found\"");
  }
}
