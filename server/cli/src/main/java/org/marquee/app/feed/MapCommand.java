package org.marquee.app.feed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.marquee.app.console.ConsoleCommand;
import org.marquee.app.console.ExitStatus;
import org.marquee.app.terminal.Terminal;
import org.marquee.app.terminal.WrongUsage;
import org.marquee.feed.FeedSource;
import org.marquee.feed.proposed.Proposal;
import org.marquee.feed.proposed.StatedFields;
import org.marquee.files.RootRights;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `map`: proposes a mapping for a file that no format fits, and asks what is not sure.
@Command(
    name = "map",
    description = {
      "Proposes the mapping of a CSV or JSON file, and shows what it reads.",
      "On a terminal it asks what is not sure. Elsewhere it prints the mapping and the questions."
    })
public final class MapCommand extends ConsoleCommand {
  @Parameters(paramLabel = "FILE", description = "The file.")
  private String place = "";

  @Option(
      names = "--set",
      paramLabel = "FIELD=COLUMN",
      description = {
        "States what a field is: a column, a text for all rows with another = before it, or nothing, to"
            + " leave it out. For startsAt two columns with + between them (docs/mappings.md)."
      })
  private List<String> set = List.of();

  @Option(names = "--out", paramLabel = "FILE.yaml", description = "Writes the mapping to a file.")
  private @Nullable Path out;

  @Mixin private final FeedOptions feed = new FeedOptions();

  @Override
  protected int execute() throws IOException {
    feed.check();
    refuseToReplace();
    try (FeedFiles files = FeedFiles.fetch(List.of(place), feed.largest())) {
      FeedSource source = feed.source(files.parts(), Instant.now());
      Path opened = feed.mapping();
      StatedFields said = StatedFields.NONE;
      for (String each : set) {
        said = said.with(each);
      }
      MapOutput.Proposing proposing = answers -> proposed(source, opened, answers);
      Proposal proposal = proposing.with(said);
      MapOutput output = new MapOutput(err());
      boolean asks = Terminal.isThere() && !json.isWanted();
      if (asks) {
        proposal =
            output.ask(
                said,
                proposal,
                proposing,
                () -> Objects.requireNonNull(System.console()).readLine());
      }
      if (json.isWanted()) {
        out().println(MapOutput.json(proposal));
      } else {
        output.show(proposal);
      }
      return write(proposal);
    } catch (StatedFields.InvalidStatement e) {
      throw new WrongUsage("--set " + e.getMessage());
    }
  }

  private static Proposal proposed(FeedSource source, @Nullable Path opened, StatedFields said)
      throws IOException, StatedFields.InvalidStatement {
    return opened == null
        ? Proposal.of(source, said)
        : Proposal.opened(RootRights.use(opened, () -> Files.readString(opened)), source, said);
  }

  /// A mapping that people have edited is not lost.
  private void refuseToReplace() throws IOException {
    Path named = out;
    if (named != null && RootRights.use(named, () -> isAnother(named, feed.mapping()))) {
      throw new WrongUsage(out + " exists; --mapping " + out + " goes on from it");
    }
  }

  private static boolean isAnother(Path named, @Nullable Path opened) throws IOException {
    return Files.exists(named) && (opened == null || !Files.isSameFile(named, opened));
  }

  private int write(Proposal proposal) throws IOException {
    Path named = out;
    if (named != null) {
      RootRights.use(named, () -> Files.writeString(named, proposal.mapping()));
      err()
          .printf(
              "mapping: %s; read the file with `marquee validate %s --mapping %1$s`%n", out, place);
    } else if (!json.isWanted()) {
      out().print(proposal.mapping());
    }
    String why = proposal.whyNothing();
    int open = proposal.questions().size();
    if (why != null) {
      err().println("marquee: " + Terminal.visible(why));
    } else if (open > 0) {
      err()
          .printf(
              "marquee: open questions: %d; answer each with --set FIELD=…, or edit the mapping and take its comment out%n",
              open);
    }
    return why == null && open == 0 ? 0 : ExitStatus.FAILED;
  }
}
