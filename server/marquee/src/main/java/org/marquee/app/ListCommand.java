package org.marquee.app;

import java.util.List;
import org.marquee.app.terminal.Terminal;
import org.marquee.json.JsonObject;
import org.marquee.json.JsonTree;

/// A command that lists what is stored: as text for people, or as one JSON array for programs.
abstract class ListCommand<T> extends StorageCommand {
  @Override
  final int run() {
    List<T> all = list();
    if (isForProgram()) {
      out().println(JsonTree.text(all.stream().map(this::json).toList()));
    } else {
      print(all);
    }
    return status(all);
  }

  abstract List<T> list();

  /// Prints all of them, each as a record of its own.
  void print(List<T> all) {
    all.forEach(each -> Terminal.print(lines(each), out()));
  }

  /// One of them for people.
  abstract List<String> lines(T each);

  abstract JsonObject json(T each);

  int status(List<T> all) {
    return 0;
  }
}
