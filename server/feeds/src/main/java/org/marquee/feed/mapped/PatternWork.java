package org.marquee.feed.mapped;

import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Runs the patterns of a mapping on the texts of one feed, and counts their steps: a pattern such
/// as `^((a+)+)+$` takes twice as long for each further letter. Steps, not seconds: a feed that is
/// read is read on every machine.
final class PatternWork {
  /// The most steps of one match, about a third of a second. A pattern that tries every end from
  /// every beginning takes 16 million in the longest text that is searched.
  private static final long MOST_OF_MATCH = 50_000_000;

  /// The most steps for a feed, a few minutes: one provider must not keep the others waiting.
  private static final long MOST_OF_FEED = 20_000_000_000L;

  /// The most of a text that a message shows, in characters.
  private static final int SHOWN = 40;

  private long left = MOST_OF_FEED;

  /// A pattern that takes too long. It is the mapping's fault, so the feed is refused.
  static final class Endless extends RuntimeException {
    private static final long serialVersionUID = 1;

    Endless(Pattern pattern, String text) {
      super(
          "the pattern %s takes too long on “%s”; nothing that repeats may repeat within itself, as in (a+)+"
              .formatted(pattern, text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text));
    }
  }

  /// What `use` makes of the matches of `pattern` in `text`.
  ///
  /// @throws Endless if that takes too long
  <T> T match(Pattern pattern, String text, Function<Matcher, T> use) {
    Counted counted = new Counted(pattern, text, Math.min(left, MOST_OF_MATCH));
    try {
      T made = use.apply(pattern.matcher(counted));
      left -= counted.steps;
      return made;
    } catch (StackOverflowError _) {
      throw new Endless(pattern, text);
    }
  }

  /// A text that counts how often a letter of it is looked at.
  private static final class Counted implements CharSequence {
    private final Pattern pattern;
    private final String text;
    private final long most;
    private long steps;

    Counted(Pattern pattern, String text, long most) {
      this.pattern = pattern;
      this.text = text;
      this.most = most;
    }

    @Override
    public char charAt(int at) {
      if (++steps > most) {
        throw new Endless(pattern, text);
      }
      return text.charAt(at);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int from, int to) {
      return text.substring(from, to);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
