package org.marquee.listing;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// A walk through the pages of a programme: how it began, and where a page goes on.
///
/// @param today what is today; null where a date was asked for
/// @param asOf decides on every page which day is today, and which showtimes were ahead when the
///   walk began
/// @param after where the page before ended; null on the first page
public record ProgrammeWalk(
    ProgrammeQuery query, @Nullable Today today, Instant asOf, @Nullable Position after) {
  /// The walk that a page belongs to.
  ///
  /// @param after as the cursor has it; null on the first page
  public static ProgrammeWalk of(
      ProgrammeQuery query, @Nullable Today today, @Nullable Position after, Instant now) {
    if (after instanceof Position.AsOf(Instant begun, Position place)) {
      return new ProgrammeWalk(query, today, begun, place);
    }
    Instant begun = today == null ? now : today.since();
    // By the minute, so that the cursor, and with it the tag, stays for a while.
    return new ProgrammeWalk(
        query, today, query.ordersAhead() ? now.truncatedTo(ChronoUnit.MINUTES) : begun, after);
  }

  /// The earliest start that counts on a day that begins at `start`: by film also of showtimes that
  /// have begun since the walk did, so that no film changes its place and comes twice.
  public Instant earliest(Instant start, Instant now) {
    return query.earliestListed(start, query.byFilm() ? asOf : now);
  }

  /// The position that the next page begins with.
  ///
  /// @param last of this page
  public Position next(Position last) {
    return query.holdsBeginning() ? new Position.AsOf(asOf, last) : last;
  }

  /// When other days may be today, which matters on the first page.
  public Instant expires() {
    return today == null || after != null ? Instant.MAX : today.until();
  }
}
