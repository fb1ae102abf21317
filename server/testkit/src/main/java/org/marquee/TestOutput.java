package org.marquee;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/// What the tests of a run write to standard output and standard error, kept apart by their class.
///
/// A class of tests runs on one thread. What it starts inherits the class from that thread, so only
/// threads that several classes share may be counted to the wrong one.
final class TestOutput implements TestExecutionListener, AutoCloseable {
  private static final InheritableThreadLocal<ByteArrayOutputStream> CURRENT =
      new InheritableThreadLocal<>();

  private final PrintStream standardOut = System.out;
  private final PrintStream standardError = System.err;
  private final PrintStream page;
  private final OutputStream file;
  private final ByteArrayOutputStream others = new ByteArrayOutputStream();
  private final Set<String> failed = ConcurrentHashMap.newKeySet();

  private TestOutput(OutputStream file, PrintStream page) {
    this.file = file;
    this.page = page;
  }

  /// From now on what is written goes to the file, and that of classes that fail to the page too.
  static TestOutput divert(Path file, PrintStream page) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    TestOutput output = new TestOutput(Files.newOutputStream(file), page);
    System.setOut(new PrintStream(output.new Divided(), true, UTF_8));
    System.setErr(new PrintStream(output.new Divided(), true, UTF_8));
    return output;
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    if (isClass(test)) {
      CURRENT.set(new ByteArrayOutputStream());
    }
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (result.getStatus() == TestExecutionResult.Status.FAILED) {
      failed.add(className(test));
    }
    if (isClass(test) && test.getParentId().isPresent()) {
      ByteArrayOutputStream written = CURRENT.get();
      CURRENT.remove();
      if (written != null && written.size() > 0) {
        write(className(test), written);
      }
    }
  }

  private synchronized void write(String name, ByteArrayOutputStream written) {
    try {
      file.write(("== " + name + "\n").getBytes(UTF_8));
      written.writeTo(file);
      if (failed.contains(name)) {
        page.println("== " + name + " wrote:");
        page.print(written.toString(UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    System.setOut(standardOut);
    System.setErr(standardError);
    write("threads that no class started", others);
    file.close();
  }

  private static boolean isClass(TestIdentifier test) {
    return test.getSource().filter(ClassSource.class::isInstance).isPresent();
  }

  /// The simple name of the class that a test, or a class, is part of.
  private static String className(TestIdentifier test) {
    return test.getUniqueIdObject().getSegments().stream()
        .filter(segment -> segment.getType().equals("class"))
        .map(segment -> segment.getValue().replaceFirst(".*\\.", ""))
        .findFirst()
        .orElse(test.getDisplayName());
  }

  /// Writes each line to the class that the current thread works for.
  private final class Divided extends OutputStream {
    @Override
    public void write(int b) {
      target().write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      target().write(bytes, offset, length);
    }

    private ByteArrayOutputStream target() {
      ByteArrayOutputStream current = CURRENT.get();
      return current == null ? others : current;
    }
  }
}
