package org.marquee.feed.time;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.marquee.notice.Code;

/// The instant of a local start time, with what a clock change does to it (docs/feeds.md, "Times").
///
/// @param change `START_TIME_AMBIGUOUS` where the time is repeated: the earlier of the two instants
///   counts; `START_TIME_SKIPPED` where it is skipped: it is moved forward by the gap. Null where
///   the wall clock shows the time once
public record StartTime(Instant instant, @Nullable Code change) {
  /// Settles `local` on the wall clocks of `zone`.
  public static StartTime at(LocalDateTime local, ZoneId zone) {
    Code change =
        switch (zone.getRules().getValidOffsets(local).size()) {
          case 0 -> Code.START_TIME_SKIPPED;
          case 1 -> null;
          default -> Code.START_TIME_AMBIGUOUS;
        };
    return new StartTime(local.atZone(zone).toInstant(), change);
  }

  /// The offset of `zone` at `instant` in whole minutes, east positive; before 1972 some zones had
  /// seconds, which no date-time can be written with.
  public static int offsetMinutes(Instant instant, ZoneId zone) {
    return Math.floorDiv(zone.getRules().getOffset(instant).getTotalSeconds(), 60);
  }
}
