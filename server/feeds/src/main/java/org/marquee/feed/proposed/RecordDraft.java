package org.marquee.feed.proposed;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A record of a mapping while its members are found. The path to its rows is known once all others
/// are.
final class RecordDraft {
  private final Proposer decided;
  private final String kind;
  private final RowPaths paths;
  private final Map<String, Object> fields = new LinkedHashMap<>();
  private final List<Map<String, Object>> leaveOut = new ArrayList<>();

  /// Members behind the fields.
  final Map<String, Object> behind = new LinkedHashMap<>();

  /// How values are read from its rows.
  final FieldValues values;

  RecordDraft(Proposer decided, String kind, ColumnPath rows) {
    this.decided = decided;
    this.kind = kind;
    this.paths = new RowPaths(rows, decided.table);
    this.values = new FieldValues(decided.table, paths);
  }

  /// The column that was chosen for a role, if each row has one value of it.
  @Nullable FileColumn seen(Role role) {
    FileColumn column = decided.column(role);
    return column != null && column.place().isSeenFrom(paths.rows()) ? column : null;
  }

  void put(String field, @Nullable Object value) {
    if (value != null && !decided.said.isLeftOut(field)) {
      fields.put(field, value);
    }
  }

  void putPath(String field, @Nullable FileColumn column) {
    put(field, column == null ? null : values.path(column));
  }

  void leaveOut(FileColumn column, Map<String, Object> rule) {
    leaveOut.add(values.rule(column, rule));
  }

  /// Leaves out rows that have no value in a column.
  void leaveOutWithout(FileColumn column, String reason) {
    leaveOut(column, FieldValues.inOrder("isMissing", true, "reason", reason));
  }

  /// Leaves out rows of things that are not ours, as far as each row says what it is.
  void leaveOutOthers() {
    decided.labels.leftOut().entrySet().stream()
        .filter(rule -> Labels.isOfKinds(rule.getValue()))
        .filter(rule -> rule.getKey().place().isSeenFrom(paths.rows()))
        .forEach(rule -> leaveOut(rule.getKey(), rule.getValue()));
  }

  /// Writes it.
  ///
  /// @param once the line that makes rows with the same key one record; empty: none
  void write(MappingText text, String once) {
    text.line(1, "- kind: " + kind);
    String each = paths.each();
    if (!decided.table.isTable() && !each.isEmpty()) {
      text.field(2, "each", each);
    }
    if (!once.isEmpty()) {
      text.line(2, once);
    }
    if (!leaveOut.isEmpty()) {
      text.line(2, "leaveOut:");
      leaveOut.forEach(rule -> text.element(3, rule));
    }
    text.line(2, "fields:");
    fields.forEach((name, value) -> text.field(3, name, value));
    behind.forEach((name, value) -> text.field(2, name, value));
    text.line(0, "");
  }
}
