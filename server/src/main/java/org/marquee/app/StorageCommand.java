package org.marquee.app;

import org.marquee.app.home.Storage;

/// A command about what is stored: opens the database, does its work, closes it.
abstract class StorageCommand extends ConsoleCommand {
  @Override
  final int execute() {
    check();
    try (Storage storage = makesHome() ? home.open() : home.openExisting()) {
      return run(new CommandContext(storage, line()));
    }
  }

  /// Checks the arguments before anything is opened.
  ///
  /// @throws WrongUsage if they make no sense
  void check() {}

  /// Whether the command may be the first one of a new home.
  boolean makesHome() {
    return false;
  }

  abstract int run(CommandContext context);
}
