package org.marquee.feed;

/// How sure a reader is that a feed is of its format.
///
/// @param percent 0 to 100: from 50 downwards the feed is left to others
/// @param reason what it saw, or missed, in words that follow a colon
public record Recognition(int percent, String reason) {
  /// What a reader says that cannot tell feeds by their beginning.
  public static final Recognition NOT_AT_ALL = new Recognition(0, "nothing of it is there");

  /// How sure a reader must at least be for its word to count.
  public static final int SURE_ENOUGH = 51;

  public Recognition {
    if (percent < 0 || percent > 100) {
      throw new IllegalArgumentException("not a percentage: " + percent);
    }
  }

  /// Whether the reader's word counts.
  public boolean isSureEnough() {
    return percent >= SURE_ENOUGH;
  }
}
