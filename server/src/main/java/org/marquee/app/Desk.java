package org.marquee.app;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.BiConsumer;
import org.marquee.access.AccessBook;
import picocli.CommandLine;
import tools.jackson.core.JsonGenerator;

/// Where a command about access works: the book, and where to speak.
record Desk(AccessBook book, CommandLine line) {
  PrintWriter out() {
    return line.getOut();
  }

  /// Says that it was done.
  int done(String message) {
    out().println(message);
    return 0;
  }

  /// Says why it was not done.
  int failed(String message) {
    line.getErr().println("marquee: " + message);
    return Main.FAILED;
  }

  /// Prints an array.
  <T> void json(List<T> all, BiConsumer<JsonGenerator, T> each) {
    Printed.array(out(), all, each);
  }
}
