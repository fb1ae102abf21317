package org.marquee.app.terminal;

/// Wrong usage that a command finds while it runs; the message states what the command takes.
public final class WrongUsage extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// @param message what the command takes
  public WrongUsage(String message) {
    super(message);
  }
}
