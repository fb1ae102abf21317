package org.marquee.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.marquee.GoldenFile;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Checks answers against the contract with the validator of another project. It is stricter in one
/// point: an answer has declared members only.
@NullMarked
public final class ContractCheck {
  private static final String HERE = "https://marquee.example/openapi.json";
  private static final JsonNode CONTRACT = closed();

  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_2020_12,
          registry ->
              registry
                  .schemas(Map.of(HERE, CONTRACT.toString()))
                  .schemaRegistryConfig(
                      SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));

  private static final Map<String, Schema> SCHEMAS = new ConcurrentHashMap<>();

  /// The valid values found so far, each with its schema: bodies, elements of lists, values of
  /// fields. A hundred thousand answers list the same records.
  private static final Set<UUID> RIGHT = ConcurrentHashMap.newKeySet();

  private ContractCheck() {}

  private static JsonNode closed() {
    JsonNode contract = JsonMapper.shared().readTree(new String(Contract.written().json(), UTF_8));
    for (JsonNode schema : contract.at("/components/schemas")) {
      if (schema.has("properties")) {
        ((ObjectNode) schema).put("additionalProperties", false);
      }
    }
    return contract;
  }

  /// Checks an answer to GET or HEAD.
  ///
  /// @param target as it was sent, path and query
  /// @param headers the values of a field of the answer
  /// @param body as text; empty for HEAD
  public static void check(
      String target, int status, Function<String, List<String>> headers, String body) {
    if (GoldenFile.isRewriting()) {
      return; // the program was built with the contract from before
    }
    JsonNode operation = operation(target);
    JsonNode response = response(operation, status);
    String operationId = operation == null ? "nothing" : operation.path("operationId").asString();
    String what = operationId + " " + status;
    assertThat(response.isMissingNode()).as(what + " is in the contract").isFalse();
    checkHeaders(what, response, headers);
    List<String> types = headers.apply("Content-Type");
    if (!body.isEmpty()) {
      List<String> named = List.copyOf(response.path("content").propertyNames());
      assertThat(named).as(what).contains(types.getFirst().replaceFirst(";.*", ""));
    }
    if (!body.isEmpty() && status != 206 && types.contains("application/json")) {
      checkBody(what, response, body);
    }
  }

  /// The operation of a target; null where it has none.
  private static @Nullable JsonNode operation(String target) {
    String path = target.replaceFirst("^[a-z]+://[^/]*", "").replaceFirst("[?].*", "");
    String[] segments = path.split("/", -1);
    for (Map.Entry<String, JsonNode> each : CONTRACT.get("paths").properties()) {
      if (matches(each.getKey().split("/", -1), segments)) {
        return each.getValue().get("get");
      }
    }
    return null;
  }

  private static boolean matches(String[] template, String[] segments) {
    if (template.length != segments.length) {
      return false;
    }
    for (int at = 0; at < template.length; at++) {
      boolean fits =
          template[at].startsWith("{")
              ? !segments[at].isEmpty()
              : template[at].equals(decoded(segments[at]));
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  /// A segment that cannot be decoded matches no path.
  private static String decoded(String segment) {
    try {
      return URLDecoder.decode(segment.replace("+", "%2B"), UTF_8);
    } catch (IllegalArgumentException _) {
      return "";
    }
  }

  /// The response that the contract declares for a status; without an operation, the one of all
  /// errors.
  private static JsonNode response(@Nullable JsonNode operation, int status) {
    JsonNode found =
        operation == null
            ? CONTRACT.at("/components/responses/OtherError")
            : operation.path("responses").path(Integer.toString(status));
    if (found.isMissingNode() && operation != null && status >= 400) {
      found = operation.path("responses").path("default");
    }
    return resolved(found);
  }

  private static JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? CONTRACT.at(node.get("$ref").asString().substring(1)) : node;
  }

  private static void checkHeaders(
      String what, JsonNode response, Function<String, List<String>> headers) {
    response
        .path("headers")
        .properties()
        .forEach(each -> {
          JsonNode header = resolved(each.getValue());
          List<String> values = headers.apply(each.getKey());
          String name = what + " " + each.getKey();
          assertThat(values).as(name).hasSizeBetween(header.get("required").asBoolean() ? 1 : 0, 1);
          String type = header.at("/schema/type").asString();
          for (String value : values) {
            String json =
                type.equals("integer") ? value : JsonMapper.shared().writeValueAsString(value);
            String location = headerLocation(each.getValue());
            UUID print = print(location, json);
            if (!RIGHT.contains(print)) {
              assertThat(schema(location).validate(JsonMapper.shared().readTree(json)))
                  .as(name + ": " + value)
                  .isEmpty();
              RIGHT.add(print);
            }
          }
        });
  }

  private static String headerLocation(JsonNode reference) {
    return reference.get("$ref").asString() + "/schema";
  }

  private static void checkBody(String what, JsonNode response, String body) {
    JsonNode schema = response.at("/content/application~1json/schema");
    assertThat(schema.isMissingNode()).as(what + " has a body").isFalse();
    String reference = schema.get("$ref").asString();
    UUID print = print(reference, body);
    if (RIGHT.contains(print)) {
      return;
    }
    JsonNode answer = JsonMapper.shared().readTree(body);
    List<UUID> elements = withoutKnownElements(what, reference, answer);
    List<Error> errors = schema(reference).validate(answer);
    assertThat(errors).as(what + ": " + body).isEmpty();
    RIGHT.add(print);
    RIGHT.addAll(elements);
  }

  /// Removes the elements of a list that were valid before.
  ///
  /// @return those that are left
  private static List<UUID> withoutKnownElements(String what, String reference, JsonNode answer) {
    List<UUID> left = new ArrayList<>();
    if (answer.get("data") instanceof ArrayNode data) {
      JsonNode declared = CONTRACT.at(reference.substring(1) + "/properties/data");
      assertThat(data.size())
          .as(what)
          .isLessThanOrEqualTo(declared.path("maxItems").asInt(Integer.MAX_VALUE));
      Iterator<JsonNode> elements = data.iterator();
      while (elements.hasNext()) {
        UUID print = print(reference + "/data", elements.next().toString());
        if (RIGHT.contains(print)) {
          elements.remove();
        } else {
          left.add(print);
        }
      }
    }
    return left;
  }

  private static UUID print(String schema, String json) {
    return UUID.nameUUIDFromBytes((schema + ' ' + json).getBytes(UTF_8));
  }

  private static Schema schema(String reference) {
    return Objects.requireNonNull(
        SCHEMAS.computeIfAbsent(
            reference, _ -> REGISTRY.getSchema(SchemaLocation.of(HERE + reference))));
  }
}
