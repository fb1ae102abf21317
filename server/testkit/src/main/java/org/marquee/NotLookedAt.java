package org.marquee;

import java.io.PrintStream;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/// Why tests were left out, such as a program that is not installed, and how many for each reason.
final class NotLookedAt implements TestExecutionListener {
  private final Map<String, Integer> reasons = new ConcurrentSkipListMap<>();

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    reasons.merge(reason, 1, Integer::sum);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
      String reason = result.getThrowable().map(Throwable::getMessage).orElse("no reason is given");
      reasons.merge(reason.replaceFirst("^Assumption failed: ", ""), 1, Integer::sum);
    }
  }

  void printTo(PrintStream page) {
    reasons.forEach(
        (reason, tests) -> page.printf("not looked at: %d tests, since %s%n", tests, reason));
  }
}
