package org.marquee.fetch;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.SourceFailed;

/// A failed request that may succeed when it is repeated. All other failures are [SourceFailed].
final class TemporaryFailure extends IOException {
  private static final long serialVersionUID = 1;

  /// How long the host asks us to wait; 0 where it does not.
  private final long waitNanos;

  private TemporaryFailure(String why, long waitNanos, @Nullable Throwable cause) {
    super(why, cause);
    this.waitNanos = waitNanos;
  }

  long waitNanos() {
    return waitNanos;
  }

  /// A host without an address, or one that nobody answers at.
  static TemporaryFailure noConnection(@Nullable Throwable cause) {
    return new TemporaryFailure("cannot connect", 0, cause);
  }

  /// What an answer means that brings no feed.
  static IOException of(URI address, Download.Head head) {
    if (head.status() < 500) {
      return new SourceFailed("HTTP " + head.status() + " from " + address);
    }
    String wait = head.field("Retry-After").orElse("");
    return new TemporaryFailure(
        "HTTP " + head.status(),
        wait.matches("[0-9]{1,6}") ? TimeUnit.SECONDS.toNanos(Long.parseLong(wait)) : 0,
        null);
  }

  /// What a request means that broke off.
  static IOException of(URI address, @Nullable Throwable cause) {
    return switch (cause) {
      case SourceFailed e -> new SourceFailed(address + ": " + e.getMessage(), e);
      case Unwritten e -> new SourceFailed(address + ": " + e.getMessage(), e);
      case SSLException e -> new SourceFailed(address + ": TLS failed: " + e.getMessage(), e);
      case SocketTimeoutException e -> new TemporaryFailure("no answer in time", 0, e);
      case UnknownHostException e -> new TemporaryFailure("unknown host", 0, e);
      case ConnectException e -> noConnection(e);
      case NoRouteToHostException e -> noConnection(e);
      case IOException e ->
          new TemporaryFailure("the connection broke (" + e.getMessage() + ')', 0, e);
      case null, default -> throw new IllegalStateException(cause);
    };
  }
}
