package org.marquee.app;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.marquee.app.terminal.WrongUsage;
import org.marquee.correction.Correction;
import org.marquee.correction.Correction.Wanted;
import org.marquee.correction.Correction.What;
import org.marquee.correction.CorrectionRefused;
import org.marquee.store.PostgresCorrections.Effect;
import org.marquee.store.PostgresCorrections.Others;
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
      CorrectionCommands.ListAll.class,
      CorrectionCommands.Undo.class,
      CorrectionCommands.Apply.class,
      CorrectionCommands.ExportAll.class
    })
final class CorrectCommand {
  private CorrectCommand() {}

  /// A command that makes corrections.
  abstract static class Making extends StorageCommand {
    @Option(
        names = "--note",
        paramLabel = "TEXT",
        required = true,
        description = "Why. Pages show it beside what is corrected.")
    String note = "";

    /// What is wanted.
    ///
    /// @throws CorrectionRefused if that makes no sense
    abstract List<Correction> corrections();

    @Override
    void check() {
      MadeCorrections.refused(this::corrections, WrongUsage::new);
    }

    @Override
    int run(CommandContext context) {
      List<Wanted> wanted = corrections().stream().map(each -> new Wanted(0, each)).toList();
      return MadeCorrections.apply(context, wanted, Others.STAY, Effect.COMMIT);
    }
  }

  @Command(
      name = "set",
      description =
          "Gives fields of a cinema or a film other values: name, position, address, locality,"
              + " postcode, countryCode, timeZone; title, extCatalogAId, extCatalogBId.")
  static final class SetFields extends Making {
    @Parameters(index = "0", paramLabel = "ID", description = "The id of the record.")
    private String id = "";

    @Parameters(
        index = "1..*",
        arity = "1..*",
        paramLabel = "FIELD=VALUE",
        description =
            "What is published, such as position=53.7997,-1.5492. An empty address, position or"
                + " catalogue id: none.")
    private List<String> fields = new ArrayList<>();

    @Override
    List<Correction> corrections() {
      Map<String, Correction> all = new LinkedHashMap<>();
      for (String each : fields) {
        String[] parts = each.split("=", 2);
        if (parts.length < 2) {
          throw new CorrectionRefused(List.of("\"" + each + "\" is not FIELD=VALUE"));
        }
        Correction made = Correction.of(id, Correction.field(id, parts[0], parts[1]), note);
        if (all.put(made.key(), made) != null) {
          throw new CorrectionRefused(List.of(parts[0] + " stands here twice"));
        }
      }
      return List.copyOf(all.values());
    }
  }

  @Command(
      name = "hide",
      description = "Publishes a cinema, a film or a showtime no longer, nor what belongs to it.")
  static final class Hide extends Making {
    @Parameters(paramLabel = "ID", description = "The id of the record.")
    private String id = "";

    @Override
    List<Correction> corrections() {
      return List.of(Correction.of(id, new What.Hidden(), note));
    }
  }

  @Command(
      name = "not-a-film",
      description = "Says that a film is none. It is not published, nor are its showtimes.")
  static final class NotAFilm extends Making {
    @Parameters(paramLabel = "ID", description = "The id of the film.")
    private String id = "";

    @Override
    List<Correction> corrections() {
      return List.of(Correction.of(id, new What.NotAFilm(), note));
    }
  }

  @Command(
      name = "merge",
      description = "Says that two films or cinemas are one; the older id stays.")
  static final class Merge extends Making {
    @Parameters(index = "0", paramLabel = "A", description = "The id of one.")
    private String one = "";

    @Parameters(index = "1", paramLabel = "B", description = "The id of the other.")
    private String other = "";

    @Override
    List<Correction> corrections() {
      return List.of(Correction.of(one, new What.Same(other), note));
    }
  }

  @Command(
      name = "split",
      description = "Says that a source record is not the same as others, and splits it off.")
  static final class Split extends Making {
    @Parameters(index = "0", paramLabel = "ID", description = "The id of the source record.")
    private String id = "";

    @Parameters(
        index = "1..*",
        arity = "0..*",
        paramLabel = "OTHER",
        description = "The ids of what it is not (default: all that it is merged with).")
    private List<String> others = new ArrayList<>();

    @Override
    List<Correction> corrections() {
      return List.of(Correction.of(id, new What.Differs(others), note));
    }
  }
}
