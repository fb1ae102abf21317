package org.marquee.http.tls;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Reads the files of the certificate on a thread of its own: one on a mount that hangs may never
/// come, and who waits for it must be able to say so.
final class TlsReading implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private final TlsFiles files;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("tls-reading").factory());
  private @Nullable Future<TlsIdentity.Content> begun;

  TlsReading(TlsFiles files) {
    this.files = files;
  }

  /// What the files hold. A read that took too long goes on, and is the one that is waited for
  /// next.
  ///
  /// @throws IOException if they cannot be read, or not in time; the message names them
  TlsIdentity.Content read() throws IOException, InterruptedException {
    Future<TlsIdentity.Content> read =
        begun == null ? thread.submit(() -> TlsIdentity.Content.read(files)) : begun;
    begun = read;
    try {
      TlsIdentity.Content content = read.get(LIMIT.toNanos(), TimeUnit.NANOSECONDS);
      begun = null;
      return content;
    } catch (TimeoutException e) {
      throw new IOException(
          "%s and %s are not read within %d s: does a disk or a mount hang?"
              .formatted(files.certificate(), files.key(), LIMIT.toSeconds()),
          e);
    } catch (ExecutionException e) {
      begun = null;
      throw rethrown(e.getCause());
    }
  }

  private static IOException rethrown(@Nullable Throwable cause) {
    return switch (cause) {
      case IOException io -> io;
      case Error error -> throw error;
      case null, default -> new IOException(String.valueOf(cause), cause);
    };
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
