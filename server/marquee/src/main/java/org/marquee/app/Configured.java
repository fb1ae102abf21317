package org.marquee.app;

import org.marquee.app.config.Configuration;

/// A command that wants to know where its settings come from.
interface Configured {
  /// Takes them, before the command is run.
  void configured(Configuration configuration);

  /// Whether it is run although settings have faults.
  default boolean isRunWithFaults() {
    return false;
  }
}
