package org.marquee.background;

import org.slf4j.Logger;

/// One round of work that is repeated in the background. An exception is logged, and the next round
/// may succeed. An [Error] goes to the caller, and may end the program.
///
/// @param failure the line of the log for a round that failed
public record Round(Logger log, String failure, Runnable work) implements Runnable {
  @Override
  public void run() {
    try {
      work.run();
    } catch (RuntimeException e) {
      log.atError().setCause(e).log(failure);
    }
  }
}
