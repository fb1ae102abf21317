package org.marquee.feed.proposed;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FeedText;
import org.marquee.feed.UnreadableFeed;

/// Finds out how a file of rows is written: what stands between its fields, where its rows begin,
/// and whether the first of them has the names of the columns.
final class TableLook {
  private static final String SEPARATORS = ";,\t|";

  /// How much of the file shows how it is written, in characters.
  private static final int LOOKED_AT = 1 << 16;

  private static final int SHOWN = 12;

  private final String text;
  private char separator = ',';
  private int fields = 1;
  private int skip;

  private TableLook(String text) {
    this.text = text;
  }

  /// @throws UnreadableFeed if it is no table of at least two columns
  static FeedTable at(FeedSource.Part part, Charset charset, String encoding) throws IOException {
    char[] beginning = new char[LOOKED_AT];
    int length = 0;
    try (Reader text = FeedText.of(part.open(), charset)) {
      for (int read = 0; read >= 0 && length < LOOKED_AT; length += Math.max(0, read)) {
        read = text.read(beginning, length, LOOKED_AT - length);
      }
    }
    String text = new String(beginning, 0, length);
    int end = text.lastIndexOf('\n');
    TableLook look = new TableLook(length == LOOKED_AT && end > 0 ? text.substring(0, end) : text);
    look.findSeparator();
    if (look.fields < 2) {
      throw new UnreadableFeed(
          part.name() + " is neither JSON nor a table: no sign separates fields in its lines");
    }
    return look.table(part, charset, encoding);
  }

  /// The sign that cuts most rows into the same number of fields, and into most of them.
  private void findSeparator() {
    double best = 0;
    for (int at = 0; at < SEPARATORS.length(); at++) {
      char sign = SEPARATORS.charAt(at);
      List<CsvRecord> rows = rows(new StringReader(text), sign, 400);
      Map<Integer, Long> widths =
          rows.stream()
              .collect(Collectors.groupingBy(CsvRecord::getFieldCount, Collectors.counting()));
      for (Map.Entry<Integer, Long> width : widths.entrySet()) {
        double share = width.getValue() / (double) rows.size();
        double score = width.getKey() < 2 ? 0 : share * share * (10 + Math.min(width.getKey(), 10));
        if (score > best) {
          best = score;
          separator = sign;
          fields = width.getKey();
        }
      }
    }
    List<CsvRecord> rows = rows(new StringReader(text), separator, 400);
    for (CsvRecord row : rows) {
      if (row.getFieldCount() >= fields
          && row.getFields().stream().filter(x -> !x.isBlank()).count() > 1) {
        skip = (int) row.getStartingLineNumber() - 1;
        return;
      }
    }
  }

  private static List<CsvRecord> rows(Reader text, char separator, int most) {
    List<CsvRecord> rows = new ArrayList<>();
    try (CsvReader<CsvRecord> csv = reader(text, separator)) {
      for (CsvRecord row : csv) {
        if (rows.size() == most) {
          break;
        }
        rows.add(row);
      }
    } catch (CsvParseException | IOException _) {
      // What was read so far shows enough.
    }
    return rows;
  }

  private static CsvReader<CsvRecord> reader(Reader text, char separator) {
    return CsvReader.builder()
        .fieldSeparator(separator)
        .skipEmptyLines(true)
        .allowExtraFields(true)
        .allowMissingFields(true)
        .allowExtraCharsAfterClosingQuote(true)
        .maxBufferSize(1 << 20)
        .ofCsvRecord(text);
  }

  private FeedTable table(FeedSource.Part part, Charset charset, String encoding)
      throws IOException {
    List<List<String>> head = new ArrayList<>();
    for (CsvRecord row : rows(new StringReader(text), separator, 400)) {
      if (row.getStartingLineNumber() > skip) {
        head.add(row.getFields().stream().map(String::strip).toList());
      }
    }
    boolean named = hasNames(head);
    List<String> names = new ArrayList<>();
    for (int at = 0; at < fields; at++) {
      names.add(named ? head.getFirst().get(at) : "column " + (at + 1));
    }
    List<FileColumn> columns =
        names.stream().map(name -> new FileColumn(ColumnPath.column(name))).toList();
    try (Reader all = FeedText.of(part.open(), charset);
        CsvReader<CsvRecord> csv = reader(all, separator)) {
      boolean first = named;
      for (CsvRecord row : csv) {
        if (row.getStartingLineNumber() <= skip || row.getFieldCount() > fields || first) {
          first &= row.getStartingLineNumber() <= skip;
          continue;
        }
        for (int at = 0; at < row.getFieldCount(); at++) {
          columns.get(at).add(row.getField(at));
        }
      }
    } catch (CsvParseException _) {
      throw new UnreadableFeed(part.name() + ": a row is too long");
    }
    Map<String, String> csv = new LinkedHashMap<>();
    if (separator != ',') {
      csv.put(
          "separator", separator == '\t' ? "tab" : MappingText.scalar(String.valueOf(separator)));
    }
    if (skip > 0) {
      csv.put("skip", String.valueOf(skip));
    }
    if (!named) {
      csv.put(
          "columns",
          names.stream().map(MappingText::scalar).collect(Collectors.joining(", ", "[", "]")));
      head.addFirst(names);
    }
    // Of two columns with one name the reader takes the first.
    Set<String> seen = new HashSet<>();
    return new FeedTable(
        "csv",
        csv,
        encoding,
        columns.stream().filter(column -> seen.add(column.toString())).toList(),
        head.subList(0, Math.min(SHOWN, head.size())));
  }

  /// Whether the first row names the columns: not if it has a value of the kind that stands below
  /// it, such as a time over times.
  private static boolean hasNames(List<List<String>> rows) {
    List<String> first = rows.getFirst();
    for (int at = 0; at < first.size(); at++) {
      String heading = first.get(at);
      int column = at;
      List<String> below =
          rows.stream()
              .skip(1)
              .filter(row -> row.size() > column)
              .map(row -> row.get(column))
              .filter(text -> !text.isBlank())
              .toList();
      String kind = kind(heading);
      if (!kind.equals("words")
          && !below.isEmpty()
          && below.stream().filter(text -> kind(text).equals(kind)).count() > 0.7 * below.size()) {
        return false;
      }
    }
    return first.stream().filter(text -> !text.isBlank()).distinct().count() >= 2;
  }

  private static String kind(String text) {
    WrittenTime time = WrittenTime.of(text);
    if (time != null) {
      return time.kind().name();
    }
    return text.matches("[-+]?[0-9][0-9.,]*")
        ? "number"
        : text.matches("https?://.*") ? "url" : "words";
  }
}
