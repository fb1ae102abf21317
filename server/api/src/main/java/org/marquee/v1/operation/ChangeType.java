package org.marquee.v1.operation;

import static org.marquee.v1.declaration.Member.required;

import java.util.Arrays;
import java.util.List;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;
import org.marquee.v1.declaration.Member;
import org.marquee.v1.declaration.RecordType;
import org.marquee.v1.declaration.Schema;

/// What the operation "Follow changes" answers with, member by member (docs/api.md, "Follow
/// changes").
final class ChangeType {
  static final Schema.OneOf KIND =
      new Schema.OneOf(Arrays.stream(Kind.values()).map(Kind::word).toList());

  static final RecordType CHANGE =
      new RecordType(
          "Change",
          "One record that became different, and how it is now.",
          required(
              "change",
              new Schema.Growing(List.of("upserted", "removed", "merged")),
              "upserted",
              "What became of the record. `upserted`: it is new or different. `removed`: it is gone. `merged`: it is"
                  + " gone, and another record answers for it. Further ones may be added."),
          required(
              "kind",
              new Schema.Growing(KIND.values()),
              "showtime",
              "What kind of record it is. Further kinds may be added."),
          required(
              "id", new Schema.Text(RecordId.LENGTH), Examples.SHOWTIME_ID, "The record's id."),
          Member.optional(
              "into",
              new Schema.Text(RecordId.LENGTH),
              null,
              "Where it was merged: the id of the record that answers for it."),
          required("at", new Schema.DateTime(), Examples.OBSERVED, "When it became so. In UTC."),
          new Member(
              "record",
              false,
              new Schema.OneNested(
                  List.of(
                      RecordTypes.SHOWTIME,
                      RecordTypes.FILM,
                      RecordTypes.CINEMA,
                      RecordTypes.CHAIN,
                      RecordTypes.SCREEN)),
              "The record as it is now, where it was upserted.",
              null),
          new Member(
              "details",
              false,
              new Schema.OneNested(
                  List.of(DetailTypes.SHOWTIME, DetailTypes.FILM, DetailTypes.CINEMA)),
              "With `include=details`: further facts about the showtime, film or cinema.",
              null));

  private ChangeType() {}
}
