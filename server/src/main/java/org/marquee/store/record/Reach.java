package org.marquee.store.record;

/// How far the values of a column go, from the line of a feed to those who read records.
enum Reach {
  /// Staged, for the import alone.
  STAGED,
  /// Stored with the source record, not published, and no reason to call the record changed.
  ASIDE,
  /// Stored with the source record, not published.
  SOURCE,
  /// Stored with the published record.
  STORED,
  /// Stored with the published record and read with it.
  READ,
  /// The same, but never changed once it is stored.
  FIXED,
  /// Read with the published record, for which the import makes it.
  MADE;

  boolean isStaged() {
    return this != MADE;
  }

  boolean isContent() {
    return this == SOURCE || isPublished();
  }

  boolean isPublished() {
    return this == STORED || this == READ;
  }

  boolean isRead() {
    return this == READ || this == FIXED || this == MADE;
  }
}
