package org.marquee;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/// The tests of all modules in one virtual machine, for `./dev verify`: module after module would
/// leave a processor idle at each end, and give each a PostgreSQL of its own.
///
/// What tests write goes to a file, class by class, since many provoke errors on purpose. The file
/// names the class before its lines. Standard output gets a page: the failures, with what their
/// classes wrote, what was not looked at, the slowest classes and the sums.
public final class AllTests {
  private static final int STACK = 12;

  private AllTests() {}

  /// Runs them. The exit status is 0 if no test failed and at least one ran.
  ///
  /// @param arguments the file for what tests write, and the folders with the classes of tests
  public static void main(String[] arguments) throws IOException {
    // As the program does (app.Main).
    Locale.setDefault(Locale.ROOT);
    PrintStream page = System.out;
    Path file = Path.of(arguments[0]);
    Set<Path> roots =
        Arrays.stream(arguments)
            .skip(1)
            .map(Path::of)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    TestExecutionSummary summary;
    try (TestOutput output = TestOutput.divert(file, page)) {
      SummaryGeneratingListener sums = new SummaryGeneratingListener();
      NotLookedAt left = new NotLookedAt();
      LauncherFactory.create().execute(request(roots), output, sums, left);
      summary = sums.getSummary();
      summary.printFailuresTo(new PrintWriter(page, true, UTF_8), STACK);
      left.printTo(page);
    }
    page.print(ClassTimes.slowest(ClassTimes.read()));
    Path top = Repository.path("");
    page.println("All that the tests wrote: " + top.relativize(file.toAbsolutePath().normalize()));
    page.printf(
        "%d passed, %d failed%n", summary.getTestsSucceededCount(), summary.getTotalFailureCount());
    page.flush();
    // A test that leaves a thread behind must not keep the run from ending.
    System.exit(
        summary.getTotalFailureCount() == 0 && summary.getTestsSucceededCount() > 0 ? 0 : 1);
  }

  private static LauncherDiscoveryRequest request(Set<Path> roots) {
    return LauncherDiscoveryRequestBuilder.request()
        .selectors(DiscoverySelectors.selectClasspathRoots(roots))
        .filters(ClassNameFilter.includeClassNamePatterns(".*Test"))
        .build();
  }
}
