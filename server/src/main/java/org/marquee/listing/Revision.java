package org.marquee.listing;

import java.util.UUID;

/// Which state of the data an answer was made from.
///
/// @param epoch changes when a database is restored, so that numbers can never be compared across
///   that
/// @param number grows by one with each import that was committed, in commit order
public record Revision(UUID epoch, long number) {}
