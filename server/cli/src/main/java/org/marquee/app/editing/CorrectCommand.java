package org.marquee.app.editing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.marquee.app.console.ListCommand;
import org.marquee.app.console.StorageCommand;
import org.marquee.app.console.Times;
import org.marquee.app.terminal.WrongUsage;
import org.marquee.correction.Correction;
import org.marquee.correction.Correction.Wanted;
import org.marquee.correction.CorrectionRefused;
import org.marquee.correction.What;
import org.marquee.ingest.Ledger.Rules.Effect;
import org.marquee.json.JsonObject;
import org.marquee.store.decision.PostgresCorrections;
import org.marquee.store.decision.PostgresCorrections.Others;
import org.marquee.store.decision.PostgresCorrections.Stored;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `correct`: what a person knows better than the sources.
@Command(
    name = "correct",
    description =
        "Corrects cinemas, films and showtimes by hand. A correction wins over all providers, stays"
            + " whatever is imported, and is taken back with undo.",
    subcommands = {
      CorrectCommand.SetFields.class,
      CorrectCommand.Hide.class,
      CorrectCommand.NotAFilm.class,
      CorrectCommand.Merge.class,
      CorrectCommand.Split.class,
      CorrectCommand.ListAll.class,
      CorrectCommand.Undo.class,
      CorrectionFileCommands.Apply.class,
      CorrectionFileCommands.ExportAll.class
    })
public final class CorrectCommand {
  private CorrectCommand() {}

  /// A command that makes corrections.
  abstract static class Making extends StorageCommand {
    @Parameters(
        arity = "1..*",
        paramLabel = "ID",
        description = "The id of the record, and what else belongs to it.")
    private List<String> words = new ArrayList<>();

    @Option(
        names = "--note",
        paramLabel = "TEXT",
        required = true,
        description = "Why. Pages show it beside what is corrected.")
    private String note = "";

    /// @throws CorrectionRefused if that makes no sense
    List<Wanted> wanted(List<String> words, String note) {
      What what = What.ofVerb(line().getCommandName());
      return List.of(new Wanted(0, Correction.of(what, words, note)));
    }

    @Override
    protected final void check() {
      refused(() -> wanted(words, note), WrongUsage::new);
    }

    @Override
    protected final int run() {
      return CorrectionFileCommands.apply(
          this, "", wanted(words, note), Others.STAY, Effect.COMMIT);
    }
  }

  /// What is made, unless it is refused.
  ///
  /// @param failing makes an exception of the message
  static <T> T refused(Supplier<T> making, Function<String, RuntimeException> failing) {
    try {
      return making.get();
    } catch (CorrectionRefused e) {
      throw failing.apply(String.join("\nmarquee: ", e.faults()));
    }
  }

  @Command(
      name = "set",
      customSynopsis = "marquee correct set ID FIELD=VALUE... --note TEXT",
      description =
          "Gives fields of a cinema, a film or a showtime other values: name, position, address,"
              + " locality, postcode, countryCode, timeZone; title, extCatalogAId, extCatalogBId; and"
              + " details, such as websiteUrl, genres or availability. An empty position, address, catalogue id or detail: none.")
  static final class SetFields extends Making {
    @Override
    List<Wanted> wanted(List<String> words, String note) {
      if (words.size() < 2) {
        throw new CorrectionRefused("FIELD=VALUE is missing, such as name=Roxy");
      }
      List<Wanted> all = new ArrayList<>();
      for (String each : words.subList(1, words.size())) {
        String[] parts = each.split("=", 2);
        if (parts.length < 2) {
          throw new CorrectionRefused("\"" + each + "\" is not FIELD=VALUE");
        }
        Correction made = Correction.ofField(words.getFirst(), parts[0], parts[1], note);
        if (all.stream().anyMatch(other -> other.correction().what() == made.what())) {
          throw new CorrectionRefused(parts[0] + " stands here twice");
        }
        all.add(new Wanted(0, made));
      }
      return all;
    }
  }

  @Command(
      name = "hide",
      description = "Publishes a cinema, a film or a showtime no longer, nor what belongs to it.")
  static final class Hide extends Making {}

  @Command(
      name = "not-a-film",
      description = "Says that a film is none. It is not published, nor are its showtimes.")
  static final class NotAFilm extends Making {}

  @Command(
      name = "merge",
      description = "Says that two films or cinemas are one, by both ids; the older one stays.")
  static final class Merge extends Making {}

  @Command(
      name = "split",
      description =
          "Says that a source record is not the same as others, and splits it off: its id, then"
              + " those of the others (default: all that it is merged with).")
  static final class Split extends Making {}

  @Command(name = "list", description = "Lists corrections, with who made them and why.")
  static final class ListAll extends ListCommand<Stored> {
    @Override
    protected List<Stored> list() {
      return new PostgresCorrections(database()).list();
    }

    @Override
    protected List<String> lines(Stored each) {
      return List.of(
          words(each),
          "    %s  by %s, %s"
              .formatted(each.correction().note(), each.by(), Times.toTheSecond(each.at())));
    }

    @Override
    protected JsonObject json(Stored each) {
      return CorrectCommand.json(each);
    }
  }

  @Command(
      name = "undo",
      description = "Takes a correction back: what the sources say is published again.")
  static final class Undo extends StorageCommand {
    @Parameters(paramLabel = "NUMBER", description = "The correction, as list shows it.")
    private long number;

    @Override
    protected int run() {
      Optional<Stored> undone = new PostgresCorrections(database()).undo(number);
      return undone.isEmpty()
          ? failed("there is no correction " + number + "; correct list shows them")
          : done("took back " + words(undone.get()), () -> CorrectCommand.json(undone.get()));
    }
  }

  /// A correction in a line.
  static String words(Stored stored) {
    return stored.id() + "  " + wordsWithoutNumber(stored);
  }

  static String wordsWithoutNumber(Stored stored) {
    Correction correction = stored.correction();
    String value = correction.value() == null ? "" : " " + correction.value();
    if (correction.what().isField()) {
      value = ":" + (value.isEmpty() ? " none" : value);
    }
    return "%s  %s%s  (%s)"
        .formatted(
            correction.record(),
            correction.what().word(),
            value,
            stored.name() == null ? "not stored now" : stored.name());
  }

  /// A correction for a program (docs/corrections.md).
  static JsonObject json(Stored stored) {
    Correction correction = stored.correction();
    List<String> others = correction.others();
    return JsonObject.of("number", stored.id())
        .with("kind", correction.kind().word())
        .with("record", correction.record())
        .with("name", stored.name())
        .with("what", correction.what().word())
        .with("value", others.isEmpty() ? correction.value() : null)
        .with("others", others.isEmpty() ? null : others)
        .with("note", correction.note())
        .with("by", stored.by())
        .with("at", stored.at());
  }
}
