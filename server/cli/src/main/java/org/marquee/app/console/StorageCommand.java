package org.marquee.app.console;

import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.access.Change;
import org.marquee.app.home.Storage;
import org.marquee.json.JsonObject;
import org.marquee.store.sql.Database;

/// A command about what is stored: opens the database, does its work, closes it.
public abstract class StorageCommand extends ConsoleCommand {

  private @Nullable Storage storage;

  @Override
  protected final int execute() {
    check();
    try (Storage opened = makesHome() ? home.open() : home.openExisting()) {
      storage = opened;
      return run();
    }
  }

  /// Checks the arguments before anything is opened.
  ///
  /// @throws WrongUsage if they make no sense
  protected void check() {}

  /// Whether the command may be the first one of a new home.
  protected boolean makesHome() {
    return false;
  }

  /// Does the command's work and returns the exit status.
  protected abstract int run();

  /// The database, which is open while the command runs.
  public Database database() {
    return Objects.requireNonNull(storage).database();
  }

  /// Where organizations, keys and plans are.
  protected AccessDesk desk() {
    return new AccessDesk(Objects.requireNonNull(storage));
  }

  /// Whether a program reads the result, as JSON (docs/command-line.md, "JSON").
  public boolean isForProgram() {
    return json.isWanted();
  }

  /// Prints the result.
  ///
  /// @param object the same for a program; asked for after the change, and only with `--json`
  /// @return the exit status
  protected int done(String sentence, Supplier<JsonObject> object) {
    out().println(isForProgram() ? object.get() : sentence);
    return 0;
  }

  /// Prints why the command failed.
  ///
  /// @return the exit status
  public int failed(String message) {
    err().println("marquee: " + message);
    return ExitStatus.FAILED;
  }

  /// Prints that what was to be created exists already; a program tells it from other failures by
  /// the member `exists`.
  ///
  /// @return the exit status
  protected int exists(String message, Supplier<JsonObject> object) {
    if (isForProgram()) {
      out().println(object.get().with("exists", true));
    }
    return failed(message);
  }

  /// Prints the result of a change.
  ///
  /// @param unknown the message if the record does not exist
  /// @param object the record as it is now
  /// @return the exit status
  protected int changed(
      Change change, String made, String alreadySo, String unknown, Supplier<JsonObject> object) {
    return switch (change) {
      case MADE -> done(made, object);
      case ALREADY_SO -> done(alreadySo, object);
      case UNKNOWN -> failed(unknown);
    };
  }
}
