package org.marquee.feed.proposed;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSource;

/// A mapping as it is proposed for a file, with what it was made of.
///
/// @param mapping its text; empty where the file lists neither showings nor cinemas
/// @param choices what was decided, and how sure that is
/// @param columns the columns of the file, those first that a row of it has, with examples
/// @param rows the first rows of a table, its headings first; empty for a tree
/// @param hasShowings whether times of showings were found
public record Proposal(
    String mapping,
    List<Choice> choices,
    List<Seen> columns,
    List<List<String>> rows,
    boolean hasShowings) {
  private static final int EXAMPLES = 3;

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
  /// @throws Corrections.Fault if that names a column that is not there
  /// @throws org.marquee.feed.UnreadableFeed if it is neither a table nor JSON
  public static Proposal of(
      FeedSource.Part part, Corrections said, FeedRecord.@Nullable Cinema described)
      throws IOException, Corrections.Fault {
    FeedTable table = FeedTable.read(part);
    Proposer.Decided decided = Proposer.decide(table, said);
    List<Choice> choices = new Choices(decided, described).list();
    Map<String, String> doubts = new LinkedHashMap<>();
    choices.stream()
        .filter(Choice::isUnsure)
        .filter(choice -> !choice.shown().isEmpty())
        .forEach(choice -> doubts.put(choice.field(), choice.why()));
    boolean any =
        decided.start() == null
            ? decided.column(Role.CINEMA) != null
            : decided.column(Role.TITLE) != null || decided.column(Role.FILM_ID) != null;
    Predicate<FileColumn> near = column -> column.place().isSeenFrom(decided.rows());
    List<FileColumn> columns =
        java.util.stream.Stream.concat(
                table.columns().stream().filter(near),
                table.columns().stream().filter(near.negate()))
            .toList();
    return new Proposal(
        any
            ? new MappingRecords(decided, described, doubts)
                .write(part.name().replaceFirst("^.*[/\\\\]", ""))
            : "",
        choices,
        columns.stream().map(each -> new Seen(each.toString(), each.first(EXAMPLES))).toList(),
        table.head(),
        decided.start() != null);
  }

  /// The same, for a mapping that was made before: its choices are a person's.
  public Proposal withoutChoices() {
    return new Proposal(mapping, List.of(), columns, rows, hasShowings);
  }

  /// The choices that a person should look at.
  public List<Choice> unsure() {
    return choices.stream().filter(Choice::isUnsure).toList();
  }
}
