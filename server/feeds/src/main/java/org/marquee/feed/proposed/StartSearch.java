package org.marquee.feed.proposed;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.proposed.WrittenTime.Kind;

/// Finds the columns that say when showings start.
final class StartSearch {
  /// Of a column whose name says nothing.
  private static final int UNNAMED = 40;

  private static final Set<String> OTHER_TIMES =
      Set.of("end", "release", "updated", "door", "booking", "id", "price");

  private final FeedTable table;
  private final Map<FileColumn, TimeColumn> times = new LinkedHashMap<>();

  /// @param order of day and month as a person stated it; empty where the values decide
  StartSearch(FeedTable table, String order) {
    this.table = table;
    for (FileColumn column : table.columns()) {
      TimeColumn time = TimeColumn.of(column, order);
      if (time == null && Role.START.sureness(column) >= 80) {
        time = TimeColumn.ofNumbers(column);
      }
      if (time != null) {
        times.put(column, time);
      }
    }
  }

  boolean isTime(FileColumn column) {
    return times.containsKey(column);
  }

  /// All that may be it, the surest first.
  List<Start> all() {
    List<Start> found = new ArrayList<>();
    for (TimeColumn time : times.values()) {
      int sure = sureness(time);
      if (time.kind() == Kind.BOTH && !time.isMidnight() && sure > 0) {
        // A time that says its offset leaves nothing open.
        int exact = time.offset() ? Math.min(100, sure + 12) : sure;
        found.add(Start.of(List.of(time), doubted(exact, time), called(time)));
      }
      if (time.kind() == Kind.TIME && sure > 0) {
        times.values().stream()
            .filter(date -> date.kind() == Kind.DATE || date.isMidnight())
            .filter(date -> sureness(date) > 0 && areTogether(date, time))
            .forEach(date -> found.add(pair(date, time)));
      }
    }
    if (table.isTable()) {
      datesOverTimes().or(this::timesOverSigns).ifPresent(found::add);
    }
    Start first = found.isEmpty() ? null : found.getFirst();
    if (found.size() == 1 && first != null && first.sure() == UNNAMED) {
      return List.of(first.withSureness(72, first.why() + ", and nothing else has"));
    }
    found.sort(
        Comparator.comparingInt(Start::sure)
            .thenComparingInt(Start::count)
            .thenComparingInt(start -> start.rows().depth())
            .reversed());
    return found;
  }

  /// The start in the columns that a person named.
  ///
  /// @throws Corrections.InvalidCorrection if they hold no times
  Start of(List<FileColumn> columns) throws Corrections.InvalidCorrection {
    List<TimeColumn> parts = new ArrayList<>();
    for (FileColumn column : columns) {
      TimeColumn time = times.get(column);
      time = time == null ? TimeColumn.ofNumbers(column) : time;
      if (time == null) {
        throw new Corrections.InvalidCorrection(
            column + " has no times that can be read, but " + String.join(", ", column.first(3)));
      }
      parts.add(time);
    }
    parts.sort(Comparator.comparing(part -> part.kind() == Kind.TIME));
    if (parts.getLast().kind() != (parts.size() == 1 ? Kind.BOTH : Kind.TIME)) {
      throw new Corrections.InvalidCorrection(
          "startsAt needs a date and a time: name both columns, as startsAt=DATE+TIME");
    }
    return Start.of(parts, 100, "as you said");
  }

  private Start pair(TimeColumn date, TimeColumn time) {
    // Of two dates, that of the same row is nearer.
    boolean same = date.column().place().rows().equals(time.column().place().rows());
    int sure = Math.min(100, (sureness(date) + sureness(time)) / 2 + (same ? 5 : -6));
    return Start.of(
        List.of(date, time),
        doubted(doubted(sure, date), time),
        called(date) + "; " + called(time));
  }

  private static int doubted(int sure, TimeColumn time) {
    return time.doubt().isEmpty() ? sure : Math.min(sure, 60);
  }

  private static String called(TimeColumn time) {
    String what =
        switch (time.kind()) {
          case DATE -> "dates";
          case TIME -> "times of day";
          case BOTH -> "dates with times";
        };
    return time.column()
        + " has "
        + what
        + (time.why().isEmpty() ? "" : ": " + time.why())
        + (time.doubt().isEmpty() ? "" : ", but " + time.doubt());
  }

  private static boolean areTogether(TimeColumn one, TimeColumn other) {
    ColumnPath first = one.column().place();
    ColumnPath second = other.column().place();
    return first.isSeenFrom(second.rows()) || second.isSeenFrom(first.rows());
  }

  /// How sure a column is that of the start, by its name; one without a name of its own may well
  /// be.
  private static int sureness(TimeColumn time) {
    ColumnPath place = time.column().place();
    ColumnName name = time.column().name();
    String member = place.member(0);
    boolean listed = time.kind() == Kind.TIME && place.steps().contains(ColumnPath.MEMBERS);
    if (place.isName() || (listed && member != null && ColumnWords.areUnknown(List.of(member)))) {
      return 84;
    }
    // What stands within the sale is a time of that: `bookingPeriods[].startsAt`.
    String holder = place.member(1);
    if (name.own().stream().anyMatch(OTHER_TIMES::contains)
        || (holder != null && ColumnWords.meanings(holder).contains("booking"))) {
      return 0;
    }
    int sure = Role.START.sureness(time.column());
    return sure == 0 && name.saysNothing() ? UNNAMED : sure;
  }

  private List<FileColumn> called(Kind kind) {
    return table.columns().stream()
        .filter(column -> {
          WrittenTime time = WrittenTime.of(column.toString());
          return time != null && time.kind() == kind;
        })
        .toList();
  }

  /// Several texts as if one column had them: one way to write them all.
  private static @Nullable TimeColumn written(List<String> texts) {
    FileColumn column = new FileColumn(ColumnPath.ROOT);
    texts.forEach(column::add);
    return TimeColumn.of(column, "");
  }

  /// A table with a film in each row, and a date over each column of times.
  private Optional<Start> datesOverTimes() {
    List<FileColumn> columns =
        called(Kind.DATE).stream()
            .filter(column -> {
              TimeColumn time = times.get(column);
              return time != null && time.kind() == Kind.TIME;
            })
            .toList();
    TimeColumn date = written(columns.stream().map(FileColumn::toString).toList());
    TimeColumn clock = written(columns.stream().flatMap(all -> all.different().stream()).toList());
    if (columns.size() < 2 || date == null || clock == null) {
      return Optional.empty();
    }
    String year = date.hasYear() ? "" : " " + Start.thisYear();
    String doubt =
        date.hasYear() ? "" : "; the headings have no year, so it is taken to be this one";
    return Optional.of(
        new Start(
            List.of(),
            columns.stream()
                .map(column -> new Start.Heading(column, column + year, clock.split()))
                .toList(),
            date.pattern() + (date.hasYear() ? " " : " yyyy ") + clock.pattern(),
            date.language(),
            date.hasYear() ? 90 : 60,
            columns.size() + " columns are called by dates, and have times in them" + doubt));
  }

  /// A table with a film and a date in each row, and a time over each column of signs.
  private Optional<Start> timesOverSigns() {
    List<FileColumn> columns = called(Kind.TIME);
    TimeColumn clock = written(columns.stream().map(FileColumn::toString).toList());
    if (columns.size() < 2 || clock == null) {
      return Optional.empty();
    }
    return times.values().stream()
        .filter(time -> time.kind() == Kind.DATE && time.hasYear())
        .filter(time -> !columns.contains(time.column()))
        .max(Comparator.comparingInt(time -> Role.START.sureness(time.column())))
        .map(date ->
            new Start(
                List.of(date),
                columns.stream()
                    .map(column -> new Start.Heading(column, column.toString(), ""))
                    .toList(),
                date.pattern() + " " + clock.pattern(),
                date.language(),
                85,
                columns.size()
                    + " columns are called by times, and "
                    + date.column()
                    + " has the date"));
  }
}
