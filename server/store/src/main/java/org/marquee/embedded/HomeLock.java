package org.marquee.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The turn of one thread of one process to join or leave the server of a home. The kernel takes it
/// back from a process that dies.
final class HomeLock implements AutoCloseable {
  /// A file's lock belongs to the whole process, and is lost when any of its channels to that file
  /// closes: so only one thread may have such a channel at all.
  private static final ReentrantLock THREADS = new ReentrantLock();

  private final FileChannel channel;

  private HomeLock(FileChannel channel) {
    this.channel = channel;
  }

  /// @throws IOException if nobody yields in time
  static HomeLock take(Path file, Duration limit) throws IOException {
    lockThreads(limit);
    @Nullable FileChannel channel = null;
    try {
      channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      @Nullable FileLock lock = channel.tryLock();
      if (lock == null) {
        await(channel, file, limit);
      }
      note(channel);
      return new HomeLock(channel);
    } catch (IOException | RuntimeException e) {
      if (channel != null) {
        channel.close();
      }
      THREADS.unlock();
      throw e;
    }
  }

  private static void await(FileChannel channel, Path file, Duration limit) throws IOException {
    String who = holder(channel) + ", which starts or stops PostgreSQL under " + file.getParent();
    if (!Timeout.of(limit, who).until(() -> channel.tryLock() != null)) {
      throw new IOException(
          "waited %d s for %s: end that process, or try again later"
              .formatted(limit.toSeconds(), who));
    }
  }

  /// Writes our process id into the lock, so that a process that waits can name us.
  private static void note(FileChannel channel) throws IOException {
    String pid = Long.toString(ProcessHandle.current().pid());
    channel.truncate(0).write(ByteBuffer.wrap(pid.getBytes(US_ASCII)), 0);
  }

  private static String holder(FileChannel channel) throws IOException {
    ByteBuffer pid = ByteBuffer.allocate(Long.BYTES * 3);
    channel.read(pid, 0);
    String text = US_ASCII.decode(pid.flip()).toString();
    return text.matches("[0-9]+") ? "process " + text : "another process";
  }

  private static void lockThreads(Duration limit) throws IOException {
    try {
      if (!THREADS.tryLock(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException(
            "another thread is starting PostgreSQL for " + limit.toSeconds() + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for another thread");
    }
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      THREADS.unlock();
    }
  }
}
