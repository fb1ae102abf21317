package org.marquee.v1.operation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.marquee.node.RunningService;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.PathTemplate;
import org.marquee.v1.declaration.QueryParameter;
import org.marquee.v1.declaration.Reason;
import org.marquee.v1.declaration.Rule;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A request to an operation with the examples of everything that is required, to be changed.
@NullMarked
final class ExampleRequest {
  private final RunningService service;
  private final Operation operation;
  private final Map<String, String> query = new LinkedHashMap<>();

  ExampleRequest(RunningService service, Operation operation) {
    this.service = service;
    this.operation = operation;
    for (QueryParameter<?> parameter : operation.parameters()) {
      if (parameter.required()) {
        query.put(parameter.name(), parameter.example());
      }
    }
    for (Rule rule : operation.rules()) {
      if (rule.reason() == Reason.REQUIRED) { // one of several parameters is needed
        QueryParameter<?> usual = operation.parameters().get(operation.indexOf(rule.parameter()));
        query.put(usual.name(), usual.example());
      }
    }
  }

  /// The parameters that may replace a required one.
  private static final Set<String> CENTRE = Set.of("latitude", "longitude", "postcode", "place");

  /// The operation's path, with an id where it has one.
  static String path(Operation operation, String id) {
    return operation.route().replaceFirst("\\{.*}", id);
  }

  /// With a value of a parameter, and with the examples of those that it needs.
  ExampleRequest with(QueryParameter<?> parameter, String value) {
    for (QueryParameter<?> other : operation.parameters()) {
      if (parameter.needs().contains(other.name())) {
        query.put(other.name(), other.example());
      }
    }
    if (query.containsKey("cinemaId")
        && (CENTRE.contains(parameter.name())
            || parameter.needs().stream().anyMatch(CENTRE::contains))) {
      query.remove("cinemaId");
    }
    return with(parameter.name(), value);
  }

  ExampleRequest with(String name, String value) {
    query.put(name, value);
    return this;
  }

  ExampleRequest without(QueryParameter<?> parameter) {
    query.remove(parameter.name());
    return this;
  }

  HttpResponse<String> send() {
    PathTemplate.Id id = operation.path().id();
    List<String> pairs = new ArrayList<>();
    query.forEach((name, value) -> pairs.add(encode(name) + "=" + encode(value)));
    return service.get(
        path(operation, id == null ? "" : id.example())
            + (pairs.isEmpty() ? "" : "?" + String.join("&", pairs)));
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, UTF_8);
  }

  /// The body of an answer of 200.
  JsonNode answer() {
    HttpResponse<String> response = send();
    assertThat(response.statusCode()).as(query + response.body()).isEqualTo(200);
    return json(response);
  }

  /// The faults of the request, as `limit too_large`; none where it is answered.
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    for (JsonNode violation : json(send()).at("/error/details/violations")) {
      faults.add(violation.get("parameter").asString() + " " + violation.get("reason").asString());
    }
    return faults;
  }

  static JsonNode json(HttpResponse<String> response) {
    return JsonMapper.shared().readTree(response.body());
  }
}
