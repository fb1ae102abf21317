package org.marquee.app;

import java.io.Console;
import org.jspecify.annotations.Nullable;

/// The terminal that the program may have been started from.
final class Terminal {
  private Terminal() {}

  /// Whether a person is likely to be watching.
  @SuppressWarnings("SystemConsoleNull") // JDK 25 gives none again where neither end is a terminal
  static boolean isThere() {
    @Nullable Console console = System.console();
    return console != null && console.isTerminal();
  }
}
