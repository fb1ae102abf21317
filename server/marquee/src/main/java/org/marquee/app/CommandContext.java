package org.marquee.app;

import java.io.PrintWriter;
import java.util.function.Supplier;
import org.marquee.access.Change;
import org.marquee.admin.AccessDesk;
import org.marquee.app.home.Storage;
import org.marquee.json.JsonObject;
import org.marquee.store.PostgresAccess;
import org.marquee.store.sql.Database;
import picocli.CommandLine;

/// What a command works with: the open database, where to print, and for whom.
record CommandContext(Storage storage, CommandLine line, Output output) {
  Database database() {
    return storage.database();
  }

  /// The book for a command that changes nothing in it.
  PostgresAccess book() {
    return new AccessDesk(storage).book();
  }

  /// The book for a command that changes it.
  PostgresAccess bookToChange() {
    return new AccessDesk(storage).bookToChange();
  }

  PrintWriter out() {
    return line.getOut();
  }

  PrintWriter err() {
    return line.getErr();
  }

  /// Prints the result.
  ///
  /// @param object the same for a program; asked for after the change, and only with `--json`
  /// @return the exit status
  int done(String sentence, Supplier<JsonObject> object) {
    out()
        .println(
            switch (output) {
              case JSON -> object.get();
              case TEXT -> sentence;
            });
    return 0;
  }

  /// Prints why the command failed.
  ///
  /// @return the exit status
  int failed(String message) {
    err().println("marquee: " + message);
    return Main.FAILED;
  }

  /// Prints the result of a change.
  ///
  /// @param unknown the message if the record does not exist
  /// @param object the record as it is now
  /// @return the exit status
  int changed(
      Change change, String made, String alreadySo, String unknown, Supplier<JsonObject> object) {
    return switch (change) {
      case MADE -> done(made, object);
      case ALREADY_SO -> done(alreadySo, object);
      case UNKNOWN -> failed(unknown);
    };
  }
}
