package org.marquee.access;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// The plan of an organization, and when it holds (docs/api.md, "Access"): from `from`, up to but
/// not including `until`.
///
/// @param plan the name of a [Plan]
/// @param from whole microseconds; finer digits are cut
/// @param until later than `from`, whole microseconds; absent where no end was agreed
public record Entitlement(String plan, Instant from, @Nullable Instant until) {
  public Entitlement {
    from = from.truncatedTo(ChronoUnit.MICROS);
    until = until == null ? null : until.truncatedTo(ChronoUnit.MICROS);
    if (until != null && !until.isAfter(from)) {
      throw new IllegalArgumentException("an entitlement must end after it starts");
    }
  }

  /// Whether it holds at `now`: it has started and has not ended.
  public boolean isActive(Instant now) {
    return !now.isBefore(from) && (until == null || now.isBefore(until));
  }
}
