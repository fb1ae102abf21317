package org.marquee.v1.representation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.page.OutputBuffer;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.RecordType;
import org.marquee.v1.operation.DetailTypes;

/// Records as the rows of a file (docs/api.md, "Other shapes"): one row a record.
///
/// Rows are made of the JSON of the records, so that every form has the same values.
public sealed interface RowForm permits CsvForm, RowForm.Lines {
  /// How an operation writes its records that answers in rows.
  ///
  /// @param details whether they come with details
  static RowForm of(Operation rows, boolean details) {
    RecordType type = rows.answer().type();
    return rows.types().getFirst() == MediaType.CSV
        ? new CsvForm(type, details ? DetailTypes.of(type) : null)
        : new Lines();
  }

  /// Lines of JSON (`application/x-ndjson`): each is a record, byte for byte, and ends with a line
  /// feed.
  record Lines() implements RowForm {
    @Override
    public void begin(OutputBuffer out) {}

    @Override
    public void add(byte[] json, Span record, @Nullable Span details, OutputBuffer out) {
      if (details == null) {
        out.add(json, record.from(), record.until()).add('\n');
        return;
      }
      out.add("{\"data\":").add(json, record.from(), record.until());
      out.add(",\"details\":").add(json, details.from(), details.until()).add("}\n");
    }
  }

  /// Writes what comes before the first row.
  void begin(OutputBuffer out);

  /// A part of bytes.
  record Span(int from, int until) {}

  /// Writes one record as a row.
  ///
  /// @param json holds the record as [JsonRecordEncoder] writes it
  /// @param details those of the record; null where they are not wanted
  void add(byte[] json, Span record, @Nullable Span details, OutputBuffer out);

  /// Writes the records of a page, as [org.marquee.page.Pages] writes them.
  ///
  /// @param details whether their details follow them
  default void addAll(OutputBuffer page, boolean details, OutputBuffer out) {
    byte[] json = page.bytes();
    List<Span> spans = spans(json, page.length());
    int records = details ? spans.size() / 2 : spans.size();
    for (int at = 0; at < records; at++) {
      add(json, spans.get(at), details ? spans.get(records + at) : null, out);
    }
  }

  /// Where the objects lie that are within no other.
  private static List<Span> spans(byte[] json, int length) {
    List<Span> spans = new ArrayList<>();
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
        begin = depth == 0 ? at : begin;
        depth++;
      } else if (letter == '}') {
        depth--;
        if (depth == 0) {
          spans.add(new Span(begin, at + 1));
        }
      }
    }
    return spans;
  }
}
