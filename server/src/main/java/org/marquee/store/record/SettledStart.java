package org.marquee.store.record;

import java.time.Instant;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/// A start as far as it can be settled.
///
/// @param instant null while a local time has no zone
/// @param offsetMinutes the cinema's offset then, or the one that was written where no zone is
///   known
/// @param zone the number of the zone that was used; null: none is known
/// @param clockChange what the clock change did to a local time; null: nothing
public record SettledStart(
    @Nullable Instant instant,
    @Nullable Integer offsetMinutes,
    @Nullable Integer writtenOffset,
    @Nullable LocalDateTime local,
    @Nullable Integer zone,
    @Nullable Integer clockChange) {}
