package org.marquee.app;

import java.util.List;
import org.marquee.json.JsonObject;
import org.marquee.json.JsonTree;

/// A command that lists what is stored: as text for people, or as one JSON array for programs.
abstract class ListCommand<T> extends StorageCommand {
  @Override
  final int run(CommandContext context) {
    List<T> all = list(context);
    switch (context.output()) {
      case JSON -> context.out().println(JsonTree.text(all.stream().map(this::json).toList()));
      case TEXT -> print(all, context);
    }
    return status(all);
  }

  abstract List<T> list(CommandContext context);

  abstract void print(List<T> all, CommandContext context);

  abstract JsonObject json(T each);

  int status(List<T> all) {
    return 0;
  }
}
