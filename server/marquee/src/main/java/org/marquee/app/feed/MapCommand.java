package org.marquee.app.feed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.app.command.ConsoleCommand;
import org.marquee.app.command.ExitStatus;
import org.marquee.app.terminal.Terminal;
import org.marquee.app.terminal.WrongUsage;
import org.marquee.feed.FeedSource;
import org.marquee.feed.proposed.Corrections;
import org.marquee.feed.proposed.OpenedMapping;
import org.marquee.feed.proposed.Proposal;
import org.marquee.files.FileOwner;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `map`: proposes a mapping for a file that no format fits.
@Command(
    name = "map",
    description = {
      "Proposes the mapping of a CSV or JSON file, and shows what it reads.",
      "On a terminal it asks about what it is unsure of. Elsewhere it prints the mapping."
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
      FeedSource source = feed.source(files.parts(), java.time.Instant.now());
      Path opened = feed.mapping();
      Corrections said = corrections();
      MapProposal proposal = opened == null ? proposed(source, said) : edited(source, said, opened);
      MapOutput output = new MapOutput(out(), err(), place);
      if (json.isWanted()) {
        out().println(proposal.json());
      } else if (Terminal.isThere()) {
        output.show(proposal);
        if (opened == null) {
          proposal =
              new MapQuestions(err(), answer -> proposed(source, answer)).ask(said, proposal);
          output.showRecords(proposal);
        }
      } else {
        output.print(proposal);
      }
      return write(proposal);
    } catch (Corrections.InvalidCorrection e) {
      throw new WrongUsage("--set " + e.getMessage());
    }
  }

  /// A mapping that people have edited is not lost.
  private void refuseToReplace() throws IOException {
    Path opened = feed.mapping();
    if (out != null && Files.exists(out) && (opened == null || !Files.isSameFile(out, opened))) {
      throw new WrongUsage(out + " exists; --mapping " + out + " goes on from it");
    }
  }

  private Corrections corrections() throws Corrections.InvalidCorrection {
    Corrections said = Corrections.NONE;
    for (String each : set) {
      said = said.with(each);
    }
    return said;
  }

  private static MapProposal proposed(FeedSource source, Corrections said)
      throws IOException, Corrections.InvalidCorrection {
    Proposal proposal = Proposal.of(source.parts().getFirst(), said, source.cinema());
    return MapProposal.of(proposal, proposal.mapping(), source);
  }

  private static MapProposal edited(FeedSource source, Corrections said, Path opened)
      throws IOException, Corrections.InvalidCorrection {
    FeedSource.Part part = source.parts().getFirst();
    Proposal without = Proposal.of(part, Corrections.NONE, source.cinema());
    Proposal with = Proposal.of(part, said, source.cinema());
    String text =
        new OpenedMapping(Files.readString(opened))
            .changed(without.mapping(), with.mapping())
            .text();
    return MapProposal.of(without.withoutChoices(), text, source);
  }

  private int write(MapProposal proposal) throws IOException {
    String why = proposal.whyNothing();
    if (out != null && !proposal.mapping().isEmpty()) {
      Files.writeString(out, proposal.mapping());
      FileOwner.adopt(out);
      err()
          .printf(
              "mapping: %s; read the file with `marquee validate %s --mapping %1$s`%n", out, place);
    } else if (Terminal.isThere() && !json.isWanted()) {
      out().print(proposal.mapping());
    }
    if (why != null) {
      err().println("marquee: " + Terminal.visible(why));
      return ExitStatus.FAILED;
    }
    return 0;
  }
}
