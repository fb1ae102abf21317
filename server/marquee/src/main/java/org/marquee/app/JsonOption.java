package org.marquee.app;

import picocli.CommandLine.Option;

/// `--json`, for programs that read the output.
final class JsonOption {
  @Option(names = "--json", description = "Print JSON instead of text (docs/command-line.md).")
  private boolean wanted;

  boolean isWanted() {
    return wanted;
  }
}
