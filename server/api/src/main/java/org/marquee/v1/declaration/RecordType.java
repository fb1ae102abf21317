package org.marquee.v1.declaration;

import java.util.List;

/// A JSON object of the interface (docs/api.md, "Records"): a record, or a part of one or of an
/// answer.
///
/// @param name as documents call it: `Showtime`
/// @param description for callers, in Markdown
public record RecordType(String name, String description, List<Member> members) {
  public RecordType {
    members = List.copyOf(members);
  }

  public RecordType(String name, String description, Member... members) {
    this(name, description, List.of(members));
  }
}
