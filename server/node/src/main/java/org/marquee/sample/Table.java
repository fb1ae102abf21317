package org.marquee.sample;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
    try (InputStream in = Table.class.getResourceAsStream("/sample/" + file)) {
      byte[] text = Objects.requireNonNull(in, file).readAllBytes();
      return new String(text, StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
