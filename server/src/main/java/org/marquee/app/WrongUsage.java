package org.marquee.app;

/// A command that was given what it cannot take, found out only when it runs; the message says what
/// it takes.
final class WrongUsage extends RuntimeException {
  private static final long serialVersionUID = 1;

  WrongUsage(String message) {
    super(message);
  }
}
