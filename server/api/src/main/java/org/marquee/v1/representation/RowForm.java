package org.marquee.v1.representation;

import org.marquee.page.OutputBuffer;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.declaration.Operation;

/// Records as the rows of a file (docs/api.md, "Other shapes"): one row a record.
///
/// Rows are made of the JSON of the records, so that every form has the same values.
public sealed interface RowForm permits CsvForm, RowForm.Lines {
  /// How an operation writes its records that answers in rows.
  static RowForm of(Operation rows) {
    return rows.types().getFirst() == MediaType.CSV
        ? new CsvForm(rows.answer().type())
        : new Lines();
  }

  /// Lines of JSON (`application/x-ndjson`): each is a record, byte for byte, and ends with a line
  /// feed.
  record Lines() implements RowForm {
    @Override
    public void begin(OutputBuffer out) {}

    @Override
    public void add(byte[] json, int from, int until, OutputBuffer out) {
      out.add(json, from, until).add('\n');
    }
  }

  /// Writes what comes before the first row.
  void begin(OutputBuffer out);

  /// Writes one record as a row.
  ///
  /// @param json holds the record as [JsonRecordEncoder] writes it, from `from` up to `until`
  void add(byte[] json, int from, int until, OutputBuffer out);

  /// Writes records that are separated by commas, as [org.marquee.page.Pages] writes them.
  ///
  /// @param json begins with the records
  /// @param length of the records together
  default void addAll(byte[] json, int length, OutputBuffer out) {
    int begin = 0;
    int depth = 0;
    boolean inText = false;
    for (int at = 0; at < length; at++) {
      byte letter = json[at];
      if (inText) {
        if (letter == '\\') {
          at++;
        } else if (letter == '"') {
          inText = false;
        }
      } else if (letter == '"') {
        inText = true;
      } else if (letter == '{') {
        depth++;
      } else if (letter == '}') {
        depth--;
        if (depth == 0) {
          add(json, begin, at + 1, out);
        }
      } else if (letter == ',' && depth == 0) {
        begin = at + 1;
      }
    }
  }
}
