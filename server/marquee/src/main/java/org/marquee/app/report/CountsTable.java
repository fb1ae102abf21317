package org.marquee.app.report;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.marquee.listing.Kind;
import org.marquee.notice.RowCounts;

/// The results of the lines of a feed: a column for each kind of record, a row for each result. It
/// fits into 80 characters with the largest numbers.
final class CountsTable {
  private static final int WIDTH = 11;

  private CountsTable() {}

  private record Column(String name, RowCounts.Counts counts, long unlisted) {
    boolean isEmpty() {
      return counts.read() == 0 && unlisted == 0;
    }
  }

  static void print(RowCounts rowCounts, PrintWriter out) {
    List<Column> columns = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      columns.add(new Column(kind.word(), rowCounts.of(kind), rowCounts.unlisted(kind)));
    }
    columns.add(new Column("unknown", RowCounts.Counts.refused(rowCounts.unknown()), 0));
    columns.removeIf(Column::isEmpty);
    if (columns.isEmpty()) {
      return;
    }
    StringBuilder head = new StringBuilder(" ".repeat(WIDTH));
    columns.forEach(column -> head.append("%11s".formatted(column.name())));
    out.println(head);
    row("read", columns, column -> column.counts().read(), out);
    row("added", columns, column -> column.counts().added(), out);
    row("changed", columns, column -> column.counts().changed(), out);
    row("unchanged", columns, column -> column.counts().unchanged(), out);
    row("withdrawn", columns, column -> column.counts().withdrawn(), out);
    row("merged", columns, column -> column.counts().merged(), out);
    row("held back", columns, column -> column.counts().heldBack(), out);
    row("refused", columns, column -> column.counts().refused(), out);
    row("left out", columns, column -> column.counts().leftOut(), out);
    row("not listed", columns, Column::unlisted, out);
  }

  /// A row of zeros is left out.
  private static void row(
      String name, List<Column> columns, ToLongFunction<Column> number, PrintWriter out) {
    if (columns.stream().mapToLong(number).sum() == 0) {
      return;
    }
    StringBuilder row = new StringBuilder("%-11s".formatted(name));
    columns.forEach(column -> row.append("%11d".formatted(number.applyAsLong(column))));
    out.println(row);
  }
}
