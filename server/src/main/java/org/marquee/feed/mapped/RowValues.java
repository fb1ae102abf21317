package org.marquee.feed.mapped;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord.Start;
import org.marquee.feed.FeedSource;
import org.marquee.feed.LocalTimes;
import org.marquee.feed.Value;
import org.marquee.listing.Kind;
import org.marquee.listing.Timestamps;
import org.marquee.notice.Code;

/// What one row says, member by member, in the native feed's spelling. What cannot be understood is
/// kept as a fault, and counts as not said.
final class RowValues {
  private static final DateTimeFormatter LOCAL =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss", Locale.ROOT);

  private final Mapping mapping;
  private final Mapping.Rule rule;
  private final boolean ofOneVenue;
  private final Spot row;
  private final Expression.Reach reach;
  private final List<Fault> faults = new ArrayList<>(0);

  RowValues(
      Mapping mapping, Mapping.Rule rule, FeedSource source, Spot row, Expression.Reach reach) {
    this.mapping = mapping;
    this.rule = rule;
    this.ofOneVenue = source.cinema() != null;
    this.row = row;
    this.reach = reach;
  }

  /// What is wrong with a member, before its limits are looked at.
  ///
  /// @param what what it must be, as it follows the member's name
  record Fault(Code code, String member, String read, String what) {}

  /// What was found to be wrong so far.
  List<Fault> faults() {
    String repeated = reach.walk().repeated;
    if (repeated == null) {
      return List.copyOf(faults);
    }
    List<Fault> all = new ArrayList<>();
    all.add(new Fault(Code.LINE_UNREADABLE, repeated, "", "stands twice in one object"));
    all.addAll(faults);
    return all;
  }

  /// Notes that a member is missing, unless something worse is known of it.
  void missing(String member) {
    if (faults.stream().noneMatch(fault -> fault.member().equals(member))) {
      faults.add(new Fault(Code.MEMBER_MISSING, member, "", "is missing"));
    }
  }

  /// Notes that a member cannot be understood.
  void dropped(String member, String read, String what) {
    faults.add(new Fault(Code.OPTIONAL_MEMBER_DROPPED, member, read, what));
  }

  /// Whether the mapping says where the member stands.
  boolean has(String name) {
    return rule.fields().containsKey(name);
  }

  /// All that an expression leads to.
  List<Value> all(Expression expression) {
    return expression.all(row, reach.silent());
  }

  /// A member as it stands there; null where the row has none.
  @Nullable String text(String name) {
    Field field = rule.fields().get(name);
    Value value = field == null ? null : field.expression().first(row, reach);
    if (value == null) {
      return null;
    }
    String text = Expression.textOf(value);
    if (text == null) {
      dropped(name, value.shown(), "must be a single value");
    }
    return text;
  }

  /// A member as the native feed writes it; null where the row has none that can be understood.
  @Nullable Value value(String name) {
    Field field = rule.fields().get(name);
    String text = text(name);
    if (field == null || text == null) {
      return null;
    }
    return switch (field) {
      case Field.Words _ -> new Value.Text(text);
      case Field.Address(_, String base) -> new Value.Text(MappedAddresses.absolute(text, base));
      case Field.Degrees _ -> number(name, text);
      case Field.Length(_, Field.Length.Unit unit) -> minutes(name, text, unit);
      case Field.Date(_, TimePattern pattern) -> date(name, text, pattern);
      case Field.Time time -> time(name, text, time);
    };
  }

  private @Nullable Value number(String name, String text) {
    // A comma can only be the decimal one: no coordinate has thousands.
    String digits = text.replace(',', '.');
    if (!digits.matches("[-+]?[0-9]{1,18}(\\.[0-9]{1,30})?")) {
      dropped(name, text, "must be a number");
      return null;
    }
    return new Value.Numeral(digits.startsWith("+") ? digits.substring(1) : digits, false);
  }

  private @Nullable Value minutes(String name, String text, Field.Length.Unit unit) {
    String digits = text.replaceFirst("(?i)\\s*(min|mins|minutes)\\.?$", "");
    if (!digits.matches("[0-9]{1,12}([.,][0-9]{1,12})?")) {
      dropped(name, text, "must be a number of " + unit.name().toLowerCase(Locale.ROOT));
      return null;
    }
    long minutes = unit.minutes(Double.parseDouble(digits.replace(',', '.')));
    return new Value.Numeral(String.valueOf(minutes), true);
  }

  private @Nullable Value date(String name, String text, TimePattern pattern) {
    LocalDate date = pattern.date(text);
    if (date == null) {
      dropped(name, text, "must be " + pattern.words());
      return null;
    }
    return Sentinels.isNone(date) ? null : new Value.Text(date.toString());
  }

  private @Nullable Value time(String name, String text, Field.Time field) {
    return switch (field.pattern().time(text)) {
      case null -> {
        dropped(name, text, "must be " + field.pattern().words());
        yield null;
      }
      case Start.Exact written when field.offset() == Field.Time.Offset.NOT_MEANT ->
          local(onItsDay(LocalTimes.asLocal(written).time(), text, field));
      case Start.Exact written -> {
        compareOffset(name, text, written);
        yield new Value.Text(Timestamps.write(written.instant(), written.offsetMinutes()));
      }
      case Start.Local(LocalDateTime time) -> local(onItsDay(time, text, field));
    };
  }

  private static @Nullable Value local(LocalDateTime time) {
    return LocalTimes.isEmpty(time.toLocalDate()) ? null : new Value.Text(LOCAL.format(time));
  }

  /// Where the feed tells of its cinemas, [org.marquee.feed.Clocks] compares; where it does not,
  /// only the mapping knows their clocks.
  private void compareOffset(String name, String text, Start.Exact written) {
    @Nullable ZoneId zone = mapping.zone();
    if (!name.equals("startsAt") || zone == null || ofOneVenue || tellsOfCinemas()) {
      return;
    }
    if (!LocalTimes.agrees(written, zone)) {
      faults.add(
          new Fault(
              Code.START_OFFSET_UNUSUAL, name, text, "has not the offset of " + zone + " then"));
    }
  }

  private boolean tellsOfCinemas() {
    return mapping.rules().stream().anyMatch(each -> each.kind() == Kind.CINEMA);
  }

  /// The time on the day of the calendar that is meant by a business day. An hour from 24 on has
  /// said by itself that it is of the night after.
  private LocalDateTime onItsDay(LocalDateTime time, String text, Field.Time field) {
    boolean early = field.dayEnds() != null && time.toLocalTime().isBefore(field.dayEnds());
    if (!early && field.nextDay() != null) {
      Value flag = field.nextDay().first(row, reach.silent());
      early = flag != null && Flags.isSet(flag) && time.getHour() < 12;
    }
    return early && time.toLocalDate().equals(field.pattern().date(text)) ? time.plusDays(1) : time;
  }
}
