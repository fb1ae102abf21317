package org.marquee.matching;

/// How a fact of one source record compares to the same fact of another.
enum Agreement {
  /// Both are equal, or nearly so.
  AGREE,
  /// They contradict each other.
  CONTRADICT,
  /// One of them has no value, or the values do not decide it.
  UNKNOWN
}
