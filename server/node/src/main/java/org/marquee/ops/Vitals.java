package org.marquee.ops;

import java.time.Duration;
import java.util.Optional;

/// What a node knows of its own state, without asking the database.
///
/// @param databaseReachable whether the last attempt reached the database
/// @param sinceRevision how long ago the database confirmed the revision that answers are made from
/// @param sinceKeys how long ago it confirmed the keys and entitlements that the node uses
/// @param keysTrouble why the keys cannot be read, although the database answers; empty: they can
/// @param listening whether the port of the interface is open
/// @param stopping whether the node is stopping
public record Vitals(
    boolean databaseReachable,
    Duration sinceRevision,
    Duration sinceKeys,
    Optional<String> keysTrouble,
    boolean listening,
    boolean stopping) {}
