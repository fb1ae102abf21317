package org.marquee.v1.operation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.marquee.v1.declaration.ErrorType;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.ParameterType;
import org.marquee.v1.declaration.PathTemplate;
import org.marquee.v1.declaration.QueryParameter;
import org.marquee.v1.declaration.Question;
import org.marquee.v1.declaration.Reason;
import org.marquee.v1.declaration.RequestParameters;
import org.marquee.v1.declaration.Rule;

/// The lists as rows: for each list an operation in CSV and one in lines of JSON, at the list's
/// path with the form behind it (docs/api.md, "CSV and lines of JSON"). A caller who chooses such a
/// form by `Accept` asks the same operation.
public final class RowOperations {
  static final QueryParameter<Boolean> ALL_PAGES =
      QueryParameter.optional(
              "all",
              ParameterType.FLAG,
              "false",
              "`true` for the whole list in one answer, streamed; not with `limit` and `cursor`."
                  + " Only for plans that include it.")
          .orElse(false);

  /// What a form is called in paths and ids.
  private static final Map<MediaType, String> NAMES =
      Map.of(MediaType.CSV, "csv", MediaType.NDJSON, "ndjson");

  /// All of them, in the order of the lists.
  public static final List<Operation> ALL =
      Operations.ALL.stream()
          .flatMap(list ->
              list.types().stream().filter(MediaType::hasRows).map(form -> make(list, form)))
          .toList();

  private static final Map<String, Operation> BY_PATH =
      ALL.stream().collect(Collectors.toMap(Operation::route, Function.identity()));

  private RowOperations() {}

  /// The operation that a request to `operation` asks where it chose `form`.
  public static Operation of(Operation operation, MediaType form) {
    return form.hasRows() && operation.types().size() > 1
        ? Objects.requireNonNull(BY_PATH.get(path(operation, form)))
        : operation;
  }

  private static String path(Operation list, MediaType form) {
    return list.route() + "." + NAMES.get(form);
  }

  private static Operation make(Operation list, MediaType form) {
    List<QueryParameter<?>> parameters = new ArrayList<>(list.parameters());
    parameters.add(ALL_PAGES);
    List<Rule> rules = new ArrayList<>(list.rules());
    List<Rule> pages =
        list.parameters().stream()
            .filter(each -> isOfPage(each))
            .map(each -> notWithAll(each))
            .toList();
    rules.addAll(pages);
    boolean csv = form == MediaType.CSV;
    return new Operation(
            list.id() + (csv ? "AsCsv" : "AsNdjson"),
            list.summary() + (csv ? " as CSV" : " as lines of JSON"),
            list.description()
                + (csv
                    ? " The records of the page as CSV (RFC 4180): a header row, then a row for each."
                        + " The columns are the members; those of nested objects are joined by dots."
                    : " The records of the page as lines of JSON, the same bytes as in `data`.")
                + " The field `Link` has the next page.",
            true,
            PathTemplate.of(path(list, form)),
            parameters,
            rules,
            list.answer(),
            given -> question(given, list, pages))
        .answeringIn(form)
        .failingWith(ErrorType.NOT_IN_PLAN);
  }

  private static boolean isOfPage(QueryParameter<?> parameter) {
    return parameter.name().equals("limit") || parameter.name().equals("cursor");
  }

  private static Rule notWithAll(QueryParameter<?> parameter) {
    return new Rule(
        parameter.name(),
        Reason.NOT_ALLOWED_TOGETHER,
        parameter.name() + " is for pages: leave it out with all=true");
  }

  private static @Nullable Question question(
      RequestParameters given, Operation list, List<Rule> pages) {
    Question question = list.reader().apply(given);
    if (!given.orElse(ALL_PAGES)) {
      return question;
    }
    pages.stream().filter(rule -> given.has(rule.parameter())).forEach(given::refuse);
    return question == null ? null : new Question.Whole((Question.OfList) question);
  }
}
