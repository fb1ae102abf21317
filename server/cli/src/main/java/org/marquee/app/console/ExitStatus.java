package org.marquee.app.console;

/// The exit status of a command that did not do its work (docs/command-line.md, "Exit status").
public final class ExitStatus {
  /// The command failed.
  public static final int FAILED = 1;

  /// The command was not understood.
  public static final int WRONG_USAGE = 2;

  private ExitStatus() {}
}
