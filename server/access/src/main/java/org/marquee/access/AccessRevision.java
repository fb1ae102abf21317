package org.marquee.access;

import java.util.UUID;

/// Which state of organizations, entitlements and keys something was read from. Compare whole
/// revisions: a replica that is promoted without the last changes gives their numbers out again.
///
/// @param number grows by one with each change
/// @param mark random, made anew with each number
public record AccessRevision(long number, UUID mark) {}
