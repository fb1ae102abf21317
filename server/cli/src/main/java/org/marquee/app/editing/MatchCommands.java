package org.marquee.app.editing;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.app.console.ListCommand;
import org.marquee.app.console.StorageCommand;
import org.marquee.app.terminal.Terminal;
import org.marquee.correction.Correction;
import org.marquee.correction.Correction.Wanted;
import org.marquee.correction.CorrectionRefused;
import org.marquee.correction.What;
import org.marquee.ingest.Ledger.Rules.Effect;
import org.marquee.json.JsonObject;
import org.marquee.listing.Folding;
import org.marquee.listing.Kind;
import org.marquee.notice.Visible;
import org.marquee.store.decision.PostgresCorrections;
import org.marquee.store.decision.PostgresCorrections.Done;
import org.marquee.store.decision.PostgresCorrections.Others;
import org.marquee.store.decision.PostgresCorrections.Step;
import org.marquee.store.decision.PostgresReview;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `films` and `cinemas`: decisions about records that the rules cannot match.
public final class MatchCommands {
  private MatchCommands() {}

  /// `films`.
  @Command(
      name = "films",
      description = "Lists films that may be the same, and merges or splits them.",
      subcommands = {Review.class, Merge.class, Split.class})
  public static final class Films implements About {
    @Override
    public Kind kind() {
      return Kind.FILM;
    }
  }

  /// `cinemas`.
  @Command(
      name = "cinemas",
      description = "Lists cinemas that may be the same, and merges or splits them.",
      subcommands = {Review.class, Merge.class, Split.class})
  public static final class Cinemas implements About {
    @Override
    public Kind kind() {
      return Kind.CINEMA;
    }
  }

  interface About {
    Kind kind();
  }

  private static Kind kind(StorageCommand command) {
    return ((About) command.line().getParent().getCommand()).kind();
  }

  @Command(
      name = "review",
      description = "Lists possible duplicates, and records that are held back.")
  static final class Review extends ListCommand<PostgresReview.Item> {
    private static final int DIFFERENT = 4;
    private static final int WIDTH = 60;

    private String heading = "";

    /// Pairs come first, then records held back, by what is missing. All are ordered by name.
    private static final Comparator<PostgresReview.Item> BY_WHAT_TO_DO =
        Comparator.comparing((PostgresReview.Item item) -> item.other().isEmpty())
            .thenComparing(item -> item.other().isEmpty() ? item.why() : "")
            .thenComparing(item -> Folding.fold(item.one().getFirst().name()))
            .thenComparing(PostgresReview.Item::id);

    @Override
    protected List<PostgresReview.Item> list() {
      return new PostgresReview(database()).list(kind(this));
    }

    @Override
    protected void print(List<PostgresReview.Item> items) {
      PrintWriter out = out();
      if (items.isEmpty()) {
        out.println("Nothing to review.");
        return;
      }
      super.print(items.stream().sorted(BY_WHAT_TO_DO).toList());
      out.println(items.size() + " to review; --json shows every source record");
      if (items.stream().anyMatch(item -> !item.other().isEmpty())) {
        String name = line().getParent().getCommandName();
        out.printf("`%s merge A B` merges a pair, `%s split A B` keeps it apart%n", name, name);
      }
    }

    /// Records that wait for the same thing have one heading.
    @Override
    protected List<String> lines(PostgresReview.Item item) {
      List<String> lines = new ArrayList<>();
      if (!item.why().equals(heading) || !Terminal.isThere()) {
        lines.add(Visible.of(item.why()));
      }
      heading = item.other().isEmpty() ? item.why() : "";
      addRecord(item.id(), item.one(), lines);
      if (!item.other().isEmpty()) {
        addRecord(item.otherId(), item.other(), lines);
      }
      return lines;
    }

    /// Source records that are alike are shown once: a chain has dozens of them.
    private static void addRecord(
        String id, List<PostgresReview.Source> sources, List<String> lines) {
      lines.add("  " + id);
      Map<List<String>, List<PostgresReview.Source>> alike = new LinkedHashMap<>();
      for (PostgresReview.Source each : sources) {
        alike
            .computeIfAbsent(
                List.of(each.name(), each.provider(), each.facts()), _ -> new ArrayList<>())
            .add(each);
      }
      alike.values().stream().limit(DIFFERENT).forEach(same -> lines.add(told(same)));
      if (alike.size() > DIFFERENT) {
        lines.add("    … and " + (alike.size() - DIFFERENT) + " other variants");
      }
    }

    private static String told(List<PostgresReview.Source> same) {
      PostgresReview.Source first = same.getFirst();
      return Visible.of(
          "    %s  (%s %s%s%s)"
              .formatted(
                  first.name(),
                  first.provider(),
                  Visible.cut(first.externalId(), WIDTH),
                  same.size() == 1 ? "" : " and " + (same.size() - 1) + " more",
                  first.facts().isEmpty() ? "" : "; " + first.facts()));
    }

    @Override
    protected JsonObject json(PostgresReview.Item item) {
      return JsonObject.of("why", item.why())
          .with("one", json(item.id(), item.one()))
          .with("other", item.other().isEmpty() ? null : json(item.otherId(), item.other()));
    }

    private static JsonObject json(String id, List<PostgresReview.Source> sources) {
      return JsonObject.of("id", id)
          .withAll(
              "words",
              sources,
              each ->
                  JsonObject.of("id", each.id())
                      .with("provider", each.provider())
                      .with("externalId", each.externalId())
                      .with("name", each.name())
                      .with("facts", each.facts()));
    }
  }

  /// A decision is a correction as any other (docs/corrections.md).
  ///
  /// @throws CorrectionRefused if it cannot be made
  private static Step decide(StorageCommand command, What what, String... ids) {
    Correction correction = Correction.of(what, List.of(ids), "decided at a review");
    if (correction.kind() != kind(command)) {
      throw new CorrectionRefused("there is no " + kind(command).word() + " " + ids[0]);
    }
    return new PostgresCorrections(command.database())
        .apply(List.of(new Wanted(0, correction)), Others.STAY, Effect.COMMIT)
        .getFirst();
  }

  @Command(
      name = "merge",
      description = "Merges two records, even against the rules; the older id stays.")
  static final class Merge extends StorageCommand {
    @Parameters(paramLabel = "A", description = "The id of one.")
    private String one = "";

    @Parameters(paramLabel = "B", description = "The id of the other.")
    private String other = "";

    @Override
    protected int run() {
      try {
        Step step = decide(this, What.MERGE, one, other);
        if (step.done() == Done.UNCHANGED) {
          return failed(one + " and " + other + " are already merged");
        }
        // The older id stays, or a third one that both were merged into before.
        String record = step.stored().present();
        String gone = record.equals(other) ? one : other;
        return done(
            "Merged %s into %s.".formatted(gone, record),
            () -> JsonObject.of("merged", gone).with("into", record));
      } catch (CorrectionRefused e) {
        return failed(String.valueOf(e.getMessage()));
      }
    }
  }

  @Command(
      name = "split",
      description =
          "Splits a provider's record off from a merged one, even against the rules; or keeps two"
              + " records apart, so that review no longer lists them.")
  static final class Split extends StorageCommand {
    @Parameters(
        index = "0",
        paramLabel = "ID",
        description = "The id of a provider's source record, or of one of two records.")
    private String id = "";

    @Parameters(
        index = "1",
        paramLabel = "OTHER",
        arity = "0..1",
        description = "The id of the other record. If both are merged, this one is split off.")
    private @Nullable String other;

    @Override
    protected int run() {
      try {
        if (other == null) {
          String own = decide(this, What.SPLIT, id).stored().present();
          return done("Split off as " + own + ".", () -> JsonObject.of("id", own));
        }
        var _ = decide(this, What.SPLIT, other, id);
        return done(
            id + " and " + other + " stay apart.",
            () -> JsonObject.of("id", id).with("apartFrom", other));
      } catch (CorrectionRefused e) {
        return failed(String.valueOf(e.getMessage()));
      }
    }
  }
}
