package org.marquee.app;

import java.util.List;
import org.marquee.json.JsonObject;
import org.marquee.json.JsonTree;
import picocli.CommandLine.Mixin;

/// A command that lists what is stored: as text for people, or as one JSON array for programs.
abstract class ListCommand<T> extends StorageCommand {
  @Mixin private final JsonOption asJson = new JsonOption();

  @Override
  final int run(CommandContext context) {
    List<T> all = list(context);
    if (asJson.isWanted()) {
      context.out().println(JsonTree.text(all.stream().map(this::json).toList()));
    } else {
      print(all, context);
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
