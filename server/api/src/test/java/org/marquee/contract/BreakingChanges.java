package org.marquee.contract;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import tools.jackson.databind.JsonNode;

/// The breaking changes from one contract to another (docs/decisions/0131): a valid request is
/// refused, or an answer has something that the old contract excludes.
@NullMarked
final class BreakingChanges {
  /// A smaller least value, or a larger most value, allows more.
  private static final List<String> LEAST = List.of("minimum", "minLength", "minItems");

  private static final List<String> MOST = List.of("maximum", "maxLength", "maxItems");
  private static final List<String> FIXED = List.of("type", "format", "pattern", "default");

  private final JsonNode before;
  private final JsonNode after;
  private final List<String> found = new ArrayList<>();
  private final Set<String> compared = new HashSet<>();

  private BreakingChanges(JsonNode before, JsonNode after) {
    this.before = before;
    this.after = after;
  }

  static List<String> between(JsonNode before, JsonNode after) {
    BreakingChanges changes = new BreakingChanges(before, after);
    changes.compare();
    return List.copyOf(changes.found);
  }

  private void compare() {
    before
        .get("paths")
        .properties()
        .forEach(path -> {
          JsonNode now = after.get("paths").path(path.getKey()).path("get");
          if (now.isMissingNode()) {
            found.add(path.getKey() + " is gone");
          } else {
            compareOperations(path.getValue().get("get"), now);
          }
        });
    if (!before.at("/components/securitySchemes").equals(after.at("/components/securitySchemes"))
        || !before.path("security").equals(after.path("security"))) {
      found.add("requests are authenticated in another way");
    }
  }

  private void compareOperations(JsonNode was, JsonNode is) {
    String id = was.get("operationId").asString();
    if (!id.equals(is.get("operationId").asString())) {
      found.add(id + " has another operationId");
    }
    compareParameters(id, parameters(before, was), parameters(after, is));
    was.get("responses")
        .properties()
        .forEach(each -> {
          JsonNode now = is.get("responses").path(each.getKey());
          String what = id + " " + each.getKey();
          if (now.isMissingNode()) {
            found.add(what + " is gone");
          } else {
            compareResponses(what, resolve(before, each.getValue()), resolve(after, now));
          }
        });
  }

  private static Map<String, JsonNode> parameters(JsonNode document, JsonNode operation) {
    Map<String, JsonNode> parameters = new LinkedHashMap<>();
    for (JsonNode each : operation.get("parameters")) {
      JsonNode parameter = resolve(document, each);
      parameters.put(
          parameter.get("in").asString() + " " + parameter.get("name").asString(), parameter);
    }
    return parameters;
  }

  private void compareParameters(String id, Map<String, JsonNode> was, Map<String, JsonNode> is) {
    was.forEach((name, old) -> {
      JsonNode now = is.get(name);
      String what = id + " " + name;
      if (now == null) {
        found.add(what + " is gone");
        return;
      }
      if (isRequired(now) && !isRequired(old)) {
        found.add(what + " is required now");
      }
      if (!old.path("style").equals(now.path("style"))
          || !old.path("explode").equals(now.path("explode"))) {
        found.add(what + " is written in another way");
      }
      compareSchemas(what, old.get("schema"), now.get("schema"), Side.REQUEST);
    });
    is.forEach((name, now) -> {
      if (isRequired(now) && !was.containsKey(name)) {
        found.add(id + " " + name + " is new and required");
      }
    });
  }

  private static boolean isRequired(JsonNode node) {
    return node.path("required").asBoolean(false);
  }

  private void compareResponses(String what, JsonNode was, JsonNode is) {
    was.path("headers")
        .properties()
        .forEach(each -> {
          JsonNode old = resolve(before, each.getValue());
          JsonNode now = resolve(after, is.path("headers").path(each.getKey()));
          String name = what + " " + each.getKey();
          if (now.isMissingNode()) {
            found.add(name + " is gone");
          } else if (isRequired(old) && !isRequired(now)) {
            found.add(name + " may be missing now");
          } else {
            compareSchemas(name, old.get("schema"), now.get("schema"), Side.ANSWER);
          }
        });
    was.path("content")
        .properties()
        .forEach(each -> {
          JsonNode now = is.path("content").path(each.getKey());
          if (now.isMissingNode()) {
            found.add(what + " " + each.getKey() + " is gone");
          } else {
            compareSchemas(what, each.getValue().path("schema"), now.path("schema"), Side.ANSWER);
          }
        });
  }

  /// Who writes a value. What callers write must stay valid, and what they read must stay as it
  /// was.
  private enum Side {
    REQUEST,
    ANSWER
  }

  private void compareSchemas(String what, JsonNode old, JsonNode now, Side side) {
    if (!compared.add(side + " " + old + " " + now)) {
      return; // found before, at another place
    }
    JsonNode was = resolve(before, old);
    JsonNode is = resolve(after, asBefore(was, now, side));
    for (String keyword : FIXED) {
      if (!was.path(keyword).equals(is.path(keyword))) {
        found.add(what + " has another " + keyword);
      }
    }
    LEAST.forEach(each -> compareLimit(what, each, was, is, side == Side.REQUEST));
    MOST.forEach(each -> compareLimit(what, each, was, is, side == Side.ANSWER));
    compareValues(what, values(was), values(is), side);
    for (int at = 0; at < was.path("anyOf").size(); at++) {
      compareSchemas(what, was.get("anyOf").get(at), is.path("anyOf").path(at), side);
    }
    if (was.has("items")) {
      compareSchemas(what + "[]", was.get("items"), is.path("items"), side);
    }
    was.path("properties")
        .properties()
        .forEach(each -> {
          String member = what + "." + each.getKey();
          JsonNode type = is.path("properties").path(each.getKey());
          if (type.isMissingNode()) {
            found.add(member + " is gone");
          } else {
            compareSchemas(member, each.getValue(), type, side);
          }
        });
    Set<String> missing = names(was.path("required"));
    missing.removeAll(names(is.path("required")));
    missing.forEach(member -> found.add(what + "." + member + " may be missing now"));
  }

  /// The alternative of a value that was the only one. A further one comes where a caller asks for
  /// it by a parameter that was not there, so what is asked today is answered as today.
  private static JsonNode asBefore(JsonNode was, JsonNode now, Side side) {
    return side == Side.ANSWER && now.has("anyOf") && !was.has("anyOf")
        ? now.get("anyOf").get(0)
        : now;
  }

  /// @param upward whether it breaks callers if the limit rises, else if it falls
  private void compareLimit(
      String what, String keyword, JsonNode was, JsonNode is, boolean upward) {
    boolean least = keyword.startsWith("min");
    double unlimited = least ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    double old = was.path(keyword).asDouble(unlimited);
    double now = is.path(keyword).asDouble(unlimited);
    if (upward ? now > old : now < old) {
      found.add(what + " has another " + keyword);
    }
  }

  private void compareValues(String what, Set<String> was, Set<String> is, Side side) {
    Set<String> gone = new TreeSet<>(was);
    gone.removeAll(is);
    Set<String> added = new TreeSet<>(is);
    added.removeAll(was);
    if (side == Side.REQUEST && !is.isEmpty() && (was.isEmpty() || !gone.isEmpty())) {
      found.add(what + " no longer takes " + (gone.isEmpty() ? "everything" : gone));
    }
    if (side == Side.ANSWER && !was.isEmpty() && (is.isEmpty() || !added.isEmpty())) {
      found.add(what + " may be " + (added.isEmpty() ? "anything" : added));
    }
  }

  private static Set<String> values(JsonNode schema) {
    return names(schema.path("enum"));
  }

  private static Set<String> names(JsonNode list) {
    Set<String> names = new TreeSet<>();
    list.forEach(each -> names.add(each.asString()));
    return names;
  }

  private static JsonNode resolve(JsonNode document, JsonNode node) {
    return node.has("$ref") ? document.at(node.get("$ref").asString().substring(1)) : node;
  }
}
