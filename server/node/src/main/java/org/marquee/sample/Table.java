package org.marquee.sample;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.files.ProgramFile;

/// A table of the region: `#` begins a comment, the first line names the columns, `|` separates the
/// cells. A row may end before the last columns.
final class Table {
  private Table() {}

  static List<Row> rows(String name) {
    List<String[]> lines =
        lines(name + ".txt").stream()
            .filter(line -> !line.startsWith("#"))
            .map(line -> Stream.of(line.split("\\|", -1)).map(String::strip).toArray(String[]::new))
            .toList();
    String[] columns = lines.getFirst();
    return lines.stream().skip(1).map(cells -> row(columns, cells)).toList();
  }

  static List<String> lines(String file) {
    return ProgramFile.text(Table.class, "/sample/" + file).lines().toList();
  }

  private static Row row(String[] columns, String[] cells) {
    Map<String, String> row = new TreeMap<>();
    for (int i = 0; i < cells.length; i++) {
      if (!cells[i].isEmpty()) {
        row.put(columns[i], cells[i]);
      }
    }
    return new Row(row);
  }

  /// One line of a table: the cells that are not empty, by column.
  record Row(Map<String, String> cells) {
    Row {
      cells = Map.copyOf(cells);
    }

    @Nullable String find(String column) {
      return cells.get(column);
    }

    String text(String column) {
      return Objects.requireNonNull(find(column), column);
    }

    int number(String column) {
      return Integer.parseInt(text(column));
    }

    List<String> list(String column) {
      String cell = find(column);
      return cell == null ? List.of() : List.of(cell.split(", *"));
    }
  }
}
