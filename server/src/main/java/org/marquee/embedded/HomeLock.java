package org.marquee.embedded;

import java.io.IOException;
import java.io.InterruptedIOException;
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
    Patience patience = Patience.of(limit);
    lockThreads(limit);
    @Nullable FileChannel channel = null;
    try {
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      @Nullable FileLock lock = channel.tryLock();
      while (lock == null) {
        if (patience.isOver()) {
          throw new IOException(
              "another process holds " + file + " for " + limit.toSeconds() + " s");
        }
        patience.pause();
        lock = channel.tryLock();
      }
      return new HomeLock(channel);
    } catch (IOException | RuntimeException e) {
      if (channel != null) {
        channel.close();
      }
      THREADS.unlock();
      throw e;
    }
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
