package org.marquee.feed.proposed;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  private final Map<FileColumn, TimeColumn> times = new HashMap<>();

  StartSearch(FeedTable table, @Nullable DayOrder order) {
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
        found.add(new Start.InColumns(List.of(time), doubted(exact, time), called(time)));
      }
      if (time.kind() == Kind.TIME && sure > 0) {
        times.values().stream()
            .filter(date -> date.kind() == Kind.DATE || date.isMidnight())
            .filter(date -> sureness(date) > 0 && areTogether(date, time))
            .forEach(date -> found.add(pair(date, time)));
      }
    }
    Start headings = new HeadingSearch(table, times).find();
    if (headings != null) {
      found.add(headings);
    }
    if (found.size() == 1
        && found.getFirst() instanceof Start.InColumns(List<TimeColumn> parts, int sure, String why)
        && sure == UNNAMED) {
      return List.of(new Start.InColumns(parts, 72, why + ", and nothing else has"));
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
  /// @throws Corrections.Fault if they hold no times
  Start of(List<FileColumn> columns) throws Corrections.Fault {
    List<TimeColumn> parts = new ArrayList<>();
    for (FileColumn column : columns) {
      TimeColumn time = times.get(column);
      time = time == null ? TimeColumn.ofNumbers(column) : time;
      if (time == null) {
        throw new Corrections.Fault(
            column + " has no times that can be read, but " + String.join(", ", column.first(3)));
      }
      parts.add(time);
    }
    parts.sort(Comparator.comparing(part -> part.kind() == Kind.TIME));
    boolean whole =
        parts.size() == 1
            ? parts.getFirst().kind() == Kind.BOTH
            : parts.getLast().kind() == Kind.TIME;
    if (!whole) {
      throw new Corrections.Fault(
          "startsAt needs a date and a time: name both columns, as startsAt=DATE+TIME");
    }
    return new Start.InColumns(parts, 100, "as you said");
  }

  private Start pair(TimeColumn date, TimeColumn time) {
    // Of two dates, that of the same row is nearer.
    boolean same = date.column().place().rows().equals(time.column().place().rows());
    int sure = Math.min(100, (sureness(date) + sureness(time)) / 2 + (same ? 5 : -6));
    return new Start.InColumns(
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

  /// Whether it stands within what is said of the sale: `bookingPeriods[].startsAt`.
  private static boolean isOfBooking(ColumnPath place) {
    String holder = place.member(1);
    return holder != null && ColumnWords.BUILT_IN.meanings(holder).contains("booking");
  }

  /// How sure a column is that of the start, by its name; one without a name of its own may well
  /// be.
  private static int sureness(TimeColumn time) {
    ColumnPath place = time.column().place();
    boolean listed =
        time.kind() == Kind.TIME && place.steps().contains(ColumnPath.Step.Many.MEMBERS);
    if (place.steps().getLast() == ColumnPath.Step.Many.NAME
        || (listed
            && place.member(0) != null
            && ColumnWords.BUILT_IN.areUnknown(List.of(String.valueOf(place.member(0)))))) {
      return 84;
    }
    ColumnName name = time.column().name();
    if (name.own().stream().anyMatch(OTHER_TIMES::contains) || isOfBooking(place)) {
      return 0;
    }
    int sure = Role.START.sureness(time.column());
    return sure == 0 && name.own().stream().allMatch(ColumnWords.UNKNOWN::equals) ? UNNAMED : sure;
  }
}
