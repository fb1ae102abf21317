package org.marquee.feed.proposed;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FeedText;
import org.marquee.feed.UnreadableFeed;

/// Finds out how a file of rows is written: what stands between its fields, and where its rows
/// begin.
final class CsvLook {
  /// Begins the name of a column that has none in the file.
  private static final String UNNAMED = " ";

  private CsvLook() {}

  /// A sign that cuts so many rows into so many fields.
  private record Cut(char sign, int fields, int rows) {}

  static FeedTable at(FeedSource.Part part, Charset charset, Room room) throws IOException {
    List<Cut> cuts = new ArrayList<>();
    for (char sign : List.of(';', ',', '\t', '|')) {
      Map<Integer, Integer> widths = new TreeMap<>();
      read(part, charset, sign, 400, row -> widths.merge(row.getFieldCount(), 1, Integer::sum));
      widths.forEach((fields, rows) -> cuts.add(new Cut(sign, fields, rows)));
    }
    Cut cut =
        cuts.stream()
            .filter(each -> each.fields > 1)
            .max(Comparator.comparingInt(Cut::rows).thenComparingInt(Cut::fields))
            .orElseThrow(() ->
                new UnreadableFeed(
                    part.name()
                        + " is neither JSON nor a table: no sign separates fields in its lines"));
    List<String> names = new ArrayList<>();
    Rows rows = new Rows(room);
    Map<String, Object> csv = new LinkedHashMap<>();
    if (cut.sign != ',') {
      csv.put("separator", cut.sign == '\t' ? "tab" : String.valueOf(cut.sign));
    }
    read(
        part,
        charset,
        cut.sign,
        Long.MAX_VALUE,
        row -> {
          long filled = row.getFields().stream().filter(text -> !text.isBlank()).count();
          int number = names.isEmpty() ? -1 : rows.begin(0);
          for (int at = 0; at < Math.min(row.getFieldCount(), names.size()); at++) {
            rows.put(number, names.get(at), row.getField(at));
          }
          // Titles and remarks may stand before the first row.
          if (names.isEmpty() && filled > 1 && row.getFieldCount() >= cut.fields) {
            row.getFields()
                .forEach(name -> names.add(name.isBlank() ? UNNAMED + names.size() : name.strip()));
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
    List<FileColumn> columns = rows.columns();
    boolean unclear = new HashSet<>(names).size() < names.size();
    unclear |= names.stream().anyMatch(each -> !isUnnamed(each) && TimeColumn.mayBe(each));
    unclear |=
        columns.stream().anyMatch(each -> isUnnamed(each.name()) && TimeColumn.of(each) != null);
    columns.removeIf(column -> isUnnamed(column.name()));
    List<Choice> open = new ArrayList<>();
    if (unclear) {
      String why =
          "the first row does not name the columns, each by a word of its own (%s)%s"
              .formatted(Choice.list(names), FeedTable.BY_HAND);
      open.add(Choice.asked("rows", why, List.of()));
    }
    return new FeedTable(head, columns, rows, open);
  }

  private static boolean isUnnamed(String name) {
    return name.startsWith(UNNAMED);
  }
}
