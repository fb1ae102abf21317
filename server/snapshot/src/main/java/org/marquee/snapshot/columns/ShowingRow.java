package org.marquee.snapshot.columns;

/// A showtime of a cinema, in numbers of the snapshot.
///
/// @param start in microseconds
/// @param film by [org.marquee.snapshot.record.Dictionary]
/// @param place in the [org.marquee.snapshot.record.ShowtimeStore]
public record ShowingRow(long start, int film, int place) {}
