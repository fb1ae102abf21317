package org.marquee.feed;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.List;

/// The instant of a local start time, with what a clock change does to it (docs/feeds.md, "Times").
public sealed interface StartTime {
  /// The instant that was settled on.
  Instant instant();

  /// The wall clock shows the time once.
  record Read(Instant instant) implements StartTime {}

  /// The clock change repeats the time; the earlier of the two instants counts.
  record Ambiguous(Instant instant) implements StartTime {}

  /// The clock change skips the time; it is moved forward by the gap.
  record Skipped(Instant instant) implements StartTime {}

  /// Settles `local` on the wall clocks of `zone`.
  static StartTime at(LocalDateTime local, ZoneId zone) {
    ZoneRules rules = zone.getRules();
    List<ZoneOffset> offsets = rules.getValidOffsets(local);
    if (offsets.size() == 1) {
      return new Read(local.toInstant(offsets.getFirst()));
    }
    if (offsets.isEmpty()) {
      ZoneOffsetTransition gap = rules.getTransition(local);
      return new Skipped(local.toInstant(gap.getOffsetBefore()));
    }
    return new Ambiguous(local.toInstant(offsets.getFirst()));
  }

  /// The offset of `zone` at `instant` in whole minutes, east positive; before 1972 some zones had
  /// seconds, which no date-time can be written with.
  static int offsetMinutes(Instant instant, ZoneId zone) {
    return Math.floorDiv(zone.getRules().getOffset(instant).getTotalSeconds(), 60);
  }
}
