package org.marquee.v1.representation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonTree;
import org.marquee.page.OutputBuffer;
import org.marquee.v1.declaration.Member;
import org.marquee.v1.declaration.RecordType;
import org.marquee.v1.declaration.Schema;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// CSV (RFC 4180) in UTF-8: a header row, then a row for each record. The columns are the members
/// of a [RecordType] in their order; those of nested objects are joined by dots, as in
/// `location.postcode`.
///
/// A cell has the text of a string, and a number as JSON writes it. The items of an array are
/// joined by commas. A member that is absent is an empty cell. Nothing is put in front of a text
/// that a spreadsheet would take for a formula (docs/decisions/0146).
public final class CsvForm implements RowForm {
  private static final JsonFactory JSON = new JsonFactory();
  private static final byte[] LINE_END = {'\r', '\n'};

  private final List<String> columns = new ArrayList<>();
  private final Map<String, Integer> places = new HashMap<>();

  public CsvForm(RecordType type) {
    this(type, null);
  }

  /// @param details what stands beside each record, in further columns; null for nothing
  CsvForm(RecordType type, @Nullable RecordType details) {
    addColumns("", type);
    if (details != null) {
      addColumns("", details);
    }
    for (int at = 0; at < columns.size(); at++) {
      places.put(columns.get(at), at);
    }
  }

  private void addColumns(String prefix, RecordType type) {
    for (Member member : type.members()) {
      if (member.schema() instanceof Schema.Nested(RecordType nested)) {
        addColumns(prefix + member.name() + ".", nested);
      } else {
        columns.add(prefix + member.name());
      }
    }
  }

  /// The names in the header row.
  public List<String> columns() {
    return List.copyOf(columns);
  }

  @Override
  public void begin(OutputBuffer out) {
    writeRow(columns, out);
  }

  @Override
  public void add(byte[] json, Span record, @Nullable Span details, OutputBuffer out) {
    @Nullable String[] cells = new String[columns.size()];
    read(json, record, CsvForm::readArray, cells);
    if (details != null) {
      // Lists of details are JSON: their items may be objects, or have commas.
      read(json, details, parser -> JsonTree.text(JsonTree.own(parser)), cells);
    }
    writeRow(Arrays.asList(cells), out);
  }

  private void read(
      byte[] json, Span object, Function<JsonParser, String> list, @Nullable String[] cells) {
    try (JsonParser parser =
        JSON.createParser(
            ObjectReadContext.empty(), json, object.from(), object.until() - object.from())) {
      parser.nextToken();
      readObject(parser, "", list, cells);
    }
  }

  private void readObject(
      JsonParser parser,
      String prefix,
      Function<JsonParser, String> list,
      @Nullable String[] cells) {
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = prefix + parser.currentName();
      switch (parser.nextToken()) {
        case START_OBJECT -> readObject(parser, name + ".", list, cells);
        case START_ARRAY -> cells[place(name)] = list.apply(parser);
        default -> cells[place(name)] = parser.getString();
      }
    }
  }

  private int place(String name) {
    Integer place = places.get(name);
    if (place == null) {
      throw new IllegalStateException("a record has a member that is not declared: " + name);
    }
    return place;
  }

  private static String readArray(JsonParser parser) {
    List<String> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(parser.getString());
    }
    return String.join(",", items);
  }

  private static void writeRow(List<? extends @Nullable String> cells, OutputBuffer out) {
    for (int at = 0; at < cells.size(); at++) {
      if (at > 0) {
        out.add(',');
      }
      String cell = cells.get(at);
      if (cell != null) {
        out.add(quoted(cell).getBytes(UTF_8));
      }
    }
    out.add(LINE_END);
  }

  /// A cell is quoted where RFC 4180, 2 asks for it, and where a space at its ends might be lost.
  private static String quoted(String cell) {
    boolean plain = !cell.startsWith(" ") && !cell.endsWith(" ");
    for (int at = 0; at < cell.length() && plain; at++) {
      char letter = cell.charAt(at);
      plain = letter != ',' && letter != '"' && letter != '\r' && letter != '\n';
    }
    return plain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
  }
}
