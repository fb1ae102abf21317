package org.marquee.contract;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.marquee.json.JsonObject;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.PathTemplate;
import org.marquee.v1.declaration.QueryParameter;
import org.marquee.v1.declaration.Rule;
import org.marquee.v1.declaration.Schema;

/// Writes one operation: what may be asked. [ResponseNodes] has what is answered.
@NullMarked
final class OperationNode {
  /// The tag of all operations beyond the specification.
  static final String EXTENSIONS = "Extensions";

  private final Schemas schemas;
  private final ResponseNodes responses;

  OperationNode(Schemas schemas, ResponseNodes responses) {
    this.schemas = schemas;
    this.responses = responses;
  }

  /// The name of the section that an operation belongs to: the records that it answers with.
  static String tag(Operation operation) {
    return operation.extension() ? EXTENSIONS : operation.answer().type().name() + "s";
  }

  JsonObject of(Operation operation) {
    JsonObject node =
        JsonObject.of("operationId", operation.id())
            .with("summary", operation.summary())
            .with("description", description(operation))
            .with("tags", List.of(tag(operation)));
    if (operation.extension()) {
      node.with("x-extension", true);
    }
    if (operation.types().contains(MediaType.CALENDAR)) {
      // The parameter `token` may stand in for the key.
      node.with("security", List.of(JsonObject.of("ApiKey", List.of()), new JsonObject()));
    }
    return node.with("parameters", parameters(operation))
        .with("responses", responses.of(operation));
  }

  private static String description(Operation operation) {
    if (operation.rules().isEmpty()) {
      return operation.description();
    }
    StringBuilder text = new StringBuilder(operation.description()).append("\n\nRules:\n");
    for (Rule rule : operation.rules()) {
      text.append(
          "\n- `%s`: %s (`%s`)".formatted(rule.parameter(), rule.message(), rule.reason().code()));
    }
    return text.toString();
  }

  private List<JsonObject> parameters(Operation operation) {
    List<JsonObject> parameters = new ArrayList<>();
    PathTemplate.Id id = operation.path().id();
    if (id != null) {
      parameters.add(
          parameter(id.name(), "path", true, id.description(), schemas.of(id.type().schema()))
              .with("example", id.example()));
    }
    operation.parameters().forEach(each -> parameters.add(ofQuery(each)));
    RequestHeader.OF_EVERY_OPERATION.forEach(
        each -> parameters.add(Schemas.reference("parameters", each.field())));
    if (operation.answer() instanceof Operation.Answer.File) {
      RequestHeader.OF_FILES.forEach(each -> parameters.add(ofHeader(each)));
    }
    return parameters;
  }

  private JsonObject ofQuery(QueryParameter<?> parameter) {
    JsonObject schema = schemas.of(parameter.type().schema());
    if (parameter.fallback() != null) {
      schema.with("default", parameter.fallback());
    }
    JsonObject node =
        parameter(parameter.name(), "query", parameter.required(), parameter.description(), schema);
    if (parameter.type().schema() instanceof Schema.CommaSeparated) {
      node.with("style", "form").with("explode", false);
    }
    if (parameter.extension()) {
      node.with("x-extension", true);
    }
    if (!parameter.needs().isEmpty()) {
      node.with("x-needs", parameter.needs());
    }
    return node.with("example", example(parameter.type().schema(), parameter.example()));
  }

  private static JsonObject parameter(
      String name, String in, boolean required, String description, JsonObject schema) {
    return JsonObject.of("name", name)
        .with("in", in)
        .with("required", required)
        .with("description", description)
        .with("schema", schema);
  }

  /// What a caller writes, as the value that is written so.
  private static Object example(Schema<?> schema, String written) {
    return switch (schema) {
      case Schema.Whole _ -> Integer.valueOf(written);
      case Schema.Decimal _ -> Double.valueOf(written);
      case Schema.Flag _ -> Boolean.valueOf(written);
      case Schema.CommaSeparated _ -> List.of(written.split(",", -1));
      default -> written;
    };
  }

  /// The parameters that all operations have, by the names that [#of] refers to them by.
  JsonObject shared() {
    JsonObject shared = new JsonObject();
    for (RequestHeader header : RequestHeader.OF_EVERY_OPERATION) {
      shared.with(header.field(), ofHeader(header));
    }
    return shared;
  }

  private JsonObject ofHeader(RequestHeader header) {
    return parameter(
            header.field(), "header", false, header.description(), schemas.of(header.schema()))
        .with("example", header.example());
  }
}
