package org.marquee.feed.proposed;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// What a mapping says of rows as a whole: which of them count, and where labels stand.
///
/// @param used columns that say something
/// @param leaveOut rules by which rows are left out
/// @param labels the values of labels
record RowRules(
    FeedTable table,
    StatedFields said,
    Set<FileColumn> used,
    List<Object> leaveOut,
    List<Object> labels) {
  private static final Set<String> LABELS = Set.of("language", "format", "label", "sub");

  RowRules(FeedTable table, StatedFields said, Set<FileColumn> used) {
    this(table, said, used, new ArrayList<>(), new ArrayList<>());
  }

  /// Asks which rows count.
  void rows(List<Choice> choices) throws StatedFields.InvalidStatement {
    for (String field : List.of("only", "without")) {
      String stated = said.ofFile(field);
      int colon = stated.lastIndexOf(':');
      if (colon > 0) {
        FileColumn column = StatedFields.column(table, stated.substring(0, colon));
        List<String> texts = List.of(stated.substring(colon + 1).split(" ?, ?", -1));
        Map<String, Object> rule = new LinkedHashMap<>(Map.of("path", column.path()));
        rule.put(field.equals("only") ? "isNot" : "is", texts);
        rule.put("reason", field + " " + stated);
        leaveOut.add(rule);
        used.add(column);
      }
    }
    for (FileColumn column : table.columns()) {
      List<String> all = column.different();
      if (column.hints(Set.of("status", "cancelled")) && all.size() < 50) {
        used.add(column);
        ask(
            choices,
            "without",
            "%s has %s; which mean that there is no showing? Nothing if none"
                .formatted(column, column.examples()),
            Stream.concat(all.stream().limit(3).map(each -> column + ":" + each), Stream.of(""))
                .toList());
      } else if (column.means(Set.of("type", "show", "film"))
          && column.hints(Set.of("type"))
          && all.size() > 1
          && all.size() < 50) {
        used.add(column);
        ask(
            choices,
            "only",
            "%s has %s; which are films? Nothing if all".formatted(column, column.examples()),
            List.of(column + ":" + all.getFirst(), ""));
      }
    }
  }

  private void ask(List<Choice> choices, String field, String why, List<String> others) {
    if (said.stated(field) == null && choices.stream().noneMatch(each -> each.isFor(field))) {
      choices.add(Choice.asked(field, why, others));
    }
  }

  /// Finds the columns of labels.
  void findLabels() throws StatedFields.InvalidStatement {
    List<FileColumn> all = new ArrayList<>();
    String stated = said.columnName("labels");
    if (stated != null) {
      all.add(StatedFields.column(table, stated));
    } else if (said.stated("labels") == null) {
      table.columns().stream()
          .filter(column -> !used.contains(column) && column.means(LABELS))
          .forEach(all::add);
    }
    for (FileColumn column : all) {
      Map<String, Object> members = new LinkedHashMap<>(Map.of("path", column.path()));
      if (column.different().stream().anyMatch(text -> text.contains(","))) {
        members.put("split", ",");
      }
      labels.add(MappingText.value(members));
      used.add(column);
    }
  }
}
