package org.marquee.v1.operation;

import static org.marquee.v1.declaration.Member.optional;
import static org.marquee.v1.declaration.Member.required;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.marquee.http.message.ErrorBody;
import org.marquee.listing.Bounds;
import org.marquee.listing.Position;
import org.marquee.listing.Provenance;
import org.marquee.v1.cursor.Cursor;
import org.marquee.v1.declaration.ErrorType;
import org.marquee.v1.declaration.Member;
import org.marquee.v1.declaration.Reason;
import org.marquee.v1.declaration.RecordType;
import org.marquee.v1.declaration.Schema;
import org.marquee.v1.declaration.Violations;

/// The objects that records and answers share (docs/api.md, "Records", "Envelopes" and "Errors").
public final class SharedTypes {
  /// The longest message to developers (docs/api.md, "Errors").
  private static final int MOST_CHARACTERS = 300;

  static final Schema<String> CURSOR =
      new Schema.Matching(Pattern.compile("[A-Za-z0-9_-]{1," + Cursor.LONGEST + "}"));

  /// Where a record came from.
  static final RecordType PROVENANCE =
      new RecordType(
          "Provenance",
          "Where a record came from. Of several providers that list the same thing, it names the"
              + " one whose fields are shown.",
          required(
              "observedAt",
              new Schema.DateTime(),
              Examples.OBSERVED,
              "When the feed that last confirmed the record was taken, even if the record did not"
                  + " change. In UTC."),
          optional(
              "sourceUpdatedAt",
              new Schema.DateTime(),
              "2026-11-19T16:20:00Z",
              "When the source says that it last changed the record. In UTC."),
          required(
              "provider",
              new Schema.Text(Provenance.PROVIDER_LENGTH),
              "demo",
              "The provider that published the record."),
          required(
              "externalId",
              new Schema.Text(Provenance.EXTERNAL_ID_LENGTH),
              "penny-saltmarch-1/2026-11-27/1340",
              "The provider's own id of the record."));

  /// How old an answer is.
  public static final RecordType FRESHNESS =
      new RecordType(
          "Freshness",
          "How old the answer is: no record in it was observed earlier.",
          required(
              "observedAt",
              new Schema.DateTime(),
              Examples.OBSERVED,
              "The oldest `observedAt` of the records in the answer. For an empty list, when the"
                  + " cinema that was asked for was last observed, or else any record of this kind."
                  + " In UTC."),
          optional(
              "sourceUpdatedAt",
              new Schema.DateTime(),
              "2026-11-19T16:20:00Z",
              "The oldest `sourceUpdatedAt` of the records in the answer, where all of them have"
                  + " one. In UTC."));

  /// Where a list goes on.
  public static final RecordType PAGINATION =
      new RecordType(
          "Pagination",
          "Where the list goes on. There are no counts of all records.",
          required(
              "nextCursor",
              new Schema.OrNull<>(CURSOR),
              new Cursor(0, new Position.ByName("penny lantern saltmarch bay", Examples.CINEMA_ID))
                  .write(),
              "The value to pass as `cursor` for the next page; null on the last page."),
          required(
              "hasMore", new Schema.Flag(), true, "Whether there is a next page. It is exact."));

  private static final RecordType VIOLATION =
      new RecordType(
          "Violation",
          "One fault of a request.",
          required(
              "parameter",
              new Schema.Text(new Bounds(0, MOST_CHARACTERS)),
              "limit",
              "The name of the parameter, as it was sent; a long unknown name is cut."),
          required(
              "reason",
              new Schema.Growing(Arrays.stream(Reason.values()).map(Reason::code).toList()),
              "too_large",
              "Why it is not acceptable, for programs. Further reasons may be added."),
          required(
              "message",
              new Schema.Text(new Bounds(1, MOST_CHARACTERS)),
              "at most 100",
              "What is wrong, or what would be right, for developers. It may change."));

  private static final RecordType ERROR_DETAILS =
      new RecordType(
          "ErrorDetails",
          "What else is known of an error.",
          optional(
              "violations",
              new Schema.ListOf<>(new Schema.Nested(VIOLATION), Violations.MOST),
              null,
              "Every fault of a request that was refused with 400."),
          optional(
              "retryAfterSeconds",
              new Schema.Whole(new Bounds(1, Integer.MAX_VALUE)),
              1,
              "In how many seconds a request that was refused with 429 may be sent again."),
          optional(
              "reason",
              new Schema.Growing(List.of("cursor_expired")),
              "cursor_expired",
              "Why a request for changes was refused with 410. Further reasons may be added."));

  /// What is in `error` of every answer of 400 and above.
  public static final RecordType ERROR =
      new RecordType(
          "ErrorBody",
          "Why a request was not answered.",
          required(
              "code",
              new Schema.OneOf(
                  Arrays.stream(ErrorType.values()).map(ErrorType::code).distinct().toList()),
              ErrorType.INVALID_REQUEST.code(),
              "What kind of error it is, for programs."),
          required(
              "message",
              new Schema.Text(new Bounds(1, MOST_CHARACTERS)),
              "limit: at most 100",
              "What is wrong, for developers. It may change."),
          optional(
              "requestId",
              new Schema.Text(new Bounds(1, ErrorBody.LONGEST_REQUEST_ID)),
              "5oxvh2cio4owol25hmgh",
              "The request's id, also in the header `X-Request-Id`. The operator finds the request"
                  + " by it."),
          Member.optionalNested("details", ERROR_DETAILS, "What else is known of the error."));

  private SharedTypes() {}
}
