package org.marquee.app.terminal;

/// A command that failed; the message gives the operator the reason.
public final class Failure extends RuntimeException {
  /// The message of a command, or of a part of one, that ran out of memory.
  public static final String OUT_OF_MEMORY =
      "out of memory; give the command more, as MARQUEE_JAVA_OPTS=-Xmx1g does";

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
