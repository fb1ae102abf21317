package org.marquee.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toCollection;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.contract.ValueSchema;
import org.marquee.json.JsonObject;
import org.marquee.json.JsonTree;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.Place;
import org.marquee.page.json.JsonRecordEncoder;
import org.marquee.v1.Answers;
import org.marquee.v1.Answers.Outcome;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.PathTemplate;
import org.marquee.v1.declaration.QueryParameter;
import org.marquee.v1.declaration.Schema;
import org.marquee.v1.declaration.Violation;

/// An operation of the interface as a tool: the same parameters, and a shorter answer.
final class OperationTool implements Tool {
  /// In characters. An answer that is longer is asked for again with fewer records.
  private static final int LONGEST = 25_000;

  private static final String PLACE = "place";

  /// How many other places with the name an answer has at most.
  private static final int OTHER_PLACES = 5;

  /// Words for parameters whose own are about HTTP.
  private static final Map<String, String> DESCRIPTIONS =
      Map.of(
          "cursor",
          "`nextCursor` of the answer before, unchanged, with the same other arguments. The first"
              + " page has none.",
          "since",
          "Where to go on: `nextCursor` of the answer before, unchanged, or `now` to begin.",
          "attributeIds",
          "Only showtimes that have all of these attributes.",
          PLACE,
          "A town, a district or a postcode by its name, such as Karlsruhe, or the id of a place from"
              + " an answer before. It is the centre. Not with other places.");

  private final Declaration declaration;
  private final Operation operation;
  private final Size size;
  private final Set<String> leftOut;
  private final Answers answers;
  private final Set<String> names;
  private final Set<String> lists;

  /// How many records an answer has.
  ///
  /// @param usual by default
  /// @param most may be asked for; 0 where the operation answers with one record
  record Size(int usual, int most) {
    /// One record.
    static final Size ONE = new Size(0, 0);
  }

  /// What a tool has besides its operation.
  ///
  /// @param hidden parameters that it does not take
  /// @param leftOut members of records that are left out
  record Look(
      String name,
      String title,
      String description,
      Size size,
      Set<String> hidden,
      Set<String> leftOut) {}

  OperationTool(Operation operation, Look look, Answers answers) {
    this.operation = operation;
    this.answers = answers;
    size = look.size();
    leftOut = look.leftOut();
    List<QueryParameter<?>> parameters = new ArrayList<>(operation.parameters());
    parameters.removeIf(parameter -> look.hidden().contains(parameter.name()));
    declaration =
        new Declaration(look.name(), look.title(), look.description(), schema(parameters));
    lists =
        parameters.stream()
            .filter(parameter -> parameter.type().schema() instanceof Schema.CommaSeparated)
            .map(QueryParameter::name)
            .collect(toCollection(LinkedHashSet::new));
    names = parameters.stream().map(QueryParameter::name).collect(toCollection(LinkedHashSet::new));
    if (!idName().isEmpty()) {
      names.add(idName());
    }
  }

  /// The name of the id in the path; empty where there is none.
  private String idName() {
    PathTemplate.Id id = operation.path().id();
    return id == null ? "" : id.name();
  }

  private JsonObject schema(List<QueryParameter<?>> parameters) {
    JsonObject properties = new JsonObject();
    List<String> required = new ArrayList<>();
    PathTemplate.Id id = operation.path().id();
    if (id != null) {
      properties.with(
          id.name(), JsonObject.of("type", "string").with("description", id.description()));
      required.add(id.name());
    }
    for (QueryParameter<?> parameter : parameters) {
      properties.with(parameter.name(), schema(parameter));
      if (parameter.required()) {
        required.add(parameter.name());
      }
    }
    return Declaration.schema(properties, required);
  }

  private Map<String, Object> schema(QueryParameter<?> parameter) {
    Map<String, Object> schema = ValueSchema.of(parameter.type().schema()).tree();
    String own = DESCRIPTIONS.get(parameter.name());
    schema.put(
        "description",
        own == null ? parameter.description().replace(", separated by commas", "") : own);
    if (parameter.name().equals("limit")) {
      schema.put("maximum", size.most());
      schema.put("default", size.usual());
    } else if (parameter.fallback() != null) {
      schema.put("default", parameter.fallback());
    }
    return schema;
  }

  @Override
  public Declaration declaration() {
    return declaration;
  }

  @Override
  public Result call(Map<String, @Nullable Object> sent) {
    Arguments arguments = new Arguments(sent, names, lists);
    int limit = size.most() == 0 ? 0 : arguments.limit("limit", size.most(), size.usual());
    String id = idName().isEmpty() ? "" : arguments.get(idName());
    if (id == null) {
      arguments.require(idName());
    }
    String known = id == null ? "" : id;
    arguments.refuse(answers.violations(operation, known, arguments.query(limit, idName())));
    try {
      List<Place.Found> places = arguments.isAcceptable() ? places(arguments) : List.of();
      Result refusal = arguments.refusal();
      return refusal == null ? ask(arguments, known, limit, places) : refusal;
    } catch (ListingsUnavailable _) {
      return Result.UNAVAILABLE;
    }
  }

  /// Replaces the name of a place by the id of the best match. Returns all matches.
  private List<Place.Found> places(Arguments arguments) {
    String name = names.contains(PLACE) ? arguments.get(PLACE) : null;
    if (name == null || name.startsWith(Place.PREFIX)) {
      return List.of();
    }
    List<Place.Found> found = answers.searchPlaces(name, 1 + OTHER_PLACES);
    if (found.isEmpty()) {
      arguments.refuse(
          PLACE,
          "unknown_value",
          "no place has this name; give the town, a larger town nearby, or latitude and longitude");
    } else {
      arguments.replace(PLACE, found.getFirst().place().id());
    }
    return found;
  }

  /// A page with fewer records has the same cursors, so nothing is lost by asking for less.
  private Result ask(Arguments arguments, String id, int limit, List<Place.Found> places) {
    Outcome outcome = answers.answer(operation, id, arguments.query(limit, idName()));
    if (!(outcome instanceof Outcome.Answered(byte[] json))) {
      return failure(outcome, arguments);
    }
    JsonObject answer = ShortAnswer.of(json, leftOut);
    if (!places.isEmpty()) {
      answer
          .with(PLACE, written(places.getFirst()))
          .with("otherPlaces", places.stream().skip(1).map(OperationTool::written).toList());
    }
    String text = answer.toString();
    return text.length() <= LONGEST || limit <= 1
        ? new Result.Answer(text)
        : ask(arguments, id, Math.max(1, (int) ((long) limit * LONGEST / text.length())), places);
  }

  private static JsonTree.Written written(Place.Found found) {
    return new JsonTree.Written(new String(JsonRecordEncoder.write(found.place()), UTF_8));
  }

  /// The text for a question that has no answer.
  private static Result failure(Outcome outcome, Arguments arguments) {
    return switch (outcome) {
      case Outcome.Faulty(List<Violation> violations) -> arguments.refusal(violations);
      case Outcome.Missing() ->
          new Result.Failure(
              "No record has this id. Take ids from the answers of search_films, search_cinemas or"
                  + " whats_on, unchanged.");
      case Outcome.Expired() ->
          new Result.Failure(
              "The changes after this cursor are no longer available. Start again with"
                  + " since=now, and"
                  + " read the current listings with the other tools.");
      case Outcome.Unavailable() -> Result.UNAVAILABLE;
      case Outcome.Answered _ -> throw new IllegalArgumentException("it is answered");
    };
  }
}
