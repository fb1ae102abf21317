package org.marquee.feed.mapped;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.BufferedReader;
import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.member.Members;
import org.marquee.feed.member.Value;
import org.marquee.notice.Code;

/// The rows of a CSV file, one after the other: never held in memory together.
///
/// @param rows makes the row of a document of its members
record CsvRows(
    Mapping.Shape.Csv shape, String file, Function<Members, Spot> rows, MappedFiles.Taker taker) {
  /// The longest row, in characters, with all that a quote keeps together.
  private static final int LONGEST = 1 << 20;

  /// Stands after the last row. If it is not found alone at the end, a quote was never closed and
  /// took everything after it: the library ends such a field where the file ends, without a word.
  private static final String END = "\u0003end of the feed\u0003";

  /// @throws UnreadableFeed if it is unclear where values are missing
  void read(BufferedReader text) throws IOException {
    for (int line = 0; line < shape.skip(); line++) {
      text.readLine();
    }
    Ended ended = new Ended(text);
    try (CsvReader<CsvRecord> csv =
        CsvReader.builder()
            .fieldSeparator(shape.separator())
            .quoteCharacter(shape.quote())
            .skipEmptyLines(true)
            .allowExtraFields(true)
            .allowMissingFields(true)
            .allowExtraCharsAfterClosingQuote(true)
            .maxBufferSize(LONGEST)
            .ofCsvRecord(ended)) {
      read(csv.iterator(), ended);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (CsvParseException e) {
      if (e.getCause() instanceof IOException fault) {
        throw fault;
      }
      throw new UnreadableFeed(
          file + ": a row is longer than " + LONGEST + " characters, or has too many fields");
    }
  }

  private void read(Iterator<CsvRecord> records, Ended text) throws UnreadableFeed {
    List<String> columns = shape.columns();
    if (!columns.isEmpty()) {
      taker.columns(new LinkedHashSet<>(columns));
    }
    @Nullable CsvRecord before = null;
    while (records.hasNext()) {
      CsvRecord row = records.next();
      if (before == null) {
        before = row;
        continue;
      }
      boolean last = row.getFields().equals(List.of(END));
      if (columns.isEmpty()) {
        columns = before.getFields().stream().map(Expression::trimmed).toList();
        taker.columns(new LinkedHashSet<>(columns));
      } else {
        if (last && text.endedInRow() && before.getFieldCount() < columns.size()) {
          throw new UnreadableFeed(
              Code.FEED_CUT_OFF, file + ", line " + line(before) + ", the last one, is incomplete");
        }
        row(before, columns);
      }
      before = row;
    }
    if (before == null || !before.getFields().equals(List.of(END))) {
      throw new UnreadableFeed(Code.FEED_CUT_OFF, file + ": a quote is never closed");
    }
    if (columns.isEmpty()) {
      throw new UnreadableFeed(Code.FEED_EMPTY, file);
    }
  }

  private long line(CsvRecord row) {
    return row.getStartingLineNumber() + shape.skip();
  }

  private void row(CsvRecord row, List<String> columns) {
    String place = "row at line " + line(row);
    if (row.getFieldCount() > columns.size()) {
      taker.broken(
          place,
          "it has " + row.getFieldCount() + " fields; there are " + columns.size() + " columns");
      return;
    }
    Members members = new Members();
    for (int at = 0; at < row.getFieldCount(); at++) {
      members.add(columns.get(at), new Value.Text(row.getField(at)));
    }
    int lacking = columns.size() - row.getFieldCount();
    if (lacking > 0) {
      taker.lacking(place, lacking);
    }
    taker.document(rows.apply(members), () -> place);
  }

  /// Puts the end mark after the text.
  private static final class Ended extends FilterReader {
    private final StringReader end = new StringReader("\n" + END);
    private int last = '\n';

    /// Whether the text has been read to its end, and did not end with the end of a line.
    private boolean inRow;

    Ended(Reader text) {
      super(text);
    }

    boolean endedInRow() {
      return inRow;
    }

    @Override
    public int read() throws IOException {
      char[] one = new char[1];
      return read(one, 0, 1) < 0 ? -1 : one[0];
    }

    @Override
    public int read(char[] text, int from, int most) throws IOException {
      int count = super.read(text, from, most);
      if (count > 0) {
        last = text[from + count - 1];
        return count;
      }
      inRow = last != '\n' && last != '\r';
      return end.read(text, from, most);
    }
  }
}
