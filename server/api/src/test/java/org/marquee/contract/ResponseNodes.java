package org.marquee.contract;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.SequencedSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonObject;
import org.marquee.v1.declaration.ErrorType;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.QueryParameter;
import org.marquee.v1.declaration.Reason;
import org.marquee.v1.declaration.RecordType;
import org.marquee.v1.declaration.Schema;
import org.marquee.v1.operation.BulkOperations;
import org.marquee.v1.operation.DetailTypes;
import org.marquee.v1.operation.SharedTypes;

/// Writes what an operation answers: 200, 304 and its errors.
@NullMarked
final class ResponseNodes {
  private static final String ERROR_ANSWER = "ErrorAnswer";

  /// What [Refusals] does not name: errors of HTTP itself (docs/api.md, "Status codes").
  private static final String OTHER_ERRORS =
      "Errors of HTTP itself, as 405, 408, 413, 414, 416, 417, 431, 501 and 505, with the same body"
          + " and the code `bad_request`. A request that a client library sends has none of them,"
          + " but 416 where it asks for a part of a bulk file that is shorter.";

  private final Schemas schemas;
  private final RecordedAnswers recorded;
  private final JsonObject shared = new JsonObject();
  private final SequencedSet<AnswerHeader> headers = new LinkedHashSet<>();

  ResponseNodes(Schemas schemas, RecordedAnswers recorded) {
    this.schemas = schemas;
    this.recorded = recorded;
  }

  /// All answers of an operation, by status.
  JsonObject of(Operation operation) {
    JsonObject responses = new JsonObject();
    if (operation.answer() instanceof Operation.Answer.File) {
      addFile(responses);
    } else {
      responses.with("200", ok(operation));
      responses.with("304", shared("NotModified", notModified()));
    }
    Refusals.errors(operation).stream()
        .collect(
            groupingBy(ErrorType::status, LinkedHashMap::new, java.util.stream.Collectors.toList()))
        .forEach((status, errors) ->
            responses.with(
                Integer.toString(status),
                errors.contains(ErrorType.INVALID_REQUEST)
                    ? invalidRequest(operation)
                    : shared(name(errors), error(errors))));
    return responses.with("default", shared("OtherError", otherError()));
  }

  /// The answers that several operations have, by name; complete once all operations are written.
  JsonObject shared() {
    return shared;
  }

  /// The header fields that answers have, by name; complete once all operations are written.
  JsonObject headers() {
    JsonObject all = new JsonObject();
    for (AnswerHeader header : headers) {
      all.with(
          header.name(),
          JsonObject.of("description", header.description())
              .with("required", header.always())
              .with("schema", schemas.of(header.schema()))
              .with("example", header.example()));
    }
    return all;
  }

  private JsonObject shared(String name, JsonObject response) {
    if (!shared.has(name)) {
      shared.with(name, response);
    }
    return Schemas.reference("responses", name);
  }

  private JsonObject ok(Operation operation) {
    List<AnswerHeader> fields = new ArrayList<>(AnswerHeader.OF_CURRENT);
    String type = operation.answer().type().name();
    String description = "The " + lower(type) + ".";
    if (operation.answer() instanceof Operation.Answer.ListOf) {
      fields.add(AnswerHeader.LINK);
      description = "A page of " + lower(type) + "s.";
    }
    JsonObject content = new JsonObject();
    operation.types().forEach(form -> content.with(form.text(), form(form, operation)));
    return response(description, fields).with("content", content);
  }

  private JsonObject form(MediaType form, Operation operation) {
    return switch (form) {
      case JSON -> {
        JsonObject json = JsonObject.of("schema", envelope(operation));
        yield json.with(
            "example",
            recorded
                .answer(operation, MediaType.JSON)
                .orElseGet(() -> Samples.answer(operation.answer().type())));
      }
      case LINKED_DATA -> {
        JsonObject json = JsonObject.of("schema", JsonObject.of("type", "object"));
        recorded
            .answer(operation, MediaType.LINKED_DATA)
            .ifPresent(answer -> json.with("example", answer));
        yield json;
      }
      case CSV, NDJSON, CALENDAR, EVENT_STREAM, TEXT ->
          JsonObject.of("schema", JsonObject.of("type", "string"));
      // OpenAPI 3.1 describes bytes only by their media type.
      case GZIP -> new JsonObject();
    };
  }

  /// The answers with a file: records, or the list of files.
  private void addFile(JsonObject responses) {
    JsonObject manifest = schemas.reference(BulkOperations.MANIFEST.answer().type());
    JsonObject text =
        JsonObject.of("schema", JsonObject.of("type", "string"))
            .with("example", Samples.checksums());
    JsonObject file =
        JsonObject.of("summary", "The films, a row each, compressed.")
            .with("externalValue", BulkOperations.ROOT + "/films.csv.gz");
    JsonObject whole =
        JsonObject.of(
                MediaType.GZIP.text(),
                JsonObject.of("examples", JsonObject.of("films.csv.gz", file)))
            .with(
                MediaType.JSON.text(),
                JsonObject.of("schema", manifest).with("example", Samples.manifest()))
            .with(MediaType.TEXT.text(), text);
    JsonObject part =
        JsonObject.of(MediaType.GZIP.text(), new JsonObject())
            .with(MediaType.JSON.text(), new JsonObject())
            .with(MediaType.TEXT.text(), text);
    List<AnswerHeader> ofPart = new ArrayList<>(AnswerHeader.OF_FILE);
    ofPart.add(AnswerHeader.CONTENT_RANGE);
    responses
        .with("200", response("The file.", AnswerHeader.OF_FILE).with("content", whole))
        .with("206", response("The part that `Range` asks for.", ofPart).with("content", part))
        .with(
            "304",
            response(
                "The file is still the one that `If-None-Match` or `If-Modified-Since` names. It"
                    + " costs a request of the rate.",
                AnswerHeader.OF_FILE));
  }

  private static String lower(String name) {
    return name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
  }

  private JsonObject envelope(Operation operation) {
    String name = operation.answer().type().name();
    JsonObject record = schemas.reference(operation.answer().type());
    JsonObject freshness = schemas.reference(SharedTypes.FRESHNESS);
    return switch (operation.answer()) {
      case Operation.Answer.ListOf(var type, var other) ->
          schemas.reference(
              name + "Page",
              Schemas.object(
                  "A page of " + lower(type.name()) + "s.",
                  records(operation, type, other)
                      .with("pagination", schemas.reference(SharedTypes.PAGINATION))
                      .with("freshness", freshness),
                  List.of("data", "pagination", "freshness")));
      case Operation.Answer.One(var type) ->
          schemas.reference(
              name + "Answer",
              Schemas.object(
                  "One " + lower(type.name()) + ".",
                  JsonObject.of("data", record)
                      .with("details", details(operation, each -> each))
                      .with("freshness", freshness),
                  List.of("data", "freshness")));
      case Operation.Answer.File _ -> throw new IllegalArgumentException("a file has no envelope");
    };
  }

  private JsonObject records(
      Operation operation, RecordType type, Operation.@Nullable OtherOrder other) {
    JsonObject items =
        other == null
            ? schemas.reference(type)
            : schemas.of(new Schema.OneNested(List.of(type, other.type())));
    JsonObject records =
        JsonObject.of(
            "data",
            JsonObject.of("type", "array")
                .with("items", items)
                .with("maxItems", mostRecords(operation)));
    return other == null
        ? records.with(
            "details",
            details(
                operation,
                each ->
                    JsonObject.of("type", "array")
                        .with("items", each)
                        .with("maxItems", mostRecords(operation))))
        : records.with(other.beside().name(), schemas.of(other.beside()));
  }

  /// What stands beside `data`; null for operations that have it elsewhere, or not at all.
  private @Nullable JsonObject details(Operation operation, UnaryOperator<JsonObject> shape) {
    RecordType type = DetailTypes.of(operation.answer().type());
    return type == null
        ? null
        : shape
            .apply(schemas.reference(type))
            .with(
                "description",
                "With `include=details`: further facts about each record, in the same order.")
            .with("x-extension", true);
  }

  /// As many as `limit` allows.
  private static int mostRecords(Operation operation) {
    for (QueryParameter<?> parameter : operation.parameters()) {
      if (parameter.name().equals("limit")
          && parameter.type().schema() instanceof Schema.Whole(var range)) {
        return range.most();
      }
    }
    throw new IllegalArgumentException(operation + " is a list without a limit");
  }

  private JsonObject notModified() {
    return response(
        "The answer is still the one that `If-None-Match` names. It costs no request of the rate.",
        AnswerHeader.OF_CURRENT);
  }

  private JsonObject invalidRequest(Operation operation) {
    StringBuilder text = new StringBuilder(ErrorType.INVALID_REQUEST.description());
    text.append("\n\nReasons of this operation:\n");
    List<String> reasons = new ArrayList<>();
    for (Reason reason : Refusals.reasons(operation)) {
      text.append("\n- `%s`: %s".formatted(reason.code(), reason.description()));
      reasons.add(reason.code());
    }
    JsonObject json = JsonObject.of("schema", errorBody());
    recorded.fault(operation).ifPresent(body -> json.with("example", body));
    return response(text.toString(), AnswerHeader.of(ErrorType.INVALID_REQUEST))
        .with("content", JsonObject.of(MediaType.JSON.text(), json))
        .with("x-reasons", reasons);
  }

  /// @param errors that have one status
  private JsonObject error(List<ErrorType> errors) {
    JsonObject examples = new JsonObject();
    for (ErrorType error : errors) {
      recorded
          .error(error)
          .ifPresent(body ->
              examples.with(
                  error.code(), JsonObject.of("summary", error.description()).with("value", body)));
    }
    JsonObject json = JsonObject.of("schema", errorBody());
    String description =
        errors.size() == 1
            ? errors.getFirst().description()
            : errors.stream()
                .map(error -> "- `%s`: %s".formatted(error.code(), error.description()))
                .collect(joining("\n"));
    return response(description, AnswerHeader.of(errors.getFirst()))
        .with(
            "content",
            JsonObject.of(
                MediaType.JSON.text(), examples.isEmpty() ? json : json.with("examples", examples)))
        .with("x-codes", errors.stream().map(ErrorType::code).toList());
  }

  private JsonObject otherError() {
    JsonObject json = JsonObject.of("schema", errorBody());
    recorded.otherError().ifPresent(body -> json.with("example", body));
    return response(OTHER_ERRORS, List.of(AnswerHeader.NO_STORE, AnswerHeader.REQUEST_ID))
        .with("content", JsonObject.of(MediaType.JSON.text(), json));
  }

  private JsonObject errorBody() {
    return schemas.reference(
        ERROR_ANSWER,
        Schemas.object(
            "The body of every answer of 400 and above.",
            JsonObject.of("error", schemas.reference(SharedTypes.ERROR)),
            List.of("error")));
  }

  private JsonObject response(String description, List<AnswerHeader> fields) {
    JsonObject all = new JsonObject();
    for (AnswerHeader field : fields) {
      headers.add(field);
      all.with(field.field(), Schemas.reference("headers", field.name()));
    }
    return JsonObject.of("description", description).with("headers", all);
  }

  /// `NoSuchRecord` of `NO_SUCH_RECORD`; several errors of one status have the name of the status.
  private static String name(List<ErrorType> errors) {
    return errors.size() == 1
        ? camelCase(errors.getFirst().name())
        : "Status" + errors.getFirst().status();
  }

  private static String camelCase(String constant) {
    StringBuilder name = new StringBuilder();
    for (String word : constant.split("_", -1)) {
      name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
    }
    return name.toString();
  }
}
