package org.marquee.matching;

/// How two source records compare, without regard to others.
public sealed interface LinkVerdict {
  /// They are about one thing.
  ///
  /// @param strength how sure that is; the surest pairs are joined first
  /// @param why in words
  record Same(int strength, String why) implements LinkVerdict {}

  /// They may be about one thing; a person should look.
  ///
  /// @param why in words
  record Near(String why) implements LinkVerdict {}

  /// They are about two things, or nothing indicates that they are one.
  record Apart() implements LinkVerdict {}
}
