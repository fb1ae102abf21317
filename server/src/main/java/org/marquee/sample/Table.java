package org.marquee.sample;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;

/// A table of the catalogue: `#` begins a comment, the first line names the columns, `|` separates
/// the cells, and an empty cell says nothing.
final class Table {
  private Table() {}

  /// The rows of the resource `sample/NAME.txt`, in its order.
  static List<Row> rows(String name) {
    try (InputStream file = Table.class.getResourceAsStream("/sample/" + name + ".txt");
        BufferedReader reader =
            new BufferedReader(
                new InputStreamReader(
                    Objects.requireNonNull(file, name), StandardCharsets.UTF_8))) {
      List<String[]> lines =
          reader.lines().filter(line -> !line.startsWith("#")).map(Table::cells).toList();
      String[] columns = lines.getFirst();
      return lines.stream().skip(1).map(cells -> row(columns, cells)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String[] cells(String line) {
    return Stream.of(line.split("\\|", -1)).map(String::strip).toArray(String[]::new);
  }

  private static Row row(String[] columns, String[] cells) {
    Map<String, String> row = new TreeMap<>();
    for (int i = 0; i < columns.length; i++) {
      if (!cells[i].isEmpty()) {
        row.put(columns[i], cells[i]);
      }
    }
    return new Row(row);
  }

  /// One line of a table: what stands in each column that is not empty.
  record Row(Map<String, String> cells) {
    Row {
      cells = Map.copyOf(cells);
    }

    Optional<String> find(String column) {
      return Optional.ofNullable(cells.get(column));
    }

    String text(String column) {
      return find(column)
          .orElseThrow(() -> new IllegalStateException("nothing in '" + column + "' of " + cells));
    }

    int number(String column) {
      return Integer.parseInt(text(column));
    }

    /// What a cell lists, separated by commas.
    List<String> list(String column) {
      return find(column).map(cell -> List.of(cell.split(", *"))).orElse(List.of());
    }

    Attributes attributes(String column) {
      Attributes all = Attributes.NONE;
      for (String id : list(column)) {
        all = all.with(Attribute.find(id).orElseThrow());
      }
      return all;
    }
  }
}
