package org.marquee.coverage;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.Coverage.Reason;
import org.marquee.coverage.Coverage.State;
import org.marquee.coverage.SourceStatement.Trouble;

/// The time that a source covers at one cinema, by the cinema's clock (docs/api.md, "Coverage").
///
/// @param first the beginning of that time; null where it covers none
/// @param last its end; null where it covers none
public record SourceSpan(
    SourceStatement statement, @Nullable Instant first, @Nullable Instant last) {

  /// The spans of all sources of a cinema, in their order.
  public static List<SourceSpan> of(List<SourceStatement> sources, ZoneId clock) {
    return sources.stream().map(source -> source.span(clock)).toList();
  }

  /// How much of a day it covers.
  ///
  /// @param begin when the day begins
  /// @param end when it ends
  Coverage coverage(Instant begin, Instant end, Instant now) {
    Instant observedAt = statement.observedAt();
    if (first == null || last == null || !end.isAfter(first)) {
      return new Coverage(State.UNKNOWN, Reason.NO_SOURCE, null, null, observedAt);
    }
    Trouble known = trouble(now);
    if (!last.isAfter(begin)) {
      // A programme that has run out is a matter of what keeps the next feed from coming.
      return known != null && !last.isAfter(now)
          ? new Coverage(State.UNKNOWN, known.reason(), known.since(), null, observedAt)
          : new Coverage(State.UNKNOWN, Reason.BEYOND_HORIZON, null, last, observedAt);
    }
    if (last.isBefore(end)) {
      return new Coverage(State.PARTIAL, Reason.BEYOND_HORIZON, null, last, observedAt);
    }
    if (first.isAfter(begin)) {
      return new Coverage(State.PARTIAL, Reason.NO_SOURCE, null, null, observedAt);
    }
    // Statements on days that had passed by then are not doubted.
    return known != null && known.since().isBefore(end)
        ? new Coverage(State.PARTIAL, known.reason(), known.since(), null, observedAt)
        : new Coverage(State.COMPLETE, null, null, null, observedAt);
  }

  /// The next instant after `now` at which the coverage of any day may change by itself.
  public Instant nextChange(Instant now) {
    Instant next = Instant.MAX;
    Instant late = late();
    if (late != null && late.isAfter(now)) {
      next = late;
    }
    return last != null && last.isAfter(now) && last.isBefore(next) ? last : next;
  }

  private @Nullable Trouble trouble(Instant now) {
    if (statement.trouble() != null) {
      return statement.trouble();
    }
    Instant late = late();
    return late != null && !now.isBefore(late) ? new Trouble(Reason.SOURCE_LATE, late) : null;
  }

  /// From when on it is late; null: it never is.
  private @Nullable Instant late() {
    return statement.lateAfter() == null
        ? null
        : statement.lastFeedAt().plus(statement.lateAfter());
  }
}
