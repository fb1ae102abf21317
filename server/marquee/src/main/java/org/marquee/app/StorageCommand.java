package org.marquee.app;

import org.marquee.app.home.Storage;
import picocli.CommandLine.Mixin;

/// A command about what is stored: opens the database, does its work, closes it.
abstract class StorageCommand extends ConsoleCommand {
  @Mixin private final JsonOption json = new JsonOption();

  @Override
  final int execute() {
    check();
    try (Storage storage = makesHome() ? home.open() : home.openExisting()) {
      return run(new CommandContext(storage, line(), json.isWanted() ? Output.JSON : Output.TEXT));
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
