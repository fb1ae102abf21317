package org.marquee;

import java.util.Comparator;
import java.util.Map;
import org.junit.jupiter.api.ClassDescriptor;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.ClassOrdererContext;

/// Runs the test classes first that took longest in the last run, so that no processor is idle at
/// the end of this one. Classes that were never timed run before them, in the order found.
public final class SlowestFirst implements ClassOrderer {
  private final Map<String, Long> millis = ClassTimes.read();

  @Override
  public void orderClasses(ClassOrdererContext context) {
    context
        .getClassDescriptors()
        .sort(
            Comparator.comparingLong((ClassDescriptor each) ->
                    millis.getOrDefault(each.getTestClass().getSimpleName(), Long.MAX_VALUE))
                .reversed());
  }
}
