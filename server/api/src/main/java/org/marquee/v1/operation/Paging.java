package org.marquee.v1.operation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Position;
import org.marquee.listing.Sha256;
import org.marquee.v1.cursor.Cursor;
import org.marquee.v1.declaration.ParameterType;
import org.marquee.v1.declaration.ParameterType.CommaSeparated.Element;
import org.marquee.v1.declaration.QueryParameter;
import org.marquee.v1.declaration.Question;
import org.marquee.v1.declaration.Reason;
import org.marquee.v1.declaration.RequestParameters;
import org.marquee.v1.declaration.Rule;
import org.marquee.v1.declaration.Schema;

/// The two parameters that every list has (docs/api.md, "Pages and cursors"), and the place in a
/// list that they name.
public final class Paging {
  /// How many records a page has by default.
  public static final int USUAL_LIMIT = 25;

  static final QueryParameter<Integer> LIMIT =
      QueryParameter.optional(
              "limit",
              new ParameterType.Whole(Position.PAGE),
              "50",
              "How many records a page has at most. It may change from page to page.")
          .orElse(USUAL_LIMIT);

  /// Asks for details. It is not a filter: the same cursor works with and without it.
  public static final QueryParameter<Set<String>> INCLUDE =
      QueryParameter.optional(
              "include",
              new ParameterType.CommaSeparated<>(
                  "names",
                  new Element<>(
                      new Schema.OneOf(List.of("details")),
                      name -> Optional.of(name).filter("details"::equals),
                      Reason.UNKNOWN_VALUE,
                      "the only one is details"),
                  1),
              "details",
              "With `details`: further facts about the records, in members of their own. Not a filter:"
                  + " the same cursor works with and without it.")
          .asExtension();

  static final Rule SAME_LIST =
      new Rule(
          "cursor", Reason.CURSOR_MISMATCH, "the cursor belongs to another list or other filters");

  /// Filters together, in characters: enough for most requests.
  private static final int USUAL_LENGTH = 192;

  private Paging() {}

  /// The parameter `cursor` of a list.
  ///
  /// @param example the cursor behind a record, for requests with no other filter than the examples
  ///   of those required
  static QueryParameter<Cursor> cursor(Cursor example) {
    return QueryParameter.optional(
        "cursor",
        new ParameterType.Form<>(
            SharedTypes.CURSOR,
            "pass pagination.nextCursor of the page before, unchanged",
            sent -> Cursor.read(sent.text())),
        example.write(),
        "Where the page begins: `pagination.nextCursor` of the page before, with the same filters."
            + " The first page has none. A cursor never expires.");
  }

  /// Whether a request asks for details.
  static boolean details(RequestParameters given) {
    return given.takes(INCLUDE) && given.get(INCLUDE) != null;
  }

  /// The place in a list that a request asks for.
  ///
  /// @param order what positions in the list are made of
  /// @param fingerprint of the list and the filters given
  static Question.PagePlace place(
      RequestParameters given,
      QueryParameter<Cursor> cursor,
      Class<? extends Position> order,
      long fingerprint) {
    return place(given, LIMIT, cursor, order::isInstance, fingerprint);
  }

  /// The place of a page in a list with a limit of its own.
  ///
  /// @param order whether a position is one of the list
  static Question.PagePlace place(
      RequestParameters given,
      QueryParameter<Integer> limit,
      QueryParameter<Cursor> cursor,
      Predicate<Position> order,
      long fingerprint) {
    return new Question.PagePlace(
        fingerprint,
        after(given, limit, given.get(cursor), order, fingerprint),
        given.orElse(limit),
        details(given));
  }

  private static @Nullable Position after(
      RequestParameters given,
      QueryParameter<Integer> limit,
      @Nullable Cursor cursor,
      Predicate<Position> order,
      long fingerprint) {
    if (cursor == null) {
      return null;
    }
    boolean belongs = cursor.fingerprint() == fingerprint && order.test(cursor.position());
    if (!belongs && given.violations().areOnlyOf(limit)) {
      // Where a filter is faulty, nobody knows which list the cursor should belong to.
      given.refuse(SAME_LIST);
    }
    return belongs ? cursor.position() : null;
  }

  /// What identifies a list and its filters in a cursor. Callers keep cursors, so it never changes.
  ///
  /// @param filters in a fixed order; null where one is not given
  static long fingerprint(String list, @Nullable String... filters) {
    StringBuilder all = new StringBuilder(USUAL_LENGTH).append(list);
    for (String filter : filters) {
      all.append('\0');
      if (filter != null) {
        all.append('=').append(filter);
      }
    }
    return ByteBuffer.wrap(Sha256.of(all.toString().getBytes(UTF_8))).getLong();
  }
}
