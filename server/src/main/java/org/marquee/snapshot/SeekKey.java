package org.marquee.snapshot;

/// Where in (start, id) a page ended.
///
/// @param start in microseconds
/// @param id of a showtime, in ASCII
@SuppressWarnings("ArrayRecordComponent") // compared by its order alone
record SeekKey(long start, byte[] id) {}
