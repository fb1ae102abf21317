package org.marquee.backup;

/// The state of a sequence of the database.
///
/// @param value the last one, or the first where there was none
/// @param called whether the value was given out
public record StoredSequence(String name, long value, boolean called) {}
