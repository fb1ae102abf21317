package org.marquee.app.status;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.marquee.app.console.ExitStatus;
import org.marquee.app.console.ListCommand;
import org.marquee.app.console.StorageCommand;
import org.marquee.app.terminal.Confirmation;
import org.marquee.ingest.Sources;
import org.marquee.json.JsonObject;
import org.marquee.listing.Kind;
import org.marquee.ops.SourceJson;
import org.marquee.store.run.PostgresSources;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `provider`: who publishes the feeds.
@Command(
    name = "provider",
    description = "Lists the providers of feeds, and removes one.",
    subcommands = {ProviderCommand.ListAll.class, ProviderCommand.Remove.class})
public final class ProviderCommand {
  private ProviderCommand() {}

  @Command(name = "list", description = "Lists providers.")
  static final class ListAll extends ListCommand<Sources.Source> {
    private final Instant now = Instant.now();

    @Override
    protected List<Sources.Source> list() {
      return new PostgresSources(database()).list();
    }

    @Override
    protected List<String> lines(Sources.Source source) {
      return List.of(source.provider());
    }

    @Override
    protected JsonObject json(Sources.Source source) {
      return SourceJson.of(source, now);
    }
  }

  @Command(
      name = "remove",
      description =
          "Withdraws everything that only this provider lists. Shows how much that is, and asks"
              + " for confirmation.")
  static final class Remove extends StorageCommand {
    @Mixin private final Confirmation confirmation = new Confirmation();

    @Parameters(paramLabel = "ID", description = "The provider, from `provider list`.")
    private String provider = "";

    @Override
    protected int run() {
      Sources sources = new PostgresSources(database());
      if (confirmation.isNeeded()) {
        Optional<Sources.Source> source =
            sources.list().stream().filter(each -> each.provider().equals(provider)).findAny();
        if (source.isPresent() && !confirmed(source.get())) {
          return ExitStatus.FAILED;
        }
      }
      Optional<Map<Kind, Long>> removed = sources.remove(provider);
      if (removed.isEmpty()) {
        return failed("there is no provider " + provider + "; `provider list` shows them");
      }
      List<String> lines = new ArrayList<>();
      removed
          .get()
          .forEach((kind, count) -> lines.add("%-10s %9d withdrawn".formatted(kind.word(), count)));
      return done(String.join(System.lineSeparator(), lines), () -> withdrawn(removed.get()));
    }

    private JsonObject withdrawn(Map<Kind, Long> records) {
      JsonObject withdrawn = new JsonObject();
      records.forEach((kind, count) -> withdrawn.with(kind.word(), count));
      return JsonObject.of("provider", provider).with("withdrawn", withdrawn);
    }

    private boolean confirmed(Sources.Source source) {
      err().println("Removing " + provider + " withdraws what only it lists:");
      for (Kind kind : List.of(Kind.CINEMA, Kind.FILM, Kind.SHOWTIME)) {
        err().printf("  %-9s %9d%n", kind.word() + "s", source.records().get(kind));
      }
      return Confirmation.given("Remove provider " + provider + "?", err());
    }
  }
}
