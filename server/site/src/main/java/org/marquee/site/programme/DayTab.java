package org.marquee.site.programme;

import java.time.LocalDate;
import org.marquee.coverage.Coverage;

/// A day at a glance: how many showings it has, and a link to it.
///
/// @param state of what is known about the day
public record DayTab(
    LocalDate date, int showings, Coverage.State state, String link, boolean selected) {}
