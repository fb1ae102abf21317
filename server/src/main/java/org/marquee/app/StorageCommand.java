package org.marquee.app;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// A command about what is stored: opens the database, does its work, closes it.
abstract class StorageCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;
  @Mixin private Home home = new Home();

  @Override
  public final Integer call() {
    Logs.ofCommand();
    check();
    try (Storage storage = makesHome() ? home.open() : home.openExisting()) {
      return run(new CommandContext(storage, Objects.requireNonNull(spec)));
    }
  }

  /// Checks what was asked for, before anything is opened.
  ///
  /// @throws WrongUsage if it makes no sense
  void check() {}

  /// Whether the command may be the first one of a new home.
  boolean makesHome() {
    return false;
  }

  /// Does the command's work and says the exit status.
  abstract int run(CommandContext desk);
}
