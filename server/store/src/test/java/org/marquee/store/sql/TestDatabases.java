package org.marquee.store.sql;

import org.jspecify.annotations.NullMarked;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/// Drops the databases of a class of tests when it is over, so that those of six classes have to be
/// kept and not those of all.
@NullMarked
public final class TestDatabases implements TestExecutionListener {
  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (test.getSource().filter(ClassSource.class::isInstance).isPresent()) {
      TestDatabase.dropAllOfThisThread();
    }
  }
}
