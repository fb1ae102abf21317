package org.marquee.access;

/// Where a gate gets its registers from. Implementations may block; both methods throw
/// [AccessUnavailable] when what is stored cannot be reached.
public interface Registers {
  /// The newest state. One that differs from [Register#revision] says that the register is out of
  /// date, whichever number is higher: databases are restored, and replicas promoted.
  AccessRevision revision();

  /// One state of it all, with its revision.
  Register load();
}
