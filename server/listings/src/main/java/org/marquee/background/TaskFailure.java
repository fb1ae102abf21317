package org.marquee.background;

import java.util.concurrent.ThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ends only the task that failed, or whose input was nested too deeply: logs it, and a pool
/// replaces its thread. Any other error goes to the handler of all threads, which may end the
/// program.
public final class TaskFailure implements Thread.UncaughtExceptionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(TaskFailure.class);

  /// Makes virtual threads for tasks that come and go.
  ///
  /// @param name of the threads, for the log
  public static ThreadFactory threads(String name) {
    return Thread.ofVirtual().name(name).uncaughtExceptionHandler(new TaskFailure()).factory();
  }

  @Override
  public void uncaughtException(Thread thread, Throwable cause) {
    Thread.UncaughtExceptionHandler last = Thread.getDefaultUncaughtExceptionHandler();
    if (last == null || endsAlone(cause)) {
      LOG.atError().addKeyValue("thread", thread.getName()).setCause(cause).log("a task failed");
    } else {
      last.uncaughtException(thread, cause);
    }
  }

  private static boolean endsAlone(Throwable cause) {
    return cause instanceof RuntimeException || cause instanceof StackOverflowError;
  }
}
