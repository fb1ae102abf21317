package org.marquee;

/// How often a random test repeats itself. `./dev verify` runs each kind for a few seconds, with
/// the same seeds each time; `./dev long 20` runs twenty times as many, of every test that asks
/// here.
public final class Rounds {
  private static final int FACTOR = Integer.getInteger("marquee.rounds", 1);

  private Rounds() {}

  /// As many rounds as this run of the tests has for each `few`.
  ///
  /// @param few as many as `./dev verify` runs
  public static int of(int few) {
    return Math.multiplyExact(few, FACTOR);
  }
}
