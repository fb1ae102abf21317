package org.marquee.contract;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.marquee.json.JsonObject;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.operation.Operations;

/// The OpenAPI 3.1 document of the interface, written from the declarations of its operations
/// (docs/decisions/0131).
@NullMarked
final class ContractWriter {
  /// What holds for all operations, in Markdown.
  static final String ABOUT =
      """
      [/v1/programme](/docs#list-the-programme) says in one request what is on near a place. The [guide](/docs/guide) begins with it.

      - Every operation takes GET and HEAD, and needs an API key.
      - An unknown, repeated or empty parameter is refused with 400.
      - `Accept` chooses where an operation answers in several forms. Where it names none of them, the answer has the first one, JSON but for calendars and files, and never 406: `Content-Type` says which.
      - A member that has no value is left out; only `nextCursor` may be null.
      - Operations, optional parameters, members and reasons may be added within `/v1`. Ignore what you do not know.
      """;

  private static final String EXTENSIONS =
      "Operations beyond the specification that this service implements, marked `x-extension`."
          + " They have the same keys, limits, errors and header fields.";

  private ContractWriter() {}

  /// The document as maps and lists.
  static Map<String, Object> written() {
    List<Operation> operations = Operations.inEveryForm();
    Schemas schemas = new Schemas();
    ResponseNodes responses = new ResponseNodes(schemas, RecordedAnswers.read());
    OperationNode writer = new OperationNode(schemas, responses);
    JsonObject paths = new JsonObject();
    for (Operation operation : operations) {
      paths.with(operation.route(), JsonObject.of("get", writer.of(operation)));
    }
    JsonObject parameters = writer.shared();
    JsonObject headers = responses.headers();
    return JsonObject.of("openapi", "3.1.0")
        .with("info", info())
        .with("servers", List.of(server()))
        .with("security", List.of(JsonObject.of("ApiKey", List.of())))
        .with("tags", tags(operations))
        .with("paths", paths)
        .with(
            "components",
            JsonObject.of("securitySchemes", JsonObject.of("ApiKey", apiKey()))
                .with("parameters", parameters)
                .with("headers", headers)
                .with("responses", responses.shared())
                .with("schemas", schemas.components()))
        .tree();
  }

  private static JsonObject info() {
    return JsonObject.of("title", "Marquee")
        .with("summary", "Cinema listings: cinemas, films and showtimes.")
        .with("description", ABOUT)
        .with("version", "1.0.0")
        .with("contact", JsonObject.of("name", "The operator of this service, who issues the keys"))
        .with(
            "license",
            JsonObject.of("name", "Apache-2.0")
                .with("url", "https://www.apache.org/licenses/LICENSE-2.0.html"));
  }

  private static JsonObject server() {
    return JsonObject.of("url", "/")
        .with("description", "The service that this document comes from.");
  }

  private static JsonObject apiKey() {
    return JsonObject.of("type", "http")
        .with("scheme", "bearer")
        .with("bearerFormat", "mq_…")
        .with(
            "description",
            "An API key, `mq_` and 38 letters and digits. The operator of the service issues it.");
  }

  private static List<JsonObject> tags(List<Operation> operations) {
    Set<String> names = new LinkedHashSet<>();
    return operations.stream()
        .filter(operation -> names.add(OperationNode.tag(operation)))
        .map(operation ->
            JsonObject.of("name", OperationNode.tag(operation))
                .with(
                    "description",
                    operation.extension() ? EXTENSIONS : operation.answer().type().description()))
        .toList();
  }
}
