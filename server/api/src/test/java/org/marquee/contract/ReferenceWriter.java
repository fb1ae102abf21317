package org.marquee.contract;

import static java.util.stream.Collectors.joining;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.marquee.v1.declaration.ErrorType;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.declaration.Member;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.PathTemplate;
import org.marquee.v1.declaration.QueryParameter;
import org.marquee.v1.declaration.RecordType;
import org.marquee.v1.declaration.Rule;
import org.marquee.v1.declaration.Schema;
import org.marquee.v1.operation.BulkOperations;
import org.marquee.v1.operation.CalendarOperations;
import org.marquee.v1.operation.DetailTypes;
import org.marquee.v1.operation.ListChanges;
import org.marquee.v1.operation.ListProgramme;
import org.marquee.v1.operation.Operations;
import org.marquee.v1.operation.SharedTypes;
import org.marquee.v1.operation.UsageOperation;

/// The reference in Markdown: each operation with its parameters and its answer, the programme
/// first, then each type of records (docs/decisions/0131).
@NullMarked
final class ReferenceWriter {
  private static final String FRESHNESS = "[Freshness](#freshness)";

  /// Those that the port for operators does not answer, or only where there is something.
  private static final List<Operation> KEY_NEEDED =
      Stream.concat(
              BulkOperations.ALL.stream(),
              Stream.of(ListChanges.OPERATION, UsageOperation.OPERATION))
          .toList();

  private final StringBuilder text = new StringBuilder();
  private final RecordedAnswers recorded = RecordedAnswers.read();
  private final Set<RecordType> types = new LinkedHashSet<>();

  private ReferenceWriter() {}

  /// The reference of this version of the program.
  static String written() {
    ReferenceWriter reference = new ReferenceWriter();
    reference.write();
    return reference.text.toString();
  }

  private void write() {
    text.append("# Reference\n\n").append(ContractWriter.ABOUT).append('\n');
    text.append("The contract is there for programs too: [YAML](/openapi.yaml), ");
    text.append("[JSON](/openapi.json).\n\n");
    Stream.of(
            Stream.of(ListProgramme.OPERATION),
            Operations.ALL.stream().filter(each -> !each.equals(ListProgramme.OPERATION)),
            CalendarOperations.ALL.stream(),
            BulkOperations.ALL.stream(),
            Stream.of(UsageOperation.OPERATION))
        .flatMap(each -> each)
        .forEach(this::add);
    text.append("## Header fields\n\nA request to any operation may have these; `Range`, ");
    text.append("`If-Range` and `If-Modified-Since` are for bulk files.\n\n");
    Stream.concat(RequestHeader.OF_EVERY_OPERATION.stream(), RequestHeader.OF_FILES.stream())
        .forEach(each ->
            text.append(
                "- **`%s`**: %s  \n  Example: `%s`\n"
                    .formatted(each.field(), each.description(), each.example())));
    text.append("\n## Records\n\nA member that is not marked *always* is left out where it has ");
    text.append("no value.\n\n");
    types.add(SharedTypes.PAGINATION);
    types.add(SharedTypes.FRESHNESS);
    types.add(SharedTypes.ERROR);
    List.copyOf(types).forEach(this::collect);
    types.forEach(this::add);
  }

  private void add(Operation operation) {
    text.append("## %s\n\n`GET %s`".formatted(operation.summary(), operation.route()));
    text.append(operation.extension() ? " · beyond the specification\n\n" : "\n\n");
    text.append(operation.description()).append("\n\n");
    if (operation.path().id() != null || !operation.parameters().isEmpty()) {
      text.append("**Parameters**\n\n");
      PathTemplate.Id id = operation.path().id();
      if (id != null) {
        addParameter(
            id.name(), "in the path, " + words(id.type().schema()), id.description(), id.example());
      }
      operation.parameters().forEach(this::add);
      text.append('\n');
    }
    if (!operation.rules().isEmpty()) {
      text.append("**Rules**\n\n");
      for (Rule rule : operation.rules()) {
        text.append(
            "- `%s`: %s (`%s`)\n"
                .formatted(rule.parameter(), rule.message(), rule.reason().code()));
      }
      text.append('\n');
    }
    addAnswer(operation);
  }

  private void add(QueryParameter<?> parameter) {
    String kind = (parameter.required() ? "required, " : "") + words(parameter.type().schema());
    if (parameter.fallback() != null) {
      kind += "; without it `" + parameter.fallback().toString().replaceFirst("\\.0$", "") + "`";
    }
    if (!parameter.needs().isEmpty()) {
      kind += parameter.needs().stream().collect(joining("`, `", "; only with `", "`"));
    }
    addParameter(parameter.name(), kind, parameter.description(), parameter.example());
  }

  private void addParameter(String name, String kind, String description, String example) {
    text.append(
        "- **`%s`** (%s): %s  \n  Example: `%s`\n".formatted(name, kind, description, example));
  }

  private void addAnswer(Operation operation) {
    RecordType type = operation.answer().type();
    types.add(type);
    RecordType details = DetailTypes.of(type);
    String beside = "";
    if (details != null) {
      types.add(details);
      beside = " and with `include=details` in `details` (" + link(details) + ")";
    }
    text.append("**Answer**\n\n");
    text.append(
        switch (operation.answer()) {
          case Operation.Answer.ListOf(_, var other) ->
              "Records in `data` (%s)%s, [Pagination](#pagination), "
                      .formatted(link(type), other == null ? beside : either(other))
                  + FRESHNESS;
          case Operation.Answer.One _ ->
              "A record in `data` (" + link(type) + ")" + beside + ", " + FRESHNESS;
          case Operation.Answer.File _ -> "The bytes of a file (" + link(type) + ")";
        });
    text.append(
        operation.types().stream()
            .map(form -> form.hasRows() ? rows(operation, form) : "`" + form.text() + "`")
            .collect(joining(", ", ", as ", ".\n")));
    text.append(
        Refusals.errors(operation).stream()
            .map(ErrorType::status)
            .distinct()
            .map(String::valueOf)
            .collect(
                joining(", ", "Errors: ", "; the [guide](/docs/guide#errors) says when.\n\n")));
    String target = target(operation);
    if (!KEY_NEEDED.contains(operation)) {
      text.append(
          "**Example**: [%s](%1$s); the port of operations answers without a key.\n\n"
              .formatted(target));
    }
    text.append("```\ncurl -H \"Authorization: Bearer $MARQUEE_KEY\" \\\n  \"$MARQUEE_URL");
    text.append(target).append("\"\n```\n\n");
    Optional<Object> answer = recorded.answer(operation, MediaType.JSON);
    answer.ifPresent(body ->
        text.append("```json\n").append(RecordedAnswers.shortened(body)).append("\n```\n\n"));
  }

  private String either(Operation.OtherOrder other) {
    types.add(other.type());
    inside(other.beside().schema()).forEach(types::add);
    return " or (%s), then `%s` (%s)"
        .formatted(link(other.type()), other.beside().name(), words(other.beside().schema()));
  }

  private static String rows(Operation operation, MediaType form) {
    String name = form == MediaType.CSV ? ".csv" : ".ndjson";
    return "`%s` (`%s%s`, where `all=true` asks for the whole list)"
        .formatted(form.text(), operation.route(), name);
  }

  /// An example of a request, with what is required.
  private static String target(Operation operation) {
    PathTemplate.Id id = operation.path().id();
    String path =
        id == null
            ? operation.route()
            : operation.route().replace("{" + id.name() + "}", id.example());
    return operation.parameters().stream()
        .filter(each -> each.required() || isPlaceOfProgramme(operation, each))
        .map(each -> each.name() + "=" + URLEncoder.encode(each.example(), StandardCharsets.UTF_8))
        .reduce((one, other) -> one + "&" + other)
        .map(query -> path + "?" + query)
        .orElse(path);
  }

  /// The programme needs a place, and takes one in several ways.
  private static boolean isPlaceOfProgramme(Operation operation, QueryParameter<?> parameter) {
    return operation.equals(ListProgramme.OPERATION) && parameter.name().equals("postcode");
  }

  private void collect(RecordType type) {
    types.add(type);
    for (Member member : type.members()) {
      inside(member.schema()).filter(inner -> !types.contains(inner)).forEach(this::collect);
    }
  }

  private static Stream<RecordType> inside(Schema<?> schema) {
    return switch (schema) {
      case Schema.Nested(var type) -> Stream.of(type);
      case Schema.OneNested(var several) -> several.stream();
      case Schema.ListOf<?>(var items, _) -> inside(items);
      case Schema.OrNull<?>(var value) -> inside(value);
      default -> Stream.of();
    };
  }

  private void add(RecordType type) {
    text.append("### %s\n\n%s\n\n".formatted(type.name(), type.description()));
    for (Member member : type.members()) {
      text.append(
          "- **`%s`** (%s%s): %s\n"
              .formatted(
                  member.name(),
                  member.required() ? "*always*, " : "",
                  words(member.schema()),
                  member.description()));
    }
    text.append('\n');
  }

  private static String link(RecordType type) {
    return "[%s](#%s)".formatted(type.name(), type.name().toLowerCase(Locale.ROOT));
  }

  /// A type in a few words.
  private static String words(Schema<?> schema) {
    return switch (schema) {
      case Schema.Text(var length) when length.least() == length.most() ->
          "text of %d characters".formatted(length.most());
      case Schema.Text(var length) ->
          "text of %d to %d characters".formatted(length.least(), length.most());
      case Schema.Matching(var pattern) -> "text like `" + pattern.pattern() + "`";
      case Schema.OneOf(var values) -> "one of " + codes(values);
      case Schema.Growing(var values) -> "one of " + codes(values) + "; others may be added";
      case Schema.CommaSeparated(var items) -> words(items) + "; several with commas between";
      case Schema.DateTime() -> "date and time with offset";
      case Schema.CalendarDate() -> "date";
      case Schema.Uri() -> "address";
      case Schema.Whole(var range) when range.most() == Integer.MAX_VALUE ->
          "whole number from %d".formatted(range.least());
      case Schema.Whole(var range) ->
          "whole number from %d to %d".formatted(range.least(), range.most());
      case Schema.Count() -> "whole number from 0";
      case Schema.Decimal(var range) ->
          "number from %d to %d".formatted(range.least(), range.most());
      case Schema.Flag() -> "`true` or `false`";
      case Schema.OrNull<?>(var value) -> words(value) + ", or null";
      case Schema.ListOf<?>(var items, _) -> "list of " + words(items);
      case Schema.Nested(var type) -> link(type);
      case Schema.OneNested(var several) ->
          several.stream().map(ReferenceWriter::link).collect(joining(" or "));
    };
  }

  private static String codes(List<String> values) {
    return values.stream().collect(joining("`, `", "`", "`"));
  }
}
