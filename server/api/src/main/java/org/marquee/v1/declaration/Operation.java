package org.marquee.v1.declaration;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.http.message.Parameter;
import org.marquee.http.message.Request;

/// The declaration of one operation: its documentation for callers, and how its requests are read
/// (docs/api.md, "Operations"). Requests are checked by it, and documents are written from it.
///
/// @param id for programs that are generated: `listShowtimes`
/// @param summary a few words for callers
/// @param description for callers, in Markdown
/// @param extension whether it goes beyond the specification (`x-extension` in the contract)
/// @param parameters at most 32 of the query, read in this order
/// @param rules what must hold between them
/// @param types the forms of its answers, the usual one first; `Accept` chooses (docs/api.md,
///   "Forms of an answer")
/// @param furtherErrors that a caller may get, beside those of every operation
/// @param reader makes the question of the parameters; null where one is missing that it needs
public record Operation(
    String id,
    String summary,
    String description,
    boolean extension,
    PathTemplate path,
    List<QueryParameter<?>> parameters,
    List<Rule> rules,
    Answer answer,
    List<MediaType> types,
    List<ErrorType> furtherErrors,
    Function<RequestParameters, @Nullable Question> reader) {

  public Operation {
    parameters = List.copyOf(parameters);
    rules = List.copyOf(rules);
    types = List.copyOf(types);
    furtherErrors = List.copyOf(furtherErrors);
  }

  /// An operation that answers in JSON only.
  public Operation(
      String id,
      String summary,
      String description,
      boolean extension,
      PathTemplate path,
      List<QueryParameter<?>> parameters,
      List<Rule> rules,
      Answer answer,
      Function<RequestParameters, @Nullable Question> reader) {
    this(
        id,
        summary,
        description,
        extension,
        path,
        parameters,
        rules,
        answer,
        List.of(MediaType.JSON),
        List.of(),
        reader);
  }

  /// This operation, whose answers a caller may have in other forms too.
  public Operation offering(MediaType... more) {
    List<MediaType> all = new ArrayList<>(types);
    all.addAll(List.of(more));
    return with(all, furtherErrors);
  }

  /// This operation, which answers in another form than JSON only.
  public Operation answeringIn(MediaType form) {
    return with(List.of(form), furtherErrors);
  }

  /// This operation, of which a caller may get further errors.
  public Operation failingWith(ErrorType... errors) {
    return with(types, List.of(errors));
  }

  private Operation with(List<MediaType> types, List<ErrorType> furtherErrors) {
    return new Operation(
        id,
        summary,
        description,
        extension,
        path,
        parameters,
        rules,
        answer,
        types,
        furtherErrors,
        reader);
  }

  /// What an answer of 200 has in `data`.
  public sealed interface Answer {
    /// The type of the records.
    public RecordType type();

    /// A page of records.
    ///
    /// @param other what a parameter asks for instead; null where there is none
    record ListOf(RecordType type, @Nullable OtherOrder other) implements Answer {
      public ListOf(RecordType type) {
        this(type, null);
      }
    }

    /// One record, or 404.
    record One(RecordType type) implements Answer {}

    /// The bytes of a file, or a part of them, or 404.
    ///
    /// @param type describes files of the usual form
    record File(RecordType type) implements Answer {}
  }

  /// The same in another order, which a parameter asks for.
  ///
  /// @param type of the records in `data`
  /// @param beside the list that then stands beside `data`
  public record OtherOrder(RecordType type, Member beside) {}

  /// What reading a request gave.
  public sealed interface ReadRequest {
    /// The request asks this.
    record Accepted(Question question) implements ReadRequest {}

    /// The request has faults, at least one.
    record FaultyRequest(List<Violation> violations) implements ReadRequest {}
  }

  /// The form in which a request is answered.
  public MediaType type(Request request) {
    return types.size() == 1
        ? types.getFirst()
        : Accept.choose(request.headers().all("Accept"), types);
  }

  /// What a request to this operation asks, or all of its faults.
  public ReadRequest read(Request request) {
    return read(request.path(), request.query());
  }

  /// Reads a request from a path and a query.
  ///
  /// @param path its last segment is the id, where the operation has one
  public ReadRequest read(List<String> path, List<Parameter> query) {
    RequestParameters given = new RequestParameters(this, path, query);
    Question question = reader.apply(given);
    return question != null && given.violations().isEmpty()
        ? new ReadRequest.Accepted(question)
        : new ReadRequest.FaultyRequest(given.violations().list());
  }

  /// The path, with its placeholder.
  public String route() {
    return path.text();
  }

  /// Which of [#parameters] has a name; -1 where none has it.
  public int indexOf(String name) {
    for (int at = 0; at < parameters.size(); at++) {
      if (parameters.get(at).name().equals(name)) {
        return at;
      }
    }
    return -1;
  }

  /// Its id, for messages.
  @Override
  public String toString() {
    return id;
  }
}
