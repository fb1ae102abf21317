package org.marquee.feed.proposed;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FeedText;
import org.marquee.feed.UnreadableFeed;

/// Finds out how a file of rows is written: what stands between its fields, and where its rows
/// begin.
final class CsvLook {
  private CsvLook() {}

  static FeedTable at(FeedSource.Part part, Charset charset, Room room) throws IOException {
    char separator = ',';
    int most = 0;
    int width = 0;
    // The sign that cuts most rows into the same number of fields; of equals the most fields.
    for (char sign : List.of(';', ',', '\t', '|')) {
      Map<Integer, Integer> widths = new TreeMap<>();
      read(part, charset, sign, 400, row -> widths.merge(row.getFieldCount(), 1, Integer::sum));
      for (int fields : widths.keySet()) {
        int count = fields < 2 ? 0 : widths.getOrDefault(fields, 0);
        if (count > most || (count == most && fields > width)) {
          separator = sign;
          most = count;
          width = fields;
        }
      }
    }
    if (most == 0) {
      throw new UnreadableFeed(
          part.name() + " is neither JSON nor a table: no sign separates fields in its lines");
    }
    int fields = width;
    List<String> names = new ArrayList<>();
    Rows rows = new Rows(room, null);
    Map<String, Object> csv = new LinkedHashMap<>();
    if (separator != ',') {
      csv.put("separator", separator == '\t' ? "tab" : String.valueOf(separator));
    }
    read(
        part,
        charset,
        separator,
        Long.MAX_VALUE,
        row -> {
          long filled = row.getFields().stream().filter(text -> !text.isBlank()).count();
          int number = names.isEmpty() ? -1 : rows.begin(0);
          for (int at = 0; at < Math.min(row.getFieldCount(), names.size()); at++) {
            rows.put(number, String.valueOf(at), row.getField(at));
          }
          // Titles and remarks may stand before the first row.
          if (names.isEmpty() && filled > 1 && row.getFieldCount() >= fields) {
            row.getFields().forEach(name -> names.add(name.strip()));
            if (row.getStartingLineNumber() > 1) {
              csv.put("skip", row.getStartingLineNumber() - 1);
            }
          }
        });
    return table(csv, names, rows);
  }

  private static void read(
      FeedSource.Part part, Charset charset, char separator, long most, Consumer<CsvRecord> taker)
      throws IOException {
    try (Reader text = FeedText.of(part.open(), charset);
        CsvReader<CsvRecord> csv =
            CsvReader.builder()
                .fieldSeparator(separator)
                .skipEmptyLines(true)
                .allowExtraFields(true)
                .allowMissingFields(true)
                .allowExtraCharsAfterClosingQuote(true)
                .maxBufferSize(1 << 20)
                .ofCsvRecord(text)) {
      csv.stream().limit(most).forEach(taker);
    } catch (CsvParseException _) {
      // What was read so far shows enough; no import reads such a file.
    }
  }

  private static FeedTable table(Map<String, Object> csv, List<String> names, Rows rows) {
    Map<String, Object> head = new LinkedHashMap<>(Map.of("format", "csv"));
    if (!csv.isEmpty()) {
      head.put("csv", csv);
    }
    List<FileColumn> columns = new ArrayList<>();
    Set<String> before = new HashSet<>();
    boolean unclear = names.stream().anyMatch(TimeColumn::mayBe);
    for (int at = 0; at < names.size(); at++) {
      String name = names.get(at);
      String path = name.matches("[@$\"].*") ? '"' + name.replace("\"", "") + '"' : name;
      FileColumn column = FileColumn.of(name, path, rows.values(String.valueOf(at)));
      unclear |= name.isEmpty() ? TimeColumn.of(column) != null : !before.add(name);
      columns.add(column);
    }
    columns.removeIf(column -> column.name().isEmpty());
    List<Choice> open = new ArrayList<>();
    if (unclear) {
      String why =
          "the first row does not name the columns, each by a word of its own (%s)%s"
              .formatted(Choice.list(names), FeedTable.BY_HAND);
      open.add(Choice.asked("rows", why, List.of()));
    }
    return new FeedTable(head, "", columns, rows, open);
  }
}
