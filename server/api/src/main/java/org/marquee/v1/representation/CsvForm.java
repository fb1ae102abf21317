package org.marquee.v1.representation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonTree;
import org.marquee.json.JsonTree.Numeral;
import org.marquee.json.ReadObject;
import org.marquee.page.OutputBuffer;
import org.marquee.v1.declaration.Member;
import org.marquee.v1.declaration.RecordType;
import org.marquee.v1.declaration.Schema;

/// CSV (RFC 4180) in UTF-8: a header row, then a row for each record. The columns are the members
/// of a [RecordType] in their order; those of nested objects are joined by dots, as in
/// `location.postcode`.
///
/// A cell has the text of a string, and a number as JSON writes it. The items of an array are
/// joined by commas. A member that is absent is an empty cell. Nothing is put in front of a text
/// that a spreadsheet would take for a formula (docs/decisions/0146).
public final class CsvForm implements RowForm {
  private static final byte[] LINE_END = {'\r', '\n'};

  /// The columns, and where in a row each stands.
  private final SequencedMap<String, Integer> places = new LinkedHashMap<>();

  public CsvForm(RecordType type) {
    this(type, null);
  }

  /// @param details what stands beside each record, in further columns; null for nothing
  CsvForm(RecordType type, @Nullable RecordType details) {
    addColumns("", type);
    if (details != null) {
      addColumns("", details);
    }
  }

  private void addColumns(String prefix, RecordType type) {
    for (Member member : type.members()) {
      if (member.schema() instanceof Schema.Nested(RecordType nested)) {
        addColumns(prefix + member.name() + ".", nested);
      } else {
        places.put(prefix + member.name(), places.size());
      }
    }
  }

  /// The names in the header row.
  public List<String> columns() {
    return List.copyOf(places.keySet());
  }

  @Override
  public void begin(OutputBuffer out) {
    writeRow(columns(), out);
  }

  @Override
  public void add(byte[] json, Span record, @Nullable Span details, OutputBuffer out) {
    @Nullable String[] cells = new String[places.size()];
    read(members(json, record), "", CsvForm::joined, cells);
    if (details != null) {
      // Lists of details are JSON: their items may be objects, or have commas.
      read(members(json, details), "", JsonTree::text, cells);
    }
    writeRow(Arrays.asList(cells), out);
  }

  private static Map<String, @Nullable Object> members(byte[] json, Span object) {
    byte[] own = Arrays.copyOfRange(json, object.from(), object.until());
    return ReadObject.of(JsonTree.own(own)).members();
  }

  private static String joined(List<?> items) {
    return items.stream().map(String::valueOf).collect(joining(","));
  }

  private void read(
      Map<?, ?> members, String prefix, Function<List<?>, String> list, @Nullable String[] cells) {
    members.forEach((member, value) -> {
      String name = prefix + member;
      switch (value) {
        case Map<?, ?> nested -> read(nested, name + ".", list, cells);
        case List<?> items -> cells[place(name)] = list.apply(items);
        case Numeral(String digits) -> cells[place(name)] = digits;
        case null, default -> cells[place(name)] = String.valueOf(value);
      }
    });
  }

  private int place(String name) {
    Integer place = places.get(name);
    if (place == null) {
      throw new IllegalStateException("a record has a member that is not declared: " + name);
    }
    return place;
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
