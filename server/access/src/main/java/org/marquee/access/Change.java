package org.marquee.access;

/// What became of a change that was asked for.
public enum Change {
  /// It was made, and seen by every node within 2 seconds.
  MADE,

  /// Nothing was changed: it was so already.
  ALREADY_SO,

  /// Nothing was changed: there is no organization or plan of that name, or no key of that id.
  UNKNOWN
}
