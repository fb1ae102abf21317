package org.marquee.matching;

/// How a fact that one provider says of a film stands to the same fact in the words of another.
enum Agreement {
  /// Both say the same, or nearly so.
  AGREE,
  /// What one says cannot be true if what the other says is.
  CONTRADICT,
  /// One of them says nothing, or nobody can tell.
  UNKNOWN
}
