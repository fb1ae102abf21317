package org.marquee.feed.proposed;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedSource;
import org.marquee.feed.UnreadableFeed;

/// A mapping for a file, with its questions, and what it reads from the file.
///
/// @param mapping its text
/// @param choices what was found, and the questions
/// @param columns the columns of the file, with examples
/// @param fault why nothing can be read by it; null where it can, or where questions come first
public record Proposal(
    String mapping,
    List<Choice> choices,
    Map<String, List<String>> columns,
    FirstRecords records,
    @Nullable String fault) {
  /// What is asked before each question in a comment of a mapping.
  private static final String COMMENT = "# ? ";

  /// Looks at a file, and proposes its mapping.
  ///
  /// @param said what a person states of it
  /// @throws StatedFields.InvalidStatement if that names a column that is not there
  /// @throws UnreadableFeed if it is neither a table nor JSON
  public static Proposal of(FeedSource source, StatedFields said)
      throws IOException, StatedFields.InvalidStatement {
    return of(source, said, Room.OF_FILE, true);
  }

  /// Looks at the beginning of a file. It asks whether the rest is like it.
  public static Proposal ofBeginning(FeedSource source, StatedFields said)
      throws IOException, StatedFields.InvalidStatement {
    return of(source, said, Room.OF_FILE, false);
  }

  static Proposal of(FeedSource source, StatedFields said, int most, boolean isWhole)
      throws IOException, StatedFields.InvalidStatement {
    FeedSource.Part part = source.parts().getFirst();
    FeedTable table = FeedTable.read(part, said, most, isWhole);
    Proposer proposer = new Proposer(source, table, said);
    Map<String, List<String>> columns = new LinkedHashMap<>();
    for (FileColumn each : table.columns()) {
      List<String> first = each.different().stream().limit(3).toList();
      columns.put(each.name(), first.stream().map(text -> Choice.shortened(text, 60)).toList());
    }
    String file = part.name().substring(part.name().replace('\\', '/').lastIndexOf('/') + 1);
    return read(MappingText.of(proposer, file), proposer.choices(), columns, source);
  }

  /// Opens a mapping that a person may have edited. Each answer changes the line of its field; all
  /// other lines, and their comments, stay.
  public static Proposal opened(String mapping, FeedSource source, StatedFields said)
      throws IOException, StatedFields.InvalidStatement {
    List<String> lines = new ArrayList<>(mapping.lines().toList());
    for (Map.Entry<String, String> each : said.byField().entrySet()) {
      String member = each.getKey() + ":";
      lines.removeIf(line -> line.strip().startsWith(COMMENT + member));
      String text = said.text(each.getKey());
      String value = MappingText.inLine(text == null ? each.getValue() : Map.of("constant", text));
      if (lines.stream().noneMatch(line -> line.strip().startsWith(member))) {
        throw new StatedFields.InvalidStatement(
            each.getKey() + " has no line in the mapping; write it there, docs/mappings.md");
      }
      lines.removeIf(line -> each.getValue().isEmpty() && line.strip().startsWith(member));
      lines.replaceAll(line ->
          line.strip().startsWith(member)
              ? line.substring(0, line.indexOf(member)) + member + " " + value
              : line);
    }
    String text = String.join("\n", lines) + "\n";
    List<Choice> questions =
        lines.stream()
            .map(String::strip)
            .filter(line -> line.startsWith(COMMENT) && line.indexOf(':') > 0)
            .map(line -> line.substring(COMMENT.length()).split(": ", 2))
            .map(asked -> Choice.asked(asked[0], asked[asked.length - 1], List.of()))
            .toList();
    return read(text, questions, Map.of(), source);
  }

  private static Proposal read(
      String mapping, List<Choice> choices, Map<String, List<String>> columns, FeedSource source)
      throws IOException {
    try {
      FirstRecords records = FirstRecords.of(mapping, source);
      return new Proposal(mapping, List.copyOf(choices), columns, records, null);
    } catch (UnreadableFeed e) {
      // A mapping with open questions may well lack what it needs.
      boolean open = choices.stream().anyMatch(Choice::isOpen);
      String fault = open ? null : e.notice().detail();
      return new Proposal(mapping, List.copyOf(choices), columns, FirstRecords.NOTHING, fault);
    }
  }

  /// The questions that are open.
  public List<Choice> questions() {
    return choices.stream().filter(Choice::isOpen).toList();
  }

  /// Why nothing is read; null where something is, or where questions come first.
  public @Nullable String whyNothing() {
    boolean some = records.showtimes() + records.cinemas() > 0 || !questions().isEmpty();
    return fault != null ? fault : some ? null : "every row is refused or left out";
  }
}
