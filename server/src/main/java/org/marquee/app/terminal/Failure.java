package org.marquee.app.terminal;

/// A command that cannot be done; the message says why, for the operator.
public final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// @param message why the command cannot go on
  public Failure(String message) {
    super(message);
  }

  /// @param message why the command cannot go on
  public Failure(String message, Throwable cause) {
    super(message, cause);
  }
}
