package org.marquee.feed.proposed;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.proposed.WrittenTime.Kind;

/// Finds tables that have a film in each row and a date, or a time, over each column.
final class HeadingSearch {
  private final FeedTable table;
  private final Map<FileColumn, TimeColumn> times;

  HeadingSearch(FeedTable table, Map<FileColumn, TimeColumn> times) {
    this.table = table;
    this.times = times;
  }

  @Nullable Start find() {
    if (!table.isTable()) {
      return null;
    }
    Start dates = dates();
    return dates == null ? clocks() : dates;
  }

  private List<FileColumn> called(Kind kind) {
    return table.columns().stream()
        .filter(column -> {
          WrittenTime time = WrittenTime.of(column.toString());
          return time != null && time.kind() == kind;
        })
        .toList();
  }

  /// Dates over times.
  private @Nullable Start dates() {
    List<FileColumn> columns =
        called(Kind.DATE).stream()
            .filter(column ->
                times.get(column) != null
                    && Objects.requireNonNull(times.get(column)).kind() == Kind.TIME)
            .toList();
    if (columns.size() < 2) {
      return null;
    }
    FileColumn names = new FileColumn(ColumnPath.ROOT);
    columns.forEach(column -> names.add(column.toString()));
    TimeColumn written = TimeColumn.of(names, null);
    if (written == null) {
      return null;
    }
    // Of the ways in which the fields are written, one that all have.
    FileColumn all = new FileColumn(ColumnPath.ROOT);
    columns.forEach(column -> column.different().forEach(all::add));
    TimeColumn clock = TimeColumn.of(all, null);
    if (clock == null) {
      return null;
    }
    String year = written.year() ? "" : " " + thisYear();
    List<Start.Heading> headings =
        columns.stream()
            .map(column -> new Start.Heading(column, column + year, clock.split()))
            .toList();
    String pattern = written.pattern() + (year.isEmpty() ? "" : " yyyy");
    return new Start.InHeadings(
        headings,
        List.of(),
        pattern + " " + clock.pattern(),
        written.language(),
        written.year() ? 90 : 60,
        columns.size()
            + " columns are called by dates, and have times in them"
            + (written.year() ? "" : "; the headings have no year, so it is taken to be this one"));
  }

  /// Times over signs, or over dates.
  private @Nullable Start clocks() {
    List<FileColumn> columns = called(Kind.TIME);
    List<TimeColumn> dates =
        times.values().stream()
            .filter(
                time -> time.kind() == Kind.DATE && time.year() && !columns.contains(time.column()))
            .sorted(
                Comparator.comparingInt((TimeColumn time) -> Role.START.sureness(time.column()))
                    .reversed())
            .limit(1)
            .toList();
    if (columns.size() < 2 || dates.isEmpty()) {
      return null;
    }
    FileColumn names = new FileColumn(ColumnPath.ROOT);
    columns.forEach(column -> names.add(column.toString()));
    TimeColumn written = TimeColumn.of(names, null);
    if (written == null) {
      return null;
    }
    List<Start.Heading> headings = new ArrayList<>();
    columns.forEach(column -> headings.add(new Start.Heading(column, column.toString(), "")));
    String date =
        dates.getFirst().pattern().equals("ISO") ? "yyyy-MM-dd" : dates.getFirst().pattern();
    return new Start.InHeadings(
        headings,
        dates,
        date + " " + written.pattern(),
        dates.getFirst().language(),
        85,
        columns.size()
            + " columns are called by times, and "
            + dates.getFirst().column()
            + " has the date");
  }

  /// The year of dates that have none.
  static int thisYear() {
    return LocalDate.now(ZoneOffset.UTC).getYear();
  }
}
