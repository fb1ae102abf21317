package org.marquee.app;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.BiConsumer;
import org.marquee.access.AccessBook;
import org.marquee.store.PostgresAccess;
import org.marquee.store.sql.Database;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.core.JsonGenerator;

/// Where a command works: what is stored, and where to print.
record CommandContext(Storage storage, CommandSpec command) {
  Database database() {
    return storage.database();
  }

  AccessBook book() {
    return new PostgresAccess(database().pool());
  }

  PrintWriter out() {
    return command.commandLine().getOut();
  }

  PrintWriter err() {
    return command.commandLine().getErr();
  }

  /// Says that it was done.
  int done(String message) {
    out().println(message);
    return 0;
  }

  /// Says why it was not done.
  int failed(String message) {
    err().println("marquee: " + message);
    return Main.FAILED;
  }

  /// Prints an array.
  <T> void json(List<T> all, BiConsumer<JsonGenerator, T> each) {
    JsonOutput.array(out(), all, each);
  }
}
