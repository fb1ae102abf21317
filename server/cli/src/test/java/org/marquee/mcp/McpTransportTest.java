package org.marquee.mcp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.OutputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.JavaProcess;
import tools.jackson.databind.JsonNode;

/// Messages of the Model Context Protocol over HTTP and through the command `mcp`.
@NullMarked
@Timeout(120)
class McpTransportTest extends McpCalls {
  @ParameterizedTest
  @CsvSource({
    "2025-11-25, 2025-11-25",
    "2025-06-18, 2025-06-18",
    "2025-03-26, 2025-03-26",
    "1999-01-01, 2025-11-25"
  })
  void the_revision_of_the_client_is_spoken_where_it_is_known(String asked, String spoken) {
    JsonNode result =
        result("initialize", "{\"protocolVersion\":\"" + asked + "\",\"capabilities\":{}}");
    assertThat(result.get("protocolVersion").asString()).isEqualTo(spoken);
    assertThat(result.at("/capabilities/tools").isObject()).isTrue();
    assertThat(result.at("/serverInfo/name").asString()).isEqualTo("marquee");
    assertThat(result.get("instructions").asString()).contains("whats_on");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/list\"} | -32601",
        "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"tools/call\",\"params\":{\"name\":\"rm\"}} | -32602",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"} | -32602",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":[]} | -32602",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"get_film\",\"arguments\":7}} | -32602",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"cursor\":\"x\"}} | -32602",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}} | -32602"
      })
  void a_request_that_cannot_be_met_gets_an_error(String message, int code) {
    HttpResponse<String> answer = post(message);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(JSON.readTree(answer.body()).at("/error/code").asInt()).isEqualTo(code);
    assertThat(JSON.readTree(answer.body()).has("id")).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "not json | -32700",
        "'' | -32700",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pi | -32700",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"ping\"} | -32700",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} {} | -32700",
        "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}] | -32600",
        "7 | -32600",
        "{} | -32600",
        "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"} | -32600",
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"} | -32600",
        "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"} | -32600",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":3} | -32600"
      })
  void what_is_no_message_is_refused(String body, int code) {
    HttpResponse<String> answer = post(body);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(JSON.readTree(answer.body()).at("/error/code").asInt()).isEqualTo(code);
    assertThat(JSON.readTree(answer.body()).get("id").isNull()).isTrue();
  }

  @Test
  void neither_depth_nor_bytes_that_are_no_text_do_harm() {
    assertThat(post("[".repeat(60_000)).statusCode()).isEqualTo(400);
    assertThat(post("{\"a\":".repeat(10_000)).statusCode()).isEqualTo(400);
    assertThat(send(request().POST(bytes(new byte[] {'"', (byte) 0xc3, '"'}))).statusCode())
        .isEqualTo(400);
    assertThat(post("1".repeat(65_537)).statusCode()).isEqualTo(413);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"
      })
  void what_asks_for_nothing_is_accepted_without_a_body(String message) {
    HttpResponse<String> answer = post(message);
    assertThat(answer.statusCode()).isEqualTo(202);
    assertThat(answer.body()).isEmpty();
  }

  @Test
  void the_endpoint_asks_for_a_key_and_takes_a_token_of_the_rate() {
    HttpRequest.Builder keyless =
        HttpRequest.newBuilder(address()).POST(HttpRequest.BodyPublishers.ofString("{}"));
    HttpResponse<String> refused = send(keyless);
    assertThat(refused.statusCode()).isEqualTo(401);
    assertThat(refused.headers().firstValue("WWW-Authenticate")).isPresent();
    assertThat(JSON.readTree(refused.body()).at("/error/code").asString())
        .isEqualTo("unauthorized");
    assertThat(post("{}").headers().firstValue("RateLimit")).isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "Accept, text/event-stream, 406",
    "Accept, 'application/json, text/event-stream', 200",
    "Content-Type, text/plain, 415",
    "Content-Type, application/json; charset=utf-8, 200",
    "MCP-Protocol-Version, 2025-06-18, 200",
    "MCP-Protocol-Version, 1999-01-01, 400",
    "Origin, https://pages.example, 403",
    "Origin, null, 403"
  })
  void header_fields_are_as_the_transport_says(String name, String value, int status) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address())
            .header("Authorization", "Bearer " + key)
            .header(name, value)
            .POST(HttpRequest.BodyPublishers.ofString(message(1, "ping", "{}")));
    assertThat(send(request).statusCode()).isEqualTo(status);
  }

  @Test
  void there_is_no_stream_of_the_server() {
    HttpResponse<String> answer = send(request().GET());
    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(answer.headers().firstValue("Allow")).contains("POST, OPTIONS");
  }

  @Test
  void on_standard_input_a_message_is_a_line(@TempDir Path home) throws Exception {
    Process process =
        JavaProcess.marquee(List.of("mcp", "--home", home.toString(), "--database", test.url()))
            .redirectError(home.resolve("log").toFile())
            .start();
    try (OutputStream in = process.getOutputStream()) {
      in.write(("\n\r\nnot json\n" + message(1, "ping", "{}") + "\r\n").getBytes(UTF_8));
      in.write(
          (message(2, "tools/call", search("Sólaris")) + '\n' + message(3, "ping", "{}") + '\n')
              .getBytes(UTF_8));
      in.write(
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":3}}\n"
              .getBytes(UTF_8));
      in.write(("x".repeat(200_000) + '\n').getBytes(UTF_8));
      in.write(
          (message(4, "tools/call", "{\"name\":\"list_changes\",\"arguments\":{\"since\":\"now\"}}")
                  + '\n')
              .getBytes(UTF_8));
      in.write("\"\u00e9\"\n".getBytes(ISO_8859_1));
      in.write("{\"jsonrpc\":\"2.0\",\"id\":5,".getBytes(UTF_8));
    }
    try (BufferedReader out = process.inputReader(UTF_8)) {
      Map<String, JsonNode> answers = new HashMap<>();
      List<Integer> errors = new ArrayList<>();
      out.lines()
          .map(JSON::readTree)
          .forEach(answer -> {
            if (answer.has("error")) {
              assertThat(answer.get("id").isNull()).isTrue();
              errors.add(answer.at("/error/code").asInt());
            } else {
              answers.put(answer.get("id").asString(), answer.get("result"));
            }
          });
      assertThat(errors).containsExactly(-32700, -32600, -32700, -32700);
      assertThat(answers).containsKeys("1", "2", "4");
      assertThat(requireNonNull(answers.get("2")).at("/structuredContent/data/0/title").asString())
          .isEqualTo("Solaris");
      assertThat(requireNonNull(answers.get("4")).at("/structuredContent/nextCursor").asString())
          .isNotEmpty();
    }
    assertThat(process.waitFor()).isZero();
  }
}
