package org.marquee.v1.operation;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Bounds;
import org.marquee.listing.Kind;
import org.marquee.v1.cursor.ChangeCursor;
import org.marquee.v1.declaration.ErrorType;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.ParameterType;
import org.marquee.v1.declaration.ParameterType.CommaSeparated.Element;
import org.marquee.v1.declaration.PathTemplate;
import org.marquee.v1.declaration.QueryParameter;
import org.marquee.v1.declaration.Question;
import org.marquee.v1.declaration.Reason;
import org.marquee.v1.declaration.RequestParameters;
import org.marquee.v1.declaration.Violation;

/// "Follow changes" (docs/api.md, "Follow changes").
public final class ListChanges {
  static final QueryParameter<ChangeCursor> SINCE =
      QueryParameter.required(
          "since",
          new ParameterType.Form<>(
              SharedTypes.CURSOR,
              "pass pagination.nextCursor of the page before, unchanged, or now",
              sent -> ChangeCursor.read(sent.text())),
          "now",
          "Where to go on: `pagination.nextCursor` of the page before, or `now` for what comes next."
              + " For server-sent events, the header `Last-Event-ID` counts instead where it is"
              + " sent.");

  private static final QueryParameter<Set<Kind>> KINDS =
      QueryParameter.optional(
          "kinds",
          new ParameterType.CommaSeparated<>(
              "kinds",
              new Element<>(
                  ChangeType.KIND,
                  Kind::find,
                  Reason.UNKNOWN_VALUE,
                  "the kinds are showtime, film, cinema, chain and screen"),
              Kind.values().length),
          "film,showtime",
          "Only changes of records of these kinds. Without it, of all kinds.");

  private static final Set<Kind> ALL_KINDS = Collections.unmodifiableSet(EnumSet.allOf(Kind.class));

  private static final QueryParameter<Integer> LIMIT =
      QueryParameter.optional(
              "limit",
              new ParameterType.Whole(new Bounds(1, 1000)),
              "500",
              "How many changes a page has at most. It may change from page to page.")
          .orElse(100);

  private static final QueryParameter<Integer> WAIT =
      QueryParameter.optional(
              "wait",
              new ParameterType.Whole(new Bounds(0, 30)),
              "20",
              "For how many seconds to wait for a change if there is none yet.")
          .orElse(0);

  /// Its declaration.
  public static final Operation OPERATION =
      new Operation(
              "listChanges",
              "Follow changes",
              "Lists what became different, in the order in which it did: commit by commit, and so"
                  + " that no record refers to one that was not listed before. A change of"
                  + " `observedAt` alone is none. With `Accept: text/event-stream` the changes come"
                  + " as server-sent events. To begin, call it with `since=now`, then read the lists,"
                  + " then go on with the cursor.",
              true,
              PathTemplate.of("/v1/changes"),
              List.of(SINCE, KINDS, LIMIT, WAIT, Paging.INCLUDE),
              List.of(),
              new Operation.Answer.ListOf(ChangeType.CHANGE),
              ListChanges::question)
          .offering(MediaType.EVENT_STREAM)
          .failingWith(ErrorType.CURSOR_EXPIRED);

  /// What is wrong with a header `Last-Event-ID` that is not the id of one of our events.
  public static final List<Violation> NO_SUCH_EVENT =
      List.of(
          new Violation(
              "Last-Event-ID",
              Reason.MALFORMED,
              "send the id of the last event, unchanged, or leave the header out"));

  private ListChanges() {}

  private static @Nullable Question question(RequestParameters given) {
    ChangeCursor since = given.get(SINCE);
    Set<Kind> kinds = given.get(KINDS);
    return since == null
        ? null
        : new Question.Changes(
            since.position(),
            kinds == null ? ALL_KINDS : kinds,
            given.orElse(LIMIT),
            given.orElse(WAIT),
            Paging.details(given));
  }
}
