package org.marquee.app.console;

import picocli.CommandLine.Option;

/// `--json`, for programs that read the output.
public final class JsonOption {
  @Option(names = "--json", description = "Print JSON instead of text (docs/command-line.md).")
  private boolean wanted;

  /// Whether a program reads the output.
  public boolean isWanted() {
    return wanted;
  }
}
