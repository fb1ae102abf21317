package org.marquee.listing;

/// The least and the most that a number, or a length in code points, may be. Both are allowed.
public record Bounds(int least, int most) {
  public Bounds {
    if (least > most) {
      throw new IllegalArgumentException(least + " is more than " + most);
    }
  }

  /// Whether a number, or a length, lies within.
  public boolean contains(double number) {
    return number >= least && number <= most;
  }

  /// Whether a text has an allowed number of code points.
  public boolean containsLengthOf(String text) {
    return contains(text.codePointCount(0, text.length()));
  }
}
