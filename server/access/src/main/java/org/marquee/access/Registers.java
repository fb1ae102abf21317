package org.marquee.access;

import java.time.Instant;
import java.util.Map;

/// Where a gate gets its registers from. Implementations may block; every method throws
/// [AccessUnavailable] when what is stored cannot be reached.
public interface Registers {
  /// The newest state. One that differs from [Register#revision] means that the register is out of
  /// date, whichever number is higher: databases are restored, and replicas promoted.
  AccessRevision revision();

  /// One state of it all, with its revision.
  Register load();

  /// What the clock shows by which keys and entitlements begin and end ([AccessClock]).
  Instant now();

  /// Notes in which hours keys were last used. Earlier hours than those stored, and unknown keys,
  /// change nothing. Makes no new revision.
  ///
  /// @param hours the beginning of an hour, by the id of a key
  void noteUse(Map<String, Instant> hours);
}
