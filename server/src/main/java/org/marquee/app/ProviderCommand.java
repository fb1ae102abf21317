package org.marquee.app;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.marquee.listing.Kind;
import org.marquee.ops.SourceJson;
import org.marquee.ops.Sources;
import org.marquee.store.PostgresSources;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `provider`: whom the records come from.
@Command(
    name = "provider",
    description = "Lists the providers of feeds, and removes one.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {ProviderCommand.ListAll.class, ProviderCommand.Remove.class})
final class ProviderCommand {
  @Command(name = "list", description = "Lists providers.", mixinStandardHelpOptions = true)
  static final class ListAll extends StorageCommand {
    @Option(names = "--json", description = "Print JSON (docs/command-line.md).")
    private boolean json;

    @Override
    int run(CommandContext desk) {
      List<Sources.Source> sources = new PostgresSources(desk.database()).list();
      if (json) {
        Instant now = Instant.now();
        desk.json(sources, (generator, source) -> SourceJson.write(generator, source, now));
      } else {
        sources.forEach(source -> desk.out().println(source.provider()));
      }
      return 0;
    }
  }

  @Command(
      name = "remove",
      description =
          "Withdraws everything that only this provider lists. Shows how much that is, and asks.",
      mixinStandardHelpOptions = true)
  static final class Remove extends StorageCommand {
    @Mixin private Confirmation confirmation = new Confirmation();

    @Parameters(paramLabel = "ID", description = "The provider, as `provider list` shows it.")
    private String provider = "";

    @Override
    int run(CommandContext desk) {
      Sources sources = new PostgresSources(desk.database());
      if (confirmation.isNeeded()) {
        Optional<Sources.Source> source =
            sources.list().stream().filter(each -> each.provider().equals(provider)).findAny();
        if (source.isPresent() && !confirmed(source.get(), desk)) {
          return Main.FAILED;
        }
      }
      Optional<Map<Kind, Long>> removed = sources.remove(provider);
      if (removed.isEmpty()) {
        return desk.failed("there is no provider " + provider);
      }
      removed
          .get()
          .forEach((kind, count) -> desk.out().printf("%-10s %9d withdrawn%n", kind.word(), count));
      return 0;
    }

    private boolean confirmed(Sources.Source source, CommandContext desk) {
      desk.err().println("Removing " + provider + " withdraws what only it lists:");
      for (Kind kind : List.of(Kind.CINEMA, Kind.FILM, Kind.SHOWTIME)) {
        desk.err().printf("  %-9s %9d%n", kind.word() + "s", source.records().get(kind));
      }
      return Confirmation.given("Remove provider " + provider + "?", desk.err());
    }
  }
}
