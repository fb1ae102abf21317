package org.marquee.feed.mapped;

import static java.time.temporal.TemporalAdjusters.nextOrSame;

import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FeedStart;
import org.marquee.feed.member.Limits;
import org.marquee.feed.member.Value;
import org.marquee.feed.time.LocalTimes;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;

/// The values of one row, member by member, as the native feed writes them. A value that cannot be
/// parsed is kept as a fault and counts as missing.
final class RowValues {
  private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9]{1,18}(\\.[0-9]{1,30})?");
  private static final Pattern COUNT =
      Pattern.compile(
          "([0-9]{1,12}([.,][0-9]{1,12})?)(?i:\\s*(m|min|mins|minutes?|minuten|[’'′])\\.?)?");

  /// `2h 10m`, `2 Std. 10 Min.`, `PT2H10M`.
  private static final Pattern HOURS =
      Pattern.compile(
          "(?i)(?:PT)?([0-9]{1,2})\\s*(?:h|hrs?|hours?|std|stunden?|uur|u|godz|heures?|ore)\\.?,?\\s*"
              + "(?:(?:and|und|et)\\s+)?(?:([0-9]{1,2})\\s*(?:m|mins?|minutes?|minuten|minuti)?\\.?)?");

  /// Dates that systems write where they have none. A film's release may have such a year: films
  /// are older than showings can be.
  private static final Set<LocalDate> NO_DATE =
      Set.of(
          LocalDate.of(1, 1, 1),
          LocalDate.of(1899, 12, 30),
          LocalDate.of(1899, 12, 31),
          LocalDate.of(1900, 1, 1));

  /// A time of day that comes later than this after the start was not meant as the end.
  private static final Duration LONGEST_TO_END = Duration.ofHours(12);

  private final Mapping mapping;
  private final Mapping.Rule rule;
  private final FeedRecord.@Nullable Cinema venue;
  private final Spot row;
  private final Expression.Reach reach;
  private final RowShowing showing;
  private final List<MemberFault> faults = new ArrayList<>(0);

  RowValues(
      Mapping mapping,
      Mapping.Rule rule,
      FeedSource source,
      Spot row,
      RowShowing showing,
      Expression.Reach reach) {
    this.showing = showing;
    this.mapping = mapping;
    this.rule = rule;
    this.venue = source.cinema();
    this.row = row;
    this.reach = reach;
  }

  /// What is wrong with a member, before its limits are looked at.
  ///
  /// @param what what it must be, as it follows the member's name
  record MemberFault(Code code, String member, String read, String what) {}

  List<MemberFault> faults() {
    String repeated = reach.walk().repeated;
    if (repeated == null) {
      return List.copyOf(faults);
    }
    List<MemberFault> all = new ArrayList<>();
    all.add(new MemberFault(Code.LINE_UNREADABLE, repeated, "", "occurs twice in one object"));
    all.addAll(faults);
    return all;
  }

  /// Notes that a member is missing, unless something worse is known of it.
  void missing(String member) {
    if (faults.stream().noneMatch(fault -> fault.member().equals(member))) {
      faults.add(new MemberFault(Code.MEMBER_MISSING, member, "", "is missing"));
    }
  }

  /// Notes that a member cannot be understood.
  void dropped(String member, String read, String what) {
    faults.add(new MemberFault(Code.OPTIONAL_MEMBER_DROPPED, member, read, what));
  }

  boolean has(String name) {
    return rule.fields().containsKey(name);
  }

  List<Value> all(Expression expression) {
    return expression.all(row, reach.silent());
  }

  /// A member as it stands there; null where the row has none.
  @Nullable String text(String name) {
    if (showing.start() != null && name.equals("startsAt")) {
      return showing.start();
    }
    if (name.equals(DetailFields.ENDS_AT) && !showing.equals(RowShowing.ONLY)) {
      return null; // One end of several showings.
    }
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

  /// A member as its field reads it; null where the row has none that can be parsed.
  @Nullable Value value(String name) {
    Field field = rule.fields().get(name);
    String text = text(name);
    if (field == null || text == null) {
      return null;
    }
    return switch (field) {
      case Field.Words _ -> new Value.Text(text);
      case Field.Address address -> new Value.Text(address.absolute(text));
      case Field.Figure _ -> number(name, text);
      case Field.Flag _ -> flag(name, text);
      case Field.Length(_, Field.Length.Unit unit) -> minutes(name, text, unit);
      case Field.Date(_, TimePattern pattern) -> date(name, text, pattern);
      case Field.Time time -> time(name, text, time);
      case Field.Clock _ -> null;
    };
  }

  /// When a showing ends.
  ///
  /// @param startsAt as it was read; null where it cannot be
  @Nullable Value end(@Nullable Value startsAt) {
    if (!(rule.fields().get(DetailFields.ENDS_AT) instanceof Field.Clock(_, TimePattern pattern))) {
      return value(DetailFields.ENDS_AT);
    }
    String text = text(DetailFields.ENDS_AT);
    FeedStart start = startsAt == null ? null : Limits.START.of(startsAt);
    if (text == null || start == null) {
      return null;
    }
    LocalTime clock = pattern.clock(text);
    if (clock == null) {
      dropped(DetailFields.ENDS_AT, text, "must be " + pattern.words());
      return null;
    }
    ZoneId zone = mapping.zoneOf(venue);
    if (zone == null && start instanceof FeedStart.Exact(_, int offset) && offset == 0) {
      dropped(
          DetailFields.ENDS_AT, text, "must have a date: the start is in UTC and no zone is known");
      return null;
    }
    FeedStart end = start.next(clock, zone);
    Duration length = start.until(end);
    if (length != null && length.compareTo(LONGEST_TO_END) > 0) {
      dropped(
          DetailFields.ENDS_AT,
          text,
          "must have a date: without one, it is more than 12 hours after the start");
      return null;
    }
    return new Value.Text(end.text());
  }

  /// All texts of a member.
  List<String> texts(String name) {
    Field field = rule.fields().get(name);
    List<String> texts = new ArrayList<>();
    for (Value value : field == null ? List.<Value>of() : all(field.expression())) {
      String text = Expression.textOf(value);
      if (text == null) {
        dropped(name, value.shown(), "must contain single values");
      } else {
        texts.add(text);
      }
    }
    return texts;
  }

  private @Nullable Value flag(String name, String text) {
    Boolean set = Flags.read(new Value.Text(text));
    if (set == null) {
      dropped(name, text, "must be true or false");
    }
    return set == null ? null : new Value.Flag(set);
  }

  private @Nullable Value number(String name, String text) {
    // A comma can only be the decimal one: no coordinate and no price has thousands.
    String digits = text.replace(',', '.');
    if (!NUMBER.matcher(digits).matches()) {
      dropped(name, text, "must be a number");
      return null;
    }
    return new Value.Numeral(digits.startsWith("+") ? digits.substring(1) : digits, false);
  }

  private @Nullable Value minutes(String name, String text, Field.Length.Unit unit) {
    Matcher hours = HOURS.matcher(text);
    if (hours.matches()) {
      long minutes = hours.group(2) == null ? 0 : Long.parseLong(hours.group(2));
      return whole(Long.parseLong(hours.group(1)) * 60 + minutes);
    }
    Matcher count = COUNT.matcher(text);
    if (!count.matches()) {
      dropped(name, text, "must be a number of " + unit.name().toLowerCase(Locale.ROOT));
      return null;
    }
    return whole(unit.minutes(Double.parseDouble(count.group(1).replace(',', '.'))));
  }

  private static Value whole(long number) {
    return new Value.Numeral(String.valueOf(number), true);
  }

  private @Nullable Value date(String name, String text, TimePattern pattern) {
    LocalDate date = pattern.date(text);
    if (date == null) {
      dropped(name, text, "must be " + pattern.words());
      return null;
    }
    return NO_DATE.contains(date) ? null : new Value.Text(date.toString());
  }

  private @Nullable Value time(String name, String text, Field.Time field) {
    TimePattern.ParsedTime read = field.pattern().time(text);
    if (read == null) {
      dropped(name, text, "must be " + field.pattern().words());
      return null;
    }
    return switch (read.start()) {
      case FeedStart.Exact written
          when showing.day() != null || field.offset() == Field.Time.Offset.NOT_MEANT ->
          local(written.asLocal().time(), read, field);
      case FeedStart.Exact written -> {
        compareOffset(name, text, written);
        yield new Value.Text(written.text());
      }
      case FeedStart.Local(LocalDateTime time) -> local(time, read, field);
    };
  }

  /// The id of a showtime: that of its row, and of the showing where that has several.
  @Nullable String idOfShowing(@Nullable String id, @Nullable Value startsAt) {
    return showing.idOf(id, startsAt);
  }

  private @Nullable Value local(LocalDateTime time, TimePattern.ParsedTime read, Field.Time field) {
    boolean after = isAfterMidnight(time, field) && read.sameDay();
    LocalDateTime start = (showing.day() == null ? time : time.with(nextOrSame(showing.day())));
    start = after ? start.plusDays(1) : start;
    return LocalTimes.isEmpty(start.toLocalDate())
        ? null
        : new Value.Text(new FeedStart.Local(start).text());
  }

  /// Where the feed lists its cinemas, [org.marquee.feed.filter.ClockCheck] compares; where it does
  /// not, only the mapping knows the zone.
  private void compareOffset(String name, String text, FeedStart.Exact written) {
    @Nullable ZoneId zone = mapping.zone();
    boolean known = venue != null || mapping.rules(Kind.CINEMA).findAny().isPresent();
    if (name.equals("startsAt") && zone != null && !known && !written.agrees(zone)) {
      faults.add(
          new MemberFault(
              Code.START_OFFSET_UNUSUAL, name, text, "has another offset than " + zone + " then"));
    }
  }

  /// Whether a time belongs to the night after the business day under whose date it is written.
  private boolean isAfterMidnight(LocalDateTime time, Field.Time field) {
    if (field.dayEnds() != null && time.toLocalTime().isBefore(field.dayEnds())) {
      return true;
    }
    Value flag = field.nextDay() == null ? null : field.nextDay().first(row, reach.silent());
    return flag != null && Flags.isSet(flag) && time.getHour() < 12;
  }
}
