package org.marquee.feed.proposed;

import static java.util.stream.Collectors.joining;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.marquee.feed.proposed.WrittenTime.Kind;

/// Where the times of showings stand: in one column with date and time, or a column of each; or in
/// columns that are called by dates or by times.
///
/// @param columns with the date, the time or both; empty where dates are over the columns
/// @param headings columns that are called by a date or a time: a showing of each for a row
/// @param pattern of all parts, one after the other; `ISO` for what needs none
/// @param sure from 0 to 100
record Start(
    List<TimeColumn> columns,
    List<Heading> headings,
    String pattern,
    String language,
    int sure,
    String why) {
  /// A column that is called by a date or a time.
  ///
  /// @param text what it is called
  /// @param split what stands between several times in a field; empty where there is one
  record Heading(FileColumn column, String text, String split) {}

  Start {
    columns = List.copyOf(columns);
    headings = List.copyOf(headings);
  }

  /// A start in columns.
  static Start of(List<TimeColumn> columns, int sure, String why) {
    List<String> patterns = new ArrayList<>();
    String language = "";
    for (TimeColumn column : columns) {
      patterns.add(
          column.isMidnight() || (columns.size() > 1 && column.pattern().equals("ISO"))
              ? "yyyy-MM-dd"
              : column.pattern());
      if (lacksYear(column)) {
        patterns.add("yyyy");
      }
      language = column.language().isEmpty() ? language : column.language();
    }
    return new Start(columns, List.of(), String.join(" ", patterns), language, sure, why);
  }

  static boolean lacksYear(TimeColumn column) {
    return column.kind() == Kind.DATE && !column.hasYear();
  }

  /// The year of dates that have none.
  static String thisYear() {
    return String.valueOf(LocalDate.now(ZoneOffset.UTC).getYear());
  }

  Start withSureness(int other, String reason) {
    return new Start(columns, headings, pattern, language, other, reason);
  }

  /// The columns with something of the start in them or over them.
  List<FileColumn> used() {
    return Stream.concat(
            headings.stream().map(Heading::column), columns.stream().map(TimeColumn::column))
        .toList();
  }

  /// The rows that are showings.
  ColumnPath rows() {
    return columns.stream()
        .map(column -> column.column().place().rows())
        .max(Comparator.comparingInt(ColumnPath::depth))
        .orElse(ColumnPath.ROOT);
  }

  /// How many rows have one.
  int count() {
    return headings.isEmpty()
        ? columns.stream().mapToInt(column -> column.column().count()).max().orElse(0)
        : headings.stream().mapToInt(heading -> heading.column().count()).sum();
  }

  /// The columns as a correction names them.
  String shown() {
    return headings.isEmpty()
        ? columns.stream().map(column -> column.column().toString()).collect(joining("+"))
        : headings.stream().map(heading -> heading.column().toString()).collect(joining(", "));
  }
}
