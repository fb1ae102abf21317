package org.marquee.store.backup;

/// Watches a backup or a restore while it runs.
public interface Watcher {
  /// Watches nothing.
  Watcher NONE = (_, _) -> {};

  /// Hears how far the work has come.
  ///
  /// @param what is being worked on: a table, a file
  /// @param bytes how much was done in all
  void at(String what, long bytes);
}
