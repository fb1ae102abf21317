package org.marquee.app.feed;

import java.io.PrintWriter;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.marquee.app.terminal.Terminal;
import org.marquee.feed.proposed.Choice;
import org.marquee.feed.proposed.FirstRecords.Shown;
import org.marquee.feed.proposed.Proposal;
import org.marquee.notice.Visible;

/// Shows a proposed mapping: rows, choices, and the first records.
record MapOutput(PrintWriter out, PrintWriter err, String place) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("EEE d MMM yyyy HH:mm", Locale.ENGLISH);
  private static final int WIDEST = 24;
  private static final int MOST_REASONS = 6;

  /// For a person: all of it.
  void show(MapProposal mapped) {
    Proposal proposal = mapped.proposal();
    List<List<String>> rows =
        proposal.rows().isEmpty()
            ? Stream.concat(
                    Stream.of(List.of("Column", "Examples")),
                    proposal.columns().stream()
                        .limit(30)
                        .map(
                            column -> List.of(column.name(), String.join(", ", column.examples()))))
                .toList()
            : proposal.rows().stream().limit(6).toList();
    table(rows).forEach(err::println);
    if (!proposal.choices().isEmpty()) {
      err.println();
      for (Choice choice : proposal.choices()) {
        err.println(line(choice));
      }
    }
    showRecords(mapped);
  }

  /// For a program: the mapping, and what is unsure on standard error.
  void print(MapProposal mapped) {
    out.print(mapped.mapping());
    out.flush();
    mapped.proposal().unsure().forEach(choice -> err.println(line(choice)));
    showRecords(mapped);
  }

  void showRecords(MapProposal mapped) {
    err.println();
    for (Shown shown : mapped.records().first()) {
      err.printf(
          "  %s%s  %s%n",
          TIME.format(shown.start()),
          shown.zone() == null ? "" : " (" + shown.zone() + ")",
          Visible.of(String.join("  ", parts(shown))));
    }
    err.println(mapped.sentence());
    mapped.records().reasons().entrySet().stream()
        .limit(MOST_REASONS)
        .forEach(why -> err.println("  " + why.getValue() + ": " + Visible.of(why.getKey())));
  }

  private static List<String> parts(Shown shown) {
    List<String> parts = new ArrayList<>(List.of(shown.title(), shown.cinema()));
    if (!shown.screen().isEmpty()) {
      parts.add((shown.screen().matches("\\d+") ? "screen " : "") + shown.screen());
    }
    parts.addAll(shown.attributes());
    return parts;
  }

  static String line(Choice choice) {
    String shown = choice.shown().isEmpty() ? "nothing" : choice.shown();
    String why = choice.why().isEmpty() ? "" : " (" + choice.why() + ")";
    return (choice.isUnsure() ? "? " : "  ") + choice.field() + ": " + Visible.of(shown + why);
  }

  /// Rows under each other, as wide as the terminal.
  private static List<String> table(List<List<String>> rows) {
    int width = Terminal.width();
    List<String> lines = new ArrayList<>();
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int at = 0; at < row.size(); at++) {
        widths[at] =
            Math.max(widths[at], Math.min(columns == 2 ? width / 2 : WIDEST, row.get(at).length()));
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int at = 0; at < row.size(); at++) {
        String cell = Visible.of(row.get(at));
        String cut = cell.length() > widths[at] ? cell.substring(0, widths[at] - 1) + "…" : cell;
        line.append(cut).append(" ".repeat(Math.max(0, widths[at] - cut.length()) + 2));
      }
      String whole = line.toString().stripTrailing();
      lines.add(whole.length() > width ? whole.substring(0, width - 1) + "…" : whole);
    }
    return lines;
  }
}
