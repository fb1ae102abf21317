package org.marquee.node;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What happens when a thread ends that must not: the program ends with a last line that gives the
/// reason.
///
/// Background work goes on after exceptions. An error that it throws (memory that ran out, classes
/// that are missing) ends its thread, and a node with a thread less would be wrong without knowing.
/// So the program ends at once, and the supervisor starts another.
public final class LastResort implements Thread.UncaughtExceptionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(LastResort.class);
  private static final int FAILED = 1;

  // Made in good time: there may be no memory for them later.
  private static final byte[] BARE_LINE =
      "marquee: a thread failed, so the program ends\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NO_MEMORY_LINE =
      "marquee: out of memory, so the program ends; give it more with -Xmx in MARQUEE_JAVA_OPTS\n"
          .getBytes(StandardCharsets.US_ASCII);

  /// In bytes: what a line of the log needs, with the classes that write it.
  private static final int RESERVE = 1 << 20;

  private static final FileOutputStream STANDARD_ERROR = new FileOutputStream(FileDescriptor.err);

  /// Given up before the last line is written, so that there is memory for it.
  @SuppressWarnings("UnusedVariable") // to hold it is its use
  private byte @Nullable [] reserve = new byte[RESERVE];

  private LastResort() {}

  /// Installs this as the handler of all threads.
  public static void install() {
    Thread.setDefaultUncaughtExceptionHandler(new LastResort());
  }

  @Override
  @SuppressWarnings("CatchingUnchecked") // nothing that goes wrong here may keep the program alive
  public void uncaughtException(Thread thread, Throwable cause) {
    reserve = null;
    try {
      LOG.atError()
          .addKeyValue("thread", thread.getName())
          .setCause(cause)
          .log("a thread failed, so the program ends: {}", cause.toString());
      if (cause instanceof OutOfMemoryError) {
        write(NO_MEMORY_LINE);
      }
    } catch (OutOfMemoryError _) {
      write(NO_MEMORY_LINE);
    } catch (Throwable _) {
      write(BARE_LINE);
    } finally {
      Runtime.getRuntime().halt(FAILED);
    }
  }

  private static void write(byte[] line) {
    try {
      STANDARD_ERROR.write(line);
    } catch (IOException _) {
      // nobody listens
    }
  }
}
