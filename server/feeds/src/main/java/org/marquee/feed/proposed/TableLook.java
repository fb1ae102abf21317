package org.marquee.feed.proposed;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FeedText;
import org.marquee.feed.UnreadableFeed;

/// Finds out how a file of rows is written: what stands between its fields, where its rows begin,
/// and whether the first of them has the names of the columns.
final class TableLook {
  private static final List<Character> SEPARATORS = List.of(';', ',', '\t', '|');

  /// How much of the file shows how it is written, in characters, and in rows.
  private static final int LOOKED_AT = 1 << 16;

  private static final int ROWS = 400;
  private static final int SHOWN = 12;

  private List<CsvRecord> rows = List.of();
  private char separator = ',';
  private int fields = 1;

  private TableLook(String text) {
    double best = 0;
    // The sign that cuts most rows into the same number of fields, and into most of them.
    for (char sign : SEPARATORS) {
      List<CsvRecord> cut = beginning(text, sign);
      for (Map.Entry<Integer, Long> width :
          cut.stream().collect(groupingBy(CsvRecord::getFieldCount, counting())).entrySet()) {
        double share = width.getValue() / (double) cut.size();
        double score = width.getKey() < 2 ? 0 : share * share * (10 + Math.min(width.getKey(), 10));
        if (score > best) {
          best = score;
          rows = cut;
          separator = sign;
          fields = width.getKey();
        }
      }
    }
  }

  /// @throws UnreadableFeed if it is no table of at least two columns
  static FeedTable at(FeedSource.Part part, Charset charset, String encoding) throws IOException {
    CharBuffer beginning = CharBuffer.allocate(LOOKED_AT);
    try (Reader text = FeedText.of(part.open(), charset)) {
      int read = 0;
      while (read >= 0 && beginning.hasRemaining()) {
        read = text.read(beginning);
      }
    }
    boolean whole = beginning.hasRemaining();
    String text = beginning.flip().toString();
    int end = text.lastIndexOf('\n');
    TableLook look = new TableLook(whole || end <= 0 ? text : text.substring(0, end));
    if (look.fields < 2) {
      throw new UnreadableFeed(
          part.name() + " is neither JSON nor a table: no sign separates fields in its lines");
    }
    return look.table(part, charset, encoding);
  }

  private static List<CsvRecord> beginning(String text, char separator) {
    List<CsvRecord> rows = new ArrayList<>();
    try (CsvReader<CsvRecord> csv = reader(new StringReader(text), separator)) {
      csv.stream().limit(ROWS).forEach(rows::add);
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
    // Titles and remarks may stand before the first row.
    long first =
        rows.stream()
            .filter(row -> row.getFieldCount() >= fields)
            .filter(row -> row.getFields().stream().filter(text -> !text.isBlank()).count() > 1)
            .mapToLong(CsvRecord::getStartingLineNumber)
            .findFirst()
            .orElse(1);
    List<List<String>> head = new ArrayList<>();
    rows.stream()
        .filter(row -> row.getStartingLineNumber() >= first)
        .forEach(row -> head.add(row.getFields().stream().map(String::strip).toList()));
    boolean named = hasNames(head);
    List<String> names =
        named
            ? List.of()
            : IntStream.rangeClosed(1, fields).mapToObj(number -> "column " + number).toList();
    if (!named) {
      head.addFirst(names);
    }
    Map<String, Object> csv =
        RecordDraft.inOrder(
            "separator",
            separator == ',' ? "" : separator == '\t' ? "tab" : String.valueOf(separator),
            "skip",
            first == 1 ? "" : String.valueOf(first - 1),
            "columns",
            names);
    List<FileColumn> columns =
        head.getFirst().stream()
            .limit(fields)
            .map(name -> new FileColumn(ColumnPath.ROOT.toMember(name)))
            .toList();
    try (Reader all = FeedText.of(part.open(), charset);
        CsvReader<CsvRecord> records = reader(all, separator)) {
      for (CsvRecord row : records) {
        if (row.getStartingLineNumber() >= (named ? first + 1 : first)
            && row.getFieldCount() <= fields) {
          for (int at = 0; at < row.getFieldCount(); at++) {
            columns.get(at).add(row.getField(at));
          }
        }
      }
    } catch (CsvParseException _) {
      throw new UnreadableFeed(part.name() + ": a row is too long");
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
      String kind = kind(first.get(at));
      int column = at;
      List<String> below =
          rows.stream()
              .skip(1)
              .filter(row -> row.size() > column)
              .map(row -> row.get(column))
              .filter(text -> !text.isBlank())
              .toList();
      long alike = below.stream().filter(text -> kind(text).equals(kind)).count();
      if (!kind.equals("words") && alike > 0.7 * below.size()) {
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
