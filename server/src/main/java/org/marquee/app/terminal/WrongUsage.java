package org.marquee.app.terminal;

/// A command that was given what it cannot take, found out only when it runs; the message says what
/// it takes.
public final class WrongUsage extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// @param message what the command takes
  public WrongUsage(String message) {
    super(message);
  }
}
