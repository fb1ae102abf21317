package org.marquee.background;

import org.slf4j.Logger;

/// One round of work that is repeated in the background. An exception is logged, and the next round
/// may succeed. If memory ran out, the round may end without a line in the log. Any other error
/// goes to the caller, and may end the program.
///
/// Made once, before the first round: a round must not need memory to begin.
///
/// @param failure the line of the log for a round that failed
public record Round(Logger log, String failure, Runnable work) implements Runnable {
  @Override
  public void run() {
    try {
      work.run();
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      report(e);
    }
  }

  private void report(Throwable cause) {
    try {
      log.atError().setCause(cause).log(failure);
    } catch (OutOfMemoryError | StackOverflowError _) {
      // The next round may have some.
    }
  }
}
