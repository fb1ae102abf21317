package org.marquee.background;

/// Places of an array for many threads, one for each thread, nearly always: event loops that use
/// their own write to no memory that another loop writes to, and never wait (docs/decisions/0199).
public final class Stripes {
  private static final int FEWEST = 8;

  /// Places in use are 128 bytes apart: processors fetch pairs of lines of 64 bytes.
  private static final int APART = 32;

  /// More than there are event loops, so that few of them share a place. A power of two.
  private static final int COUNT =
      Math.max(FEWEST, Integer.highestOneBit(Runtime.getRuntime().availableProcessors()) * 4);

  /// How long the array is.
  public static final int LENGTH = COUNT * APART;

  private Stripes() {}

  /// The place of this thread.
  public static int own() {
    return at((int) Thread.currentThread().threadId() & COUNT - 1);
  }

  /// How many places there are.
  public static int count() {
    return COUNT;
  }

  /// A place by its number, from 0.
  public static int at(int number) {
    return number * APART;
  }
}
