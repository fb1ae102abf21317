package org.marquee.app;

import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;
import org.marquee.ops.SourceJson;
import org.marquee.ops.Sources;
import org.marquee.store.PostgresSources;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `provider`: whom the records come from.
@Command(
    name = "provider",
    description = "Lists the providers of feeds, and removes one.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {ProviderCommand.ListAll.class, ProviderCommand.Remove.class})
final class ProviderCommand {
  @Command(name = "list", description = "Lists providers.", mixinStandardHelpOptions = true)
  static final class ListAll implements Callable<Integer> {
    @Spec private @Nullable CommandSpec spec;
    @Mixin private Home home = new Home();

    @Option(names = "--json", description = "Print JSON (docs/command-line.md).")
    private boolean json;

    @Override
    public Integer call() {
      Logs.ofCommand();
      PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
      try (Storage storage = home.openExisting()) {
        Sources sources = new PostgresSources(storage.database());
        if (json) {
          Instant now = Instant.now();
          Printed.array(
              out, sources.list(), (generator, source) -> SourceJson.write(generator, source, now));
        } else {
          sources.list().forEach(source -> out.println(source.provider()));
        }
        return 0;
      }
    }
  }

  @Command(
      name = "remove",
      description =
          "Withdraws everything that only this provider lists. Shows how much that is, and asks.",
      mixinStandardHelpOptions = true)
  static final class Remove implements Callable<Integer> {
    @Spec private @Nullable CommandSpec spec;
    @Mixin private Home home = new Home();

    @Mixin private Confirmation confirmation = new Confirmation();

    @Parameters(paramLabel = "ID", description = "The provider, as `provider list` shows it.")
    private String provider = "";

    @Override
    public Integer call() {
      Logs.ofCommand();
      CommandSpec self = Objects.requireNonNull(spec);
      CommandLine line = self.commandLine();
      try (Storage storage = home.openExisting()) {
        Sources sources = new PostgresSources(storage.database());
        if (confirmation.isNeeded()) {
          Optional<Sources.Source> source =
              sources.list().stream().filter(each -> each.provider().equals(provider)).findAny();
          if (source.isPresent() && !confirmed(source.get(), line)) {
            return Main.FAILED;
          }
        }
        Optional<Map<Kind, Long>> removed = sources.remove(provider);
        if (removed.isEmpty()) {
          line.getErr().println("marquee: there is no provider " + provider);
          return Main.FAILED;
        }
        removed
            .get()
            .forEach(
                (kind, count) -> line.getOut().printf("%-10s %9d withdrawn%n", kind.word(), count));
        return 0;
      }
    }

    private boolean confirmed(Sources.Source source, CommandLine line) {
      line.getErr().println("Removing " + provider + " withdraws what only it lists:");
      for (Kind kind : List.of(Kind.CINEMA, Kind.FILM, Kind.SHOWTIME)) {
        line.getErr().printf("  %-9s %9d%n", kind.word() + "s", source.records().get(kind));
      }
      return Confirmation.given("Remove provider " + provider + "?", line);
    }
  }
}
