package org.marquee.feed.proposed;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.marquee.feed.FeedStart;

/// Finds the columns that showings start at, and asks what their values leave open.
final class StartSearch {
  /// What columns of starts are called, and what those of other times are.
  static final Set<String> NAMES = Set.of("start", "time", "date", "show");

  static final Set<String> NO_START =
      Set.of("end", "release", "updated", "door", "year", "booking", "price", "length");

  private static final Set<String> TIMES = Set.of("start", "time", "date");
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("EEE d MMM uuuu", Locale.ENGLISH);

  private final Proposer found;
  private final StatedFields said;

  /// One of dates and times, or one of dates and one of times; none while they are asked for.
  final List<TimeColumn> columns = new ArrayList<>();

  StartSearch(Proposer found) {
    this.found = found;
    this.said = found.said;
  }

  /// Looks for them, and gives the mapping's value of the field if nothing about it is open.
  void look() throws StatedFields.InvalidStatement {
    String stated = said.columnName("startsAt");
    if (stated == null ? !find() : !take(stated)) {
      columns.clear();
      return;
    }
    String shown = String.join("+", columns.stream().map(each -> each.column().name()).toList());
    for (TimeColumn each : columns) {
      long missing = each.column().values().stream().filter(String::isEmpty).count();
      String nothing = missing == 0 ? "" : missing + " rows have nothing; ";
      String odd =
          each.odd().isEmpty() ? "" : Choice.list(each.odd()) + " not written as the rest; ";
      if (!(nothing + odd).isEmpty()) {
        String why =
            "%s: %s%sthey are read as they stand, or refused; is that right?"
                .formatted(each.column(), nothing, odd);
        found.ask("startsAt", why, shown);
      }
    }
    order(columns.getFirst());
    times(columns.getLast());
    hours(columns.getLast());
    if (Stream.of("startsAt", "order", "times", "hours", "dayEnds").noneMatch(found::isOpen)) {
      found.found("startsAt", shown, columns.getFirst().column().examples(), written());
    }
  }

  /// Takes the columns that a person names.
  private boolean take(String stated) throws StatedFields.InvalidStatement {
    for (FileColumn column : StatedFields.columns(found.table, stated)) {
      TimeColumn read = TimeColumn.of(column, true);
      if (read == null) {
        String why = column + " cannot be read as times (" + column.examples() + ")";
        found.leave(Choice.asked("startsAt", why + FeedTable.BY_HAND, List.of()));
        return false;
      }
      columns.add(read);
    }
    boolean whole = columns.stream().anyMatch(TimeColumn::hasDate) && columns.getLast().hasClock();
    if (!whole) {
      String why = "a date and then a time of day are needed: startsAt=DATE+TIME";
      found.leave(Choice.asked("startsAt", why, List.of()));
    }
    return whole;
  }

  /// Finds the columns by their names, if no others may be meant.
  private boolean find() {
    List<TimeColumn> whole = new ArrayList<>();
    List<TimeColumn> dates = new ArrayList<>();
    List<TimeColumn> clocks = new ArrayList<>();
    // A column that is called like a time, and cannot be read, may be a part of the start.
    boolean sure = true;
    List<String> seen = new ArrayList<>();
    for (FileColumn column : found.table.columns()) {
      TimeColumn read = column.hints(NO_START) ? null : TimeColumn.of(column);
      if (read != null) {
        (!read.hasClock() ? dates : read.hasDate() ? whole : clocks).add(read);
      }
      sure &= read != null || !column.means(TIMES);
      if (read != null || column.hints(NAMES)) {
        seen.add(column + " (" + column.examples() + ")");
      }
    }
    if (whole.size() == 1 && clocks.isEmpty()) {
      columns.addAll(whole);
      // Where another column has the date, a start that seems to have one got it by default.
      sure &= dates.isEmpty();
    } else if (whole.isEmpty() && dates.size() == 1 && clocks.size() == 1) {
      columns.addAll(dates);
      columns.addAll(clocks);
    }
    if (sure
        && !columns.isEmpty()
        && columns.stream().allMatch(each -> each.column().means(NAMES))) {
      return true;
    }
    List<String> offers = new ArrayList<>();
    whole.forEach(each -> offers.add(each.column().name()));
    dates.forEach(
        date -> clocks.forEach(clock -> offers.add(date.column() + "+" + clock.column())));
    String why =
        offers.isEmpty()
            ? "no columns have a date and a time of day that can be read"
                + FeedTable.BY_HAND
                + "; if the file lists cinemas, startsAt= with nothing behind. "
            : "which is the start? ";
    String some = String.join(", ", seen.stream().limit(6).toList());
    found.ask(Choice.asked("startsAt", why + some, offers));
    return false;
  }

  /// Asks for the order of day, month and year.
  private void order(TimeColumn date) {
    List<TimeColumn.Way> ways = date.ways();
    if (ways.stream().map(TimeColumn.Way::order).distinct().count() > 1
        && ways.stream().noneMatch(each -> each.order().equals(said.ofFile("order")))) {
      List<String> all = date.column().different();
      String example =
          all.stream()
              .filter(text -> ways.stream().map(way -> day(way, text)).distinct().count() > 1)
              .findFirst()
              .orElse(all.getFirst());
      String days = String.join(" or ", ways.stream().map(way -> day(way, example)).toList());
      found.ask(
          "order",
          Choice.shortened(example, 40) + ": " + days + "?",
          ways.stream().map(TimeColumn.Way::order).toArray(String[]::new));
    }
  }

  private static String day(TimeColumn.Way way, String text) {
    FeedStart start = way.start(text);
    return start == null ? "no date" : DAY.format(TimeColumn.local(start));
  }

  private void times(TimeColumn clock) {
    String between = clock.between();
    Optional<String> several =
        clock.column().different().stream()
            .filter(text -> !between.isEmpty() && !between.equals(TimeColumn.HALF))
            .filter(text -> text.contains(between))
            .findFirst();
    if (several.isPresent() && clock.isRange()) {
      String why = ": a start and an end (range), or a showing at each (list)?";
      found.ask("times", several.get() + why, "range", "list");
    } else if (several.isPresent()) {
      found.ask("times", several.get() + ": a showing at each of these times?", "list");
    }
  }

  private void hours(TimeColumn clock) {
    List<LocalDateTime> times = clock.times();
    String examples = clock.column().examples();
    if (clock.between().equals(TimeColumn.HALF)) {
      found.ask("hours", examples + ": does p mean p.m., as 7:15p is 19:15?", "ap");
    } else if (!clock.ways().getFirst().pattern().endsWith("a") && said.stated("hours") == null) {
      // Hardly anything begins from four to nine, and of many showings some are in the evening.
      List<LocalDateTime> early =
          times.stream().filter(time -> time.getHour() > 3 && time.getHour() < 9).toList();
      boolean evening = times.isEmpty() || times.stream().anyMatch(time -> time.getHour() > 12);
      List<LocalDateTime> some = evening ? early : times;
      if (!some.isEmpty()) {
        String why =
            "%s: without a.m. or p.m.; %s (pm), or as on a clock of 24 hours (24)? If some are mornings%s"
                .formatted(
                    examples,
                    some.stream()
                        .limit(3)
                        .map(time -> time.plusHours(time.getHour() < 12 ? 12 : 0).toLocalTime())
                        .toList(),
                    FeedTable.BY_HAND);
        found.ask("hours", why, "pm", "24");
        return;
      }
    }
    long night = times.stream().filter(time -> time.getHour() < 6).count();
    if (night > 0 && !said.ofFile("hours").equals("pm")) {
      String why =
          " begin between midnight and six: 06:00 if they stand under the day before, nothing if their dates are right";
      found.ask("dayEnds", night + why, "06:00", "");
    }
  }

  private Object written() {
    boolean pm = said.ofFile("hours").equals("pm");
    List<Object> parts = new ArrayList<>();
    List<String> patterns = new ArrayList<>();
    for (TimeColumn each : columns) {
      Stream<TimeColumn.Way> ordered =
          each.ways().stream().filter(way -> way.order().equals(said.ofFile("order")));
      String pattern = ordered.findFirst().orElse(each.ways().getFirst()).pattern();
      Object part = each.column().path();
      if (each.between().equals(TimeColumn.HALF)) {
        part = members("join", List.of(part, Map.of("constant", TimeColumn.HALF)), "with", "");
      } else if (!each.between().isEmpty() && said.ofFile("times").equals("range")) {
        part = members("path", part, "match", "^([0-9:.hH]+( ?[AaPp][.]?[Mm][.]?)?)");
      } else if (!each.between().isEmpty()) {
        part = members("path", part, "split", each.between());
      }
      if (pm && each.hasClock() && pattern.contains("H")) {
        part = Map.of("join", List.of(part, Map.of("constant", "PM")));
        pattern = pattern.replace('H', 'h') + " a";
      }
      parts.add(part);
      patterns.add(pattern);
    }
    boolean isPath = parts.size() == 1 && parts.getFirst() instanceof String;
    Map<String, Object> all = isPath ? members("path", parts.getFirst()) : members("join", parts);
    all.put("pattern", String.join(" ", patterns));
    all.put("language", columns.getFirst().ways().getFirst().language());
    all.put("dayEnds", said.ofFile("dayEnds"));
    all.values().removeAll(Set.of("ISO", "en", ""));
    return MappingText.value(all);
  }

  private static Map<String, Object> members(Object... pairs) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (int at = 0; at < pairs.length; at += 2) {
      members.put(pairs[at].toString(), pairs[at + 1]);
    }
    return members;
  }
}
