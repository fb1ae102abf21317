package org.marquee.app.terminal;

/// A command that failed; the message gives the operator the reason.
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
