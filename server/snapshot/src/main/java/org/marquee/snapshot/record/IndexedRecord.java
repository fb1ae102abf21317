package org.marquee.snapshot.record;

/// A record as it stands in the list of its kind: a written one alone, or with what it is found by.
public interface IndexedRecord {
  /// The written record.
  WrittenRecord entry();
}
