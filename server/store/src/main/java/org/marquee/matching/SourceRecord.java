package org.marquee.matching;

/// One provider's data of one film or cinema.
public interface SourceRecord {
  /// Derived from the provider and its external id.
  String id();

  /// The number of the provider.
  int provider();
}
