package org.marquee.feed.proposed;

import java.io.IOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSource;

/// A mapping as it is proposed for a file, with what it was made of.
///
/// @param mapping its text; empty where the file lists neither showings nor cinemas
/// @param choices what was decided, and how sure that is
/// @param columns the columns of the file, those first that a row of it has, with examples
/// @param rows the first rows of a table, its headings first; empty for a tree
/// @param listed what its rows are
public record Proposal(
    String mapping,
    List<Choice> choices,
    List<Seen> columns,
    List<List<String>> rows,
    Listed listed) {
  /// What the rows of a file are.
  public enum Listed {
    SHOWINGS,
    CINEMAS,
    /// Films are named, and no times are found; or nothing is known.
    UNKNOWN
  }

  private static final int EXAMPLES = 3;

  /// A column of this sureness is called a film, or its title.
  private static final int NAMED = 95;

  public Proposal {
    choices = List.copyOf(choices);
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  /// A column, and some of its values.
  public record Seen(String name, List<String> examples) {
    public Seen {
      examples = List.copyOf(examples);
    }
  }

  /// Looks at a file, and proposes its mapping.
  ///
  /// @param said what a person states of it
  /// @param described the cinema that it is about, where the operator describes it; null: none
  /// @throws Corrections.InvalidCorrection if that names a column that is not there
  /// @throws org.marquee.feed.UnreadableFeed if it is neither a table nor JSON
  public static Proposal of(
      FeedSource.Part part, Corrections said, FeedRecord.@Nullable Cinema described)
      throws IOException, Corrections.InvalidCorrection {
    FeedTable table = FeedTable.read(part);
    Proposer decided = new Proposer(table, said);
    List<Choice> choices = Choices.of(decided, described);
    Map<String, String> doubts = new LinkedHashMap<>();
    choices.stream()
        .filter(choice -> choice.isUnsure() && !choice.shown().isEmpty())
        .forEach(choice -> doubts.put(choice.field(), choice.why()));
    boolean any =
        (decided.start == null ? Set.of(Role.CINEMA) : Set.of(Role.TITLE, Role.FILM_ID))
            .stream().anyMatch(decided.picks.columns()::containsKey);
    String file = part.name().replaceFirst("^.*[/\\\\]", "");
    return new Proposal(
        any ? MappingRecords.of(decided, described, file, doubts) : "",
        choices,
        table.columns().stream()
            .sorted(Comparator.comparing(column -> !column.place().isSeenFrom(decided.rows())))
            .map(column -> new Seen(column.toString(), column.first(EXAMPLES)))
            .toList(),
        table.head(),
        listed(decided));
  }

  /// The same, for a mapping that was made before: its choices are a person's.
  public Proposal withoutChoices() {
    return new Proposal(mapping, List.of(), columns, rows, listed);
  }

  private static Listed listed(Proposer decided) {
    if (decided.start != null) {
      return Listed.SHOWINGS;
    }
    FileColumn cinema = decided.column(Role.CINEMA);
    boolean namesFilms =
        decided.table.columns().stream()
            .anyMatch(column -> !column.equals(cinema) && Role.TITLE.sureness(column) >= NAMED);
    return cinema == null || namesFilms ? Listed.UNKNOWN : Listed.CINEMAS;
  }

  /// The choices that a person should look at.
  public List<Choice> unsure() {
    return choices.stream().filter(Choice::isUnsure).toList();
  }
}
