package org.marquee.store.reconcile.link;

import static java.util.stream.Collectors.joining;

import org.marquee.detail.Detail;
import org.marquee.detail.Detail.Joined;
import org.marquee.listing.Kind;
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
    joined_details(array_agg(%3$s order by %1$s) filter (where %3$s is not null),
      array_agg(p.name order by %1$s) filter (where %3$s is not null),
      (array_agg(p.name order by %1$s))[1], '{%2$s}') as details\
    """
        .formatted(table.order(), united, said(table.kind()));
  }

  /// SQL of what the source record `w` says. The call for a film takes as long as reading a hundred
  /// of them, and few have what needs it: so the first question of the function is asked here too.
  private static String said(Kind kind) {
    return kind == Kind.FILM
        ? "(case when coalesce(w.titles, w.original_title, w.directors) is null then w.details else said_details(w) end)"
        : "said_details(w)";
  }
}
