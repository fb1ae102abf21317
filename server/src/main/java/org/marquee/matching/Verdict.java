package org.marquee.matching;

/// What the rules say of two words, both seen alone.
public sealed interface Verdict {
  /// They are about one thing.
  ///
  /// @param strength how sure that is; the surest pairs are joined first
  record Same(int strength) implements Verdict {}

  /// They may be about one thing; a person should look.
  ///
  /// @param why in words
  record Near(String why) implements Verdict {}

  /// They are about two things, or nothing says otherwise.
  record Apart() implements Verdict {}
}
