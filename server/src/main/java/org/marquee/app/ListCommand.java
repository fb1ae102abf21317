package org.marquee.app;

import java.util.List;
import picocli.CommandLine.Mixin;
import tools.jackson.core.JsonGenerator;

/// A command that lists what is stored: as text for people, or as one JSON array for programs.
abstract class ListCommand<T> extends StorageCommand {
  @Mixin private final JsonOption json = new JsonOption();

  @Override
  final int run(CommandContext context) {
    List<T> all = list(context);
    if (json.isWanted()) {
      JsonOutput.array(context.out(), all, this::write);
    } else {
      print(all, context);
    }
    return status(all);
  }

  abstract List<T> list(CommandContext context);

  abstract void print(List<T> all, CommandContext context);

  abstract void write(JsonGenerator generator, T each);

  int status(List<T> all) {
    return 0;
  }
}
