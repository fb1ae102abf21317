package org.marquee.feed.proposed;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FeedText;
import org.marquee.feed.UnreadableFeed;

/// Finds out how a file of rows is written: what stands between its fields, and where its rows
/// begin.
final class CsvLook {
  private CsvLook() {}

  static FeedTable at(FeedSource.Part part, Charset charset) throws IOException {
    char separator = ',';
    int fields = 1;
    double best = 0;
    // The sign that cuts most rows into the same number of fields, and into most of them.
    for (char sign : List.of(';', ',', '\t', '|')) {
      List<CsvRecord> cut = rows(part, charset, sign, 400);
      for (Map.Entry<Integer, Long> width :
          cut.stream().collect(groupingBy(CsvRecord::getFieldCount, counting())).entrySet()) {
        double share = width.getValue() / (double) cut.size();
        double score = width.getKey() < 2 ? 0 : share * share * (10 + Math.min(width.getKey(), 10));
        if (score > best) {
          best = score;
          separator = sign;
          fields = width.getKey();
        }
      }
    }
    if (fields < 2) {
      throw new UnreadableFeed(
          part.name() + " is neither JSON nor a table: no sign separates fields in its lines");
    }
    int width = fields;
    // Titles and remarks may stand before the first row.
    List<CsvRecord> rows =
        rows(part, charset, separator, FeedTable.MOST_ROWS).stream()
            .dropWhile(row ->
                row.getFieldCount() < width
                    || row.getFields().stream().filter(text -> !text.isBlank()).count() < 2)
            .toList();
    if (rows.isEmpty()) {
      throw new UnreadableFeed(part.name() + " has no row with two fields");
    }
    long skipped = rows.getFirst().getStartingLineNumber() - 1;
    Map<String, Object> csv = new LinkedHashMap<>();
    if (separator != ',') {
      csv.put("separator", separator == '\t' ? "tab" : String.valueOf(separator));
    }
    if (skipped > 0) {
      csv.put("skip", skipped);
    }
    Map<String, Object> head = new LinkedHashMap<>(Map.of("format", "csv"));
    if (!csv.isEmpty()) {
      head.put("csv", csv);
    }
    List<String> names = rows.getFirst().getFields().stream().map(String::strip).toList();
    List<Choice> open = new ArrayList<>();
    if (names.stream().anyMatch(Readings::mayBeTime)
        || names.stream().filter(name -> !name.isEmpty()).distinct().count()
            < names.stream().filter(name -> !name.isEmpty()).count()) {
      open.add(
          Choice.asked(
              "rows",
              "the first row does not name the columns, each by a word of its own (%s)%s"
                  .formatted(Choice.list(names), FeedTable.BY_HAND),
              List.of()));
    }
    List<FileColumn> columns = new ArrayList<>();
    for (int at = 0; at < Math.min(width, 500); at++) {
      int column = at;
      String path =
          names.get(at).matches("[@$\"].*")
              ? '"' + names.get(at).replace("\"", "") + '"'
              : names.get(at);
      if (!path.isBlank()) {
        columns.add(
            FileColumn.of(
                names.get(at),
                path,
                rows.stream()
                    .skip(1)
                    .map(row -> column < row.getFieldCount() ? row.getField(column).strip() : "")
                    .toList()));
      }
    }
    return new FeedTable(head, "", columns, open);
  }

  private static List<CsvRecord> rows(
      FeedSource.Part part, Charset charset, char separator, int most) throws IOException {
    List<CsvRecord> rows = new ArrayList<>();
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
      csv.stream().limit(most).forEach(rows::add);
    } catch (CsvParseException _) {
      // What was read so far shows enough.
    }
    return rows;
  }
}
