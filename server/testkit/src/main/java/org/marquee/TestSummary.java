package org.marquee;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/// Prints at the end of a run how many tests passed, and which classes were slow, so that neither
/// goes unnoticed, and keeps the times for [SlowestFirst].
public final class TestSummary implements TestExecutionListener {
  private final Map<String, Long> started = new ConcurrentHashMap<>();
  private final Map<String, Long> millis = new ConcurrentHashMap<>();
  private final AtomicInteger passed = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();

  @Override
  public void executionStarted(TestIdentifier test) {
    if (isClass(test)) {
      started.put(test.getUniqueId(), System.nanoTime());
    }
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (result.getStatus() == TestExecutionResult.Status.FAILED) {
      failed.incrementAndGet();
    } else if (test.isTest() && result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
      passed.incrementAndGet();
    }
    Long start = started.remove(test.getUniqueId());
    if (start != null) {
      millis.put(test.getDisplayName(), (System.nanoTime() - start) / 1_000_000);
    }
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    if (passed.get() + failed.get() == 0) {
      return;
    }
    ClassTimes.update(millis);
    System.out.print(ClassTimes.slowest(millis));
    System.out.println("Passed: " + passed + ", failed: " + failed);
  }

  private static boolean isClass(TestIdentifier test) {
    return test.getSource().filter(ClassSource.class::isInstance).isPresent();
  }
}
