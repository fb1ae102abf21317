package org.marquee.ops;

import java.time.Duration;
import java.util.Optional;

/// What a node knows of its own state, without asking the database. No method waits.
public interface Vitals {
  /// Whether the last attempt reached the database.
  boolean isDatabaseReachable();

  /// How long ago the database confirmed the revision that answers are made from.
  Duration sinceRevisionConfirmed();

  /// How long ago the database confirmed the keys and entitlements that the node uses.
  Duration sinceKeysConfirmed();

  /// Why the keys cannot be read, although the database answers; empty: they can.
  Optional<String> keysTrouble();

  /// Whether the port of the interface is open.
  boolean isListening();

  /// Whether the node is stopping.
  boolean isStopping();
}
