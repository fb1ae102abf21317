package org.marquee.feed;

/// How likely a feed is of a reader's format.
///
/// @param percent 0 to 100; the reader is considered from [#SURE_ENOUGH] on
/// @param reason what it found or missed, as it follows a colon
public record Recognition(int percent, String reason) {
  /// The format cannot be recognised.
  public static final Recognition NOT_AT_ALL =
      new Recognition(0, "no member of the format was found");

  /// The lowest percentage at which a reader is considered.
  public static final int SURE_ENOUGH = 51;

  public Recognition {
    if (percent < 0 || percent > 100) {
      throw new IllegalArgumentException("not a percentage: " + percent);
    }
  }

  /// Whether the reader is considered.
  public boolean isSureEnough() {
    return percent >= SURE_ENOUGH;
  }
}
