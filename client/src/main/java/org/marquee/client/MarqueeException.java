package org.marquee.client;

import org.jspecify.annotations.Nullable;

/// A request failed. All failures of this package are of this kind; an argument that cannot be sent
/// is an [IllegalArgumentException].
public abstract sealed class MarqueeException extends RuntimeException
    permits ApiException,
        MarqueeException.ConnectionFailed,
        MarqueeException.UnexpectedAnswer,
        MarqueeException.Interrupted {
  private static final long serialVersionUID = 1;

  MarqueeException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /// The service could not be reached, or the connection broke, after all retries.
  public static sealed class ConnectionFailed extends MarqueeException permits TimedOut {
    private static final long serialVersionUID = 1;

    ConnectionFailed(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }

  /// The service did not answer completely within the timeout, after all retries.
  public static final class TimedOut extends ConnectionFailed {
    private static final long serialVersionUID = 1;

    TimedOut(String message) {
      super(message, null);
    }
  }

  /// Something answered, but not as a Marquee service does. Often the base URL is wrong.
  public static final class UnexpectedAnswer extends MarqueeException {
    private static final long serialVersionUID = 1;
    private final int status;
    private final @Nullable String requestId;

    UnexpectedAnswer(String message, int status, @Nullable String requestId) {
      super(requestId == null ? message : message + " (request " + requestId + ")", null);
      this.status = status;
      this.requestId = requestId;
    }

    /// The HTTP status.
    public int status() {
      return status;
    }

    /// Names the request in the operator's log; null where the answer has none.
    public @Nullable String requestId() {
      return requestId;
    }
  }

  /// The thread was interrupted while it waited; its interrupt status is set again.
  public static final class Interrupted extends MarqueeException {
    private static final long serialVersionUID = 1;

    Interrupted(InterruptedException cause) {
      super("interrupted while waiting for an answer", cause);
    }
  }
}
