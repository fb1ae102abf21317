package org.marquee.snapshot.columns;

/// Where in (start, id) a page ended.
///
/// @param start in microseconds
/// @param id of a showtime, in ASCII
@SuppressWarnings("ArrayRecordComponent") // compared by its order alone
public record StartAndId(long start, byte[] id) {}
