package org.marquee.store.reconcile.link;

import static java.util.stream.Collectors.joining;

import org.marquee.detail.Detail;
import org.marquee.detail.Detail.Joined;
import org.marquee.store.record.RecordTable;

/// SQL of the details that are published of a record, from its source records `w` of providers `p`
/// together ([org.marquee.detail.PublishedDetails]).
final class JoinedDetails {
  private JoinedDetails() {}

  static String of(RecordTable<?> table) {
    String united =
        Detail.of(table.kind()).stream()
            .filter(detail -> detail.joined() == Joined.UNITED)
            .map(Detail::member)
            .collect(joining(","));
    return """
    joined_details(array_agg(said_details(w) order by %1$s) filter (where said_details(w) is not null),
      array_agg(p.name order by %1$s) filter (where said_details(w) is not null),
      (array_agg(p.name order by %1$s))[1], '{%2$s}') as details\
    """
        .formatted(table.order(), united);
  }
}
