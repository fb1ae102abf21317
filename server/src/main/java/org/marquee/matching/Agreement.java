package org.marquee.matching;

/// How a fact of one source record compares to the same fact of another.
enum Agreement {
  /// Both say the same, or nearly so.
  AGREE,
  /// What one says cannot be true if what the other says is.
  CONTRADICT,
  /// One of them has no value, or the values do not decide it.
  UNKNOWN
}
