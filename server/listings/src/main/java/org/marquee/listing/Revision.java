package org.marquee.listing;

import java.util.UUID;

/// Which state of the data an answer was made from.
///
/// The number alone does not name a state: a replica that is promoted without the last transactions
/// gives their numbers out again (docs/decisions/0084). Compare whole revisions.
///
/// @param epoch changes when an operator gives the data a new one
/// @param number grows by one with each import that was committed, in commit order
/// @param mark random, made anew with each number
public record Revision(UUID epoch, long number, UUID mark) {}
