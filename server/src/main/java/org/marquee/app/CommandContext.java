package org.marquee.app;

import java.io.IOException;
import java.io.PrintWriter;
import org.marquee.access.AccessBook;
import org.marquee.access.Change;
import org.marquee.app.home.Storage;
import org.marquee.app.terminal.Failure;
import org.marquee.node.Checkpoint;
import org.marquee.node.FailureText;
import org.marquee.store.PostgresAccess;
import org.marquee.store.sql.Database;
import picocli.CommandLine;

/// What a command works with: the open database, and where to print.
record CommandContext(Storage storage, CommandLine line) {
  Database database() {
    return storage.database();
  }

  /// The book for a command that changes nothing in it.
  AccessBook book() {
    return new PostgresAccess(database().pool());
  }

  /// The book for a command that changes it: no node may start with the keys from before.
  AccessBook bookToChange() {
    try {
      Checkpoint.forgetKeys(storage.home());
    } catch (IOException e) {
      throw new Failure("nothing was changed: " + FailureText.of(e), e);
    }
    return book();
  }

  PrintWriter out() {
    return line.getOut();
  }

  PrintWriter err() {
    return line.getErr();
  }

  /// Prints the result.
  ///
  /// @return the exit status
  int done(String message) {
    out().println(message);
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
  /// @return the exit status
  int changed(Change change, String made, String alreadySo, String unknown) {
    return switch (change) {
      case MADE -> done(made);
      case ALREADY_SO -> done(alreadySo);
      case UNKNOWN -> failed(unknown);
    };
  }
}
