package org.marquee.admin;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.marquee.contract.DocumentText;
import org.marquee.contract.Schemas;
import org.marquee.json.JsonObject;
import org.marquee.v1.declaration.Member;
import org.marquee.v1.operation.SharedTypes;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// The OpenAPI 3.1 document of the socket, written from the declarations of its operations. What is
/// the same for all of them stands in `contract.yaml`.
@NullMarked
final class AdminContract {
  private static final String FRAME = "contract.yaml";

  private final Schemas schemas = new Schemas();

  private AdminContract() {}

  /// The document, in YAML.
  static byte[] yaml() {
    return DocumentText.yaml(new AdminContract().document());
  }

  @SuppressWarnings("unchecked") // names are strings
  private Map<String, Object> document() {
    Map<String, JsonObject> paths = new LinkedHashMap<>();
    Map<String, Object> tags = new LinkedHashMap<>();
    for (AdminOperation each : AdminOperations.ALL) {
      String tag = each.segments().getFirst();
      tags.putIfAbsent(
          tag,
          JsonObject.of("name", tag).with("description", "What stands below /" + tag + ".").tree());
      paths
          .computeIfAbsent(each.path(), _ -> new JsonObject())
          .with(each.method().toLowerCase(Locale.ROOT), node(each, tag));
    }
    schemas.reference(
        "ErrorAnswer",
        Schemas.object(
            "The body of every error.",
            JsonObject.of("error", schemas.reference(SharedTypes.ERROR)),
            List.of("error")));
    Map<String, Object> document = frame();
    document.put("tags", List.copyOf(tags.values()));
    Map<String, Object> trees = new LinkedHashMap<>();
    paths.forEach((path, item) -> trees.put(path, item.tree()));
    document.put("paths", trees);
    ((Map<String, Object>) Objects.requireNonNull(document.get("components")))
        .put("schemas", schemas.components().tree());
    return document;
  }

  @SuppressWarnings("unchecked") // names are strings
  private static Map<String, Object> frame() {
    try (InputStream in = AdminContract.class.getResourceAsStream(FRAME)) {
      return (Map<String, Object>)
          new Load(LoadSettings.builder().build())
              .loadFromInputStream(Objects.requireNonNull(in, FRAME));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JsonObject node(AdminOperation operation, String tag) {
    JsonObject node =
        JsonObject.of("operationId", operation.id())
            .with("summary", operation.summary())
            .with("description", operation.summary())
            .with("tags", List.of(tag))
            .with("parameters", parameters(operation));
    if (operation.takesBody()) {
      node.with(
          "requestBody",
          JsonObject.of("description", operation.input().description())
              .with("required", operation.input().members().stream().anyMatch(Member::required))
              .with("content", json(schemas.reference(operation.input()))));
    }
    return node.with("responses", answers(operation));
  }

  private List<JsonObject> parameters(AdminOperation operation) {
    List<JsonObject> parameters = new ArrayList<>();
    for (String segment : operation.segments()) {
      if (segment.startsWith("{")) {
        String name = segment.substring(1, segment.length() - 1);
        parameters.add(
            parameter(name, "path", "The " + name + ".")
                .with("required", true)
                .with("schema", JsonObject.of("type", "string").with("minLength", 1)));
      }
    }
    if (operation.changes()) {
      parameters.add(Schemas.reference("parameters", "Person"));
      return parameters;
    }
    for (Member each : operation.input().members()) {
      parameters.add(
          parameter(each.name(), "query", each.description())
              .with("required", each.required())
              .with("schema", schemas.of(each.schema())));
    }
    return parameters;
  }

  private static JsonObject parameter(String name, String in, String description) {
    return JsonObject.of("name", name).with("in", in).with("description", description);
  }

  private JsonObject answers(AdminOperation operation) {
    JsonObject record = schemas.reference(operation.answer());
    JsonObject data =
        switch (operation.shape()) {
          case ONE -> record;
          case LIST -> JsonObject.of("type", "array").with("items", record);
        };
    JsonObject content =
        json(Schemas.object("The answer.", JsonObject.of("data", data), List.of("data")));
    JsonObject answers =
        JsonObject.of(
            "200", JsonObject.of("description", "It is so now.").with("content", content));
    if (operation.takesBody()) {
      answers.with(
          "201", JsonObject.of("description", "It was made just now.").with("content", content));
    }
    answers.with("400", error("Faulty"));
    if (operation.path().contains("{") || operation.id().equals("listUsage")) {
      answers.with("404", error("Missing"));
    }
    if (operation.takesBody()) {
      answers.with("409", error("Conflict")).with("415", error("NotJson"));
    }
    return answers.with("503", error("Unavailable")).with("default", error("OtherError"));
  }

  private static JsonObject error(String name) {
    return Schemas.reference("responses", name);
  }

  private static JsonObject json(JsonObject schema) {
    return JsonObject.of("application/json", JsonObject.of("schema", schema));
  }
}
