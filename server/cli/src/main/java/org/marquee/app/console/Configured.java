package org.marquee.app.console;

import java.util.List;
import org.marquee.app.config.Configuration;

/// A command that wants to know where its settings come from.
public interface Configured {
  /// Takes them, before the command is run.
  default void configured(Configuration configuration) {}

  /// Settings that cannot stand together or cannot be used, each with its place and what it needs.
  default List<String> contradictions(Configuration configuration) {
    return List.of();
  }

  /// Whether it is run although settings have faults.
  default boolean isRunWithFaults() {
    return false;
  }
}
