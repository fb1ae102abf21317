package org.marquee.ingest;

import org.jspecify.annotations.Nullable;

/// What is stored cannot be reached, or failed under an import. What was not committed by then has
/// changed nothing.
public final class LedgerUnavailable extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// @param message says what to do
  public LedgerUnavailable(@Nullable String message, Throwable cause) {
    super(message, cause);
  }

  public LedgerUnavailable(Throwable cause) {
    super("the database failed: " + cause.getMessage(), cause);
  }
}
