package org.marquee.feed.proposed;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedStart;

/// Finds the columns that showings start at, and asks what their values leave open.
final class StartSearch {
  static final Set<String> NAMES = Set.of("start", "time", "date", "show");
  private static final Set<String> TIMES = Set.of("start", "time", "date");
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("EEE d MMM uuuu", Locale.ENGLISH);

  private final FeedTable table;
  private final StatedFields said;
  private final List<Choice> choices;

  /// One of dates and times, or one of dates and one of times.
  private final List<Readings> columns = new ArrayList<>();

  StartSearch(FeedTable table, StatedFields said, List<Choice> choices) {
    this.table = table;
    this.said = said;
    this.choices = choices;
  }

  List<FileColumn> columns() {
    return columns.stream().map(Readings::column).toList();
  }

  /// The value of the mapping's field; empty while anything about it is open.
  Object value() throws StatedFields.InvalidStatement {
    String stated = said.columnName("startsAt");
    if (said.stated("startsAt") == null ? !look() : stated == null || !take(stated)) {
      return "";
    }
    String shown = String.join("+", columns().stream().map(FileColumn::name).toList());
    choices.add(new Choice("startsAt", shown, false, columns().getFirst().examples(), List.of()));
    int before = choices.size();
    for (Readings each : columns) {
      long missing = each.column().values().stream().filter(String::isEmpty).count();
      if (stated == null && (missing > 0 || !each.odd().isEmpty())) {
        ask(
            "startsAt",
            "%s: %d rows have nothing, others %s, which is no time as the rest; are they left out?"
                .formatted(each.column(), missing, Choice.list(each.odd())),
            List.of(shown));
      }
    }
    String order = order();
    Readings clock = columns.getLast();
    times(clock);
    hours(clock);
    return choices.size() > before ? "" : written(order);
  }

  private void ask(String field, String why, List<String> others) {
    if (said.stated(field) == null || field.equals("startsAt")) {
      choices.add(Choice.asked(field, why, others));
    }
  }

  /// Takes the columns that a person names.
  private boolean take(String stated) throws StatedFields.InvalidStatement {
    for (FileColumn column : StatedFields.columns(table, stated)) {
      Readings read = Readings.of(column);
      Readings halves = read == null ? ofHalves(column) : read;
      if (halves == null) {
        ask(
            "startsAt",
            column + " cannot be read as times (" + column.examples() + ")" + FeedTable.BY_HAND,
            List.of());
        return false;
      }
      columns.add(halves);
    }
    boolean whole = columns.stream().anyMatch(Readings::hasDate) && columns.getLast().hasClock();
    if (!whole) {
      ask("startsAt", "a date and then a time of day are needed: startsAt=DATE+TIME", List.of());
    }
    return whole;
  }

  /// `7:15p`: read as if it were `7:15pm`.
  private static @Nullable Readings ofHalves(FileColumn column) {
    Readings read =
        Readings.of(
            FileColumn.of(
                column.name(),
                column.path(),
                column.different().stream().map(text -> text + "m").toList()));
    return read == null || read.hasDate() || !read.between().isEmpty()
        ? null
        : new Readings(column, read.patterns(), "m", read.values(), read.odd());
  }

  /// Finds the columns by their names, if no others may be meant.
  private boolean look() {
    List<Readings> all = new ArrayList<>();
    for (FileColumn column : table.columns()) {
      Readings read = column.hints(FeedTable.NO_START) ? null : Readings.of(column);
      Readings halves = read == null && column.means(NAMES) ? ofHalves(column) : read;
      if (halves != null) {
        all.add(halves);
      }
    }
    List<Readings> whole = all.stream().filter(each -> each.hasDate() && each.hasClock()).toList();
    List<Readings> dates = all.stream().filter(each -> !each.hasClock()).toList();
    List<Readings> clocks = all.stream().filter(each -> !each.hasDate()).toList();
    if (whole.size() == 1 && clocks.isEmpty()) {
      columns.addAll(whole);
    } else if (whole.isEmpty() && dates.size() == 1 && clocks.size() == 1) {
      columns.addAll(dates);
      columns.addAll(clocks);
    }
    // A column that is called like a time, and cannot be read, may be a part of the start.
    boolean unread =
        table.columns().stream()
            .filter(column -> column.means(TIMES))
            .anyMatch(column -> all.stream().noneMatch(each -> each.column().equals(column)));
    if (!columns.isEmpty() && !unread && columns().stream().allMatch(each -> each.means(NAMES))) {
      return true;
    }
    columns.clear();
    List<String> offers =
        new ArrayList<>(whole.stream().map(each -> each.column().name()).toList());
    dates.forEach(
        date -> clocks.forEach(clock -> offers.add(date.column() + "+" + clock.column())));
    List<String> seen =
        table.columns().stream()
            .filter(column ->
                column.hints(NAMES) || all.stream().anyMatch(each -> each.column().equals(column)))
            .limit(6)
            .map(column -> column + " (" + column.examples() + ")")
            .toList();
    ask(
        "startsAt",
        offers.isEmpty()
            ? "no columns have a date and a time of day that can be read"
                + FeedTable.BY_HAND
                + "; if the file lists cinemas, startsAt= with nothing behind. "
                + String.join(", ", seen)
            : "which is the start? " + String.join(", ", seen),
        offers);
    return false;
  }

  /// The order of day, month and year.
  private String order() {
    Readings date = columns.getFirst();
    List<Readings.Written> open = date.patterns();
    String stated = said.ofFile("order");
    if (open.size() > 1 && open.stream().noneMatch(each -> each.order().equals(stated))) {
      String example =
          date.values().stream()
              .filter(text -> open.stream().map(each -> day(each, text)).distinct().count() > 1)
              .findFirst()
              .orElse(date.values().getFirst());
      ask(
          "order",
          Choice.shortened(example, 40)
              + ": "
              + String.join(" or ", open.stream().map(each -> day(each, example)).toList())
              + "?",
          open.stream().map(Readings.Written::order).toList());
    }
    return stated;
  }

  private static String day(Readings.Written written, String text) {
    return written.start(text) instanceof FeedStart.Local(LocalDateTime time)
        ? DAY.format(time)
        : "no date";
  }

  private void times(Readings clock) {
    if (!clock.between().isEmpty() && !clock.between().equals("m")) {
      String example =
          clock.column().different().stream()
              .filter(text -> text.contains(clock.between()))
              .findFirst()
              .orElse("");
      ask(
          "times",
          example
              + (clock.isRange()
                  ? ": a start and an end (range), or a showing at each (list)?"
                  : ": a showing at each of these times?"),
          clock.isRange() ? List.of("range", "list") : List.of("list"));
    }
  }

  private void hours(Readings clock) {
    List<Integer> hours = clock.times().stream().map(LocalDateTime::getHour).toList();
    if (hours.isEmpty() || clock.isInstant()) {
      return;
    }
    boolean halves = clock.patterns().getFirst().pattern().contains("a");
    long night = hours.stream().filter(hour -> hour > 0 && hour < 9).count();
    boolean noAfternoon =
        hours.stream().allMatch(hour -> hour < 13)
            && hours.stream().anyMatch(hour -> hour > 0 && hour < 12);
    if (clock.between().equals("m")) {
      ask(
          "hours",
          clock.column().examples() + ": does p mean p.m., as 7:15p is 19:15?",
          List.of("ap"));
    } else if (!halves
        && said.stated("hours") == null
        && (noAfternoon || night * 4 > hours.size())) {
      ask(
          "hours",
          clock.column().examples()
              + ": without a.m. or p.m.; "
              + clock.times().stream()
                  .limit(3)
                  .map(time -> time.plusHours(time.getHour() < 12 ? 12 : 0).toLocalTime())
                  .toList()
              + " (pm), or as on a clock of 24 hours (24)? If some are mornings"
              + FeedTable.BY_HAND,
          List.of("pm", "24"));
      return;
    }
    if (!said.ofFile("hours").equals("pm") && hours.stream().anyMatch(hour -> hour < 6)) {
      ask(
          "dayEnds",
          "%d begin between midnight and six: 06:00 if they stand under the day before, nothing if their dates are right"
              .formatted(hours.stream().filter(hour -> hour < 6).count()),
          List.of("06:00", ""));
    }
  }

  private Object written(String order) {
    String hours = said.ofFile("hours");
    List<Object> parts = new ArrayList<>();
    List<String> patterns = new ArrayList<>();
    for (Readings each : columns) {
      Readings.Written written =
          each.patterns().stream()
              .filter(one -> one.order().equals(order))
              .findFirst()
              .orElse(each.patterns().getFirst());
      Map<String, Object> part = new LinkedHashMap<>(Map.of("path", each.column().path()));
      if (each.between().equals("m")) {
        part = new LinkedHashMap<>(Map.of("join", List.of(part, Map.of("constant", "m"))));
        part.put("with", "");
      } else if (!each.between().isEmpty() && said.ofFile("times").equals("range")) {
        part.put("match", "^([0-9:.hH]+( ?[AaPp][.]?[Mm][.]?)?)");
      } else if (!each.between().isEmpty()) {
        part.put("split", each.between());
      }
      boolean pm = hours.equals("pm") && each.hasClock() && written.pattern().contains("H");
      parts.add(
          pm
              ? Map.of("join", List.of(MappingText.value(part), Map.of("constant", "PM")))
              : MappingText.value(part));
      patterns.add(pm ? written.pattern().replace('H', 'h') + " a" : written.pattern());
    }
    Map<String, Object> all = new LinkedHashMap<>();
    if (parts.size() == 1 && parts.getFirst() instanceof Map<?, ?> only) {
      only.forEach((name, value) -> all.put(name.toString(), value));
    } else {
      all.put(parts.size() == 1 ? "path" : "join", parts.size() == 1 ? parts.getFirst() : parts);
    }
    String pattern = String.join(" ", patterns);
    String language = columns.getFirst().patterns().getFirst().language();
    if (!pattern.equals("ISO")) {
      all.put("pattern", pattern);
    }
    if (!language.equals("en")) {
      all.put("language", language);
    }
    if (!said.ofFile("dayEnds").isEmpty()) {
      all.put("dayEnds", said.ofFile("dayEnds"));
    }
    return Objects.requireNonNull(MappingText.value(all));
  }
}
