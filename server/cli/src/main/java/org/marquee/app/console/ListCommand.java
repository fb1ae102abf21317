package org.marquee.app.console;

import java.util.List;
import org.marquee.app.terminal.Terminal;
import org.marquee.json.JsonObject;
import org.marquee.json.JsonTree;

/// A command that lists what is stored: as text for people, or as one JSON array for programs.
public abstract class ListCommand<T> extends StorageCommand {
  @Override
  protected final int run() {
    List<T> all = list();
    if (isForProgram()) {
      out().println(JsonTree.text(all.stream().map(this::json).toList()));
    } else {
      print(all);
    }
    return status(all);
  }

  /// All of them, in the order of the list.
  protected abstract List<T> list();

  /// Prints all of them, each as a record of its own.
  protected void print(List<T> all) {
    all.forEach(each -> Terminal.print(lines(each), out()));
  }

  /// One of them for people.
  protected abstract List<String> lines(T each);

  /// One of them for a program.
  protected abstract JsonObject json(T each);

  /// The exit status once they are printed.
  protected int status(List<T> all) {
    return 0;
  }
}
