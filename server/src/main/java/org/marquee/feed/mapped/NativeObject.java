package org.marquee.feed.mapped;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.Cancellations;
import org.marquee.feed.DirectorNames;
import org.marquee.feed.Entry;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedRecord.Start;
import org.marquee.feed.FeedSource;
import org.marquee.feed.Intake;
import org.marquee.feed.Limits;
import org.marquee.feed.LocalTimes;
import org.marquee.feed.Members;
import org.marquee.feed.NativeCinema;
import org.marquee.feed.NativeRecords;
import org.marquee.feed.Titled;
import org.marquee.feed.Titles;
import org.marquee.feed.Value;
import org.marquee.feed.Vocabulary;
import org.marquee.listing.Attribute;
import org.marquee.listing.Kind;
import org.marquee.listing.Timestamps;
import org.marquee.notice.Code;

/// The native object that a row makes, while it is put together member by member.
final class NativeObject {
  private static final DateTimeFormatter LOCAL =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss", Locale.ROOT);

  /// Without these there is no record.
  private static final Set<String> NEEDED =
      Set.of("externalId", "name", "film", "cinema", "startsAt");

  private static final List<String> OF_LOCATION =
      List.of("countryCode", "locality", "postcode", "address", "latitude", "longitude");

  private final Mapping mapping;
  private final Mapping.Rule rule;
  private final FeedRecord.@Nullable Cinema venue;
  private final Vocabulary vocabulary;
  private final Members members = new Members();
  private final List<Fault> faults = new ArrayList<>(0);
  private @Nullable String title;

  /// What is said of a film's directors: no member of a native object.
  private List<String> directors = List.of();

  NativeObject(Mapping mapping, Mapping.Rule rule, FeedSource source) {
    this.mapping = mapping;
    this.rule = rule;
    this.venue = source.cinema();
    this.vocabulary = source.vocabulary();
  }

  /// What is wrong with a member, before its limits are looked at.
  ///
  /// @param what what it must be, as it follows the member's name
  private record Fault(Code code, String member, String read, String what) {}

  void read(Spot row, Map<String, Map<String, String>> tables) {
    Expression.Reach reach = new Expression.Reach(tables, new ValuePath.Walk());
    switch (rule.kind()) {
      case CHAIN, SCREEN -> simple(row, reach, members, Set.of());
      case CINEMA -> cinema(row, reach);
      case FILM -> film(row, reach);
      case SHOWTIME -> showtime(row, reach);
    }
    if (reach.walk().repeated != null) {
      faults.addFirst(
          new Fault(Code.LINE_UNREADABLE, reach.walk().repeated, "", "stands twice in one object"));
    }
  }

  /// What the row calls its record, as far as can be told; null where it does not.
  @Nullable String externalId() {
    Value value = members.ask("externalId");
    return value == null ? null : Expression.textOf(value);
  }

  /// The film that a showtime refers to; null where it refers to none.
  @Nullable String film() {
    Value value = members.ask("film");
    return value == null ? null : Expression.textOf(value);
  }

  /// The title as the row writes it; empty where it has none.
  String title() {
    return title == null ? "" : title;
  }

  /// Passes the record on, or what is wrong with it.
  void settle(Intake intake, long line, Supplier<String> place) {
    Entry entry = intake.entry(line, rule.kind().word(), place, members);
    for (Fault fault : faults) {
      if (fault.code() == Code.START_OFFSET_UNUSUAL) {
        entry.tell(fault.code(), fault.read(), '"' + fault.member() + "\" " + fault.what());
      } else if (NEEDED.contains(fault.member()) || fault.code() != Code.OPTIONAL_MEMBER_DROPPED) {
        Code code =
            fault.code() == Code.OPTIONAL_MEMBER_DROPPED ? Code.MEMBER_INVALID : fault.code();
        entry.refuse(code, fault.read(), '"' + fault.member() + "\" " + fault.what());
      } else {
        entry.drop(fault.member(), fault.read(), fault.what());
      }
    }
    FeedRecord record =
        switch (rule.kind()) {
          case CHAIN -> NativeRecords.chain(entry);
          case CINEMA -> NativeCinema.read(entry);
          case FILM -> film(entry);
          case SCREEN -> NativeRecords.screen(entry);
          case SHOWTIME -> NativeRecords.showtime(entry);
        };
    intake.settle(
        entry,
        rule.kind(),
        entry.glance("externalId", Limits.EXTERNAL_ID),
        rule.kind() == Kind.SCREEN ? entry.glance("cinema", Limits.EXTERNAL_ID) : null,
        record);
  }

  private FeedRecord.@Nullable Film film(Entry entry) {
    FeedRecord.Film film = NativeRecords.film(entry);
    return film == null ? null : film.by(directors);
  }

  private void simple(Spot row, Expression.Reach reach, Members into, Collection<String> without) {
    rule.fields()
        .forEach((name, field) -> {
          if (!without.contains(name)) {
            put(into, name, value(name, field, row, reach));
          }
        });
  }

  private void cinema(Spot row, Expression.Reach reach) {
    simple(row, reach, members, OF_LOCATION);
    if (mapping.zone() != null && members.ask("timeZone") == null) {
      members.add("timeZone", new Value.Text(mapping.zone().getId()));
    }
    Members location = new Members();
    for (String name : OF_LOCATION) {
      Field field = rule.fields().get(name);
      if (field != null) {
        put(location, name, value(name, field, row, reach));
      }
    }
    members.add("location", location);
  }

  /// The title, without the word that calls it off: its ids are those it had before.
  private @Nullable String title(Spot row, Expression.Reach reach) {
    title = text("title", row, reach);
    return title == null ? null : Cancellations.calledOff(title);
  }

  private void film(Spot row, Expression.Reach reach) {
    simple(row, reach, members, Set.of("title", "year", "externalId", "directors"));
    String raw = title(row, reach);
    Titled titled = raw == null ? null : Titles.clean(raw, vocabulary);
    String id = text("externalId", row, reach);
    if (id == null && titled != null && !rule.fields().containsKey("externalId")) {
      id = Keys.film(titled, text("year", row, reach));
    }
    put(members, "externalId", id);
    put(members, "title", titled == null ? null : titled.title());
    Field said = rule.fields().get("directors");
    if (said != null) {
      List<String> names =
          DirectorNames.NAMES.of(new Value.Items(said.expression().all(row, reach)));
      if (names == null) {
        dropped("directors", "", "must be " + DirectorNames.NAMES.words());
      } else {
        directors = names;
      }
    }
  }

  private void showtime(Spot row, Expression.Reach reach) {
    simple(
        row,
        reach,
        members,
        Set.of("externalId", "film", "title", "year", "cinema", "screenId", "screenName"));
    List<Value> labels = new ArrayList<>();
    String raw = title(row, reach);
    String film = text("film", row, reach);
    if (raw != null) {
      Titled titled = Titles.clean(raw, vocabulary);
      titled.attributes().list().forEach(attribute -> labels.add(new Value.Text(attribute.id())));
      titled.labels().forEach(label -> labels.add(new Value.Text(label)));
      if (film == null && !rule.fields().containsKey("film")) {
        film = Keys.film(titled, text("year", row, reach));
      }
    }
    String cinema = text("cinema", row, reach);
    if (cinema == null && venue != null) {
      cinema = venue.externalId();
    }
    String screen = screen(row, reach);
    String id = text("externalId", row, reach);
    Value startsAt = members.ask("startsAt");
    if (id == null
        && !rule.fields().containsKey("externalId")
        && cinema != null
        && film != null
        && startsAt instanceof Value.Text(String start)) {
      id = Keys.showtime(cinema, start, screen, film);
    }
    if (id == null && !rule.fields().containsKey("externalId")) {
      missed(cinema, "cinema");
      missed(film, rule.fields().containsKey("film") ? "film" : "title");
      missed(startsAt, "startsAt");
    }
    put(members, "externalId", id);
    put(members, "film", film);
    put(members, "cinema", cinema);
    addLabels(row, reach, labels);
  }

  /// The screen's id or name, whichever tells it best; null where the row has none.
  private @Nullable String screen(Spot row, Expression.Reach reach) {
    String id = text("screenId", row, reach);
    String name = text("screenName", row, reach);
    if (id == null && name == null) {
      return null;
    }
    Members screen = new Members();
    put(screen, "externalId", id);
    put(screen, "name", name);
    members.add("screen", screen);
    return id == null ? name : id;
  }

  private void addLabels(Spot row, Expression.Reach reach, List<Value> labels) {
    for (Expression expression : rule.labels()) {
      for (Value value : expression.all(row, reach)) {
        String text = Expression.textOf(value);
        labels.add(text == null ? value : new Value.Text(text));
      }
    }
    for (Map.Entry<Attribute, Expression> flag : rule.flags().entrySet()) {
      for (Value value : flag.getValue().all(row, reach)) {
        Boolean set = Flags.read(value);
        if (set == null) {
          dropped(flag.getKey().id(), value.shown(), "must be true or false");
        } else if (set) {
          labels.add(new Value.Text(flag.getKey().id()));
        }
      }
    }
    if (!labels.isEmpty()) {
      members.add("attributes", new Value.Items(List.copyOf(labels)));
    }
  }

  private @Nullable String text(String name, Spot row, Expression.Reach reach) {
    Field field = rule.fields().get(name);
    if (field == null) {
      return null;
    }
    Value value = field.expression().first(row, reach);
    if (value == null) {
      return null;
    }
    String text = Expression.textOf(value);
    if (text == null) {
      dropped(name, value.shown(), "must be a single value");
    }
    return text;
  }

  private static void put(Members into, String name, @Nullable String text) {
    if (text != null) {
      into.add(name, new Value.Text(text));
    }
  }

  private static void put(Members into, String name, @Nullable Value value) {
    if (value != null) {
      into.add(name, value);
    }
  }

  /// A key that is made of what is missing says less than what is missing.
  private void missed(@Nullable Object part, String member) {
    if (part == null && faults.stream().noneMatch(fault -> fault.member().equals(member))) {
      faults.add(new Fault(Code.MEMBER_MISSING, member, "", "is missing"));
    }
  }

  private void dropped(String member, String read, String what) {
    faults.add(new Fault(Code.OPTIONAL_MEMBER_DROPPED, member, read, what));
  }

  /// The value of a member in the native feed's spelling; null where the row has none, or where it
  /// cannot be understood, which is kept as a fault.
  private @Nullable Value value(String name, Field field, Spot row, Expression.Reach reach) {
    String text = text(name, row, reach);
    if (text == null) {
      return null;
    }
    return switch (field) {
      case Field.Words _ -> new Value.Text(text);
      case Field.Address(_, String base) -> new Value.Text(Addresses.absolute(text, base));
      case Field.Degrees _ -> number(name, text);
      case Field.Length(_, Field.Length.Unit unit) -> minutes(name, text, unit);
      case Field.Date(_, TimePattern pattern) -> date(name, text, pattern);
      case Field.Time time -> time(name, text, time, row, reach);
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

  private @Nullable Value time(
      String name, String text, Field.Time field, Spot row, Expression.Reach reach) {
    Start moment = field.pattern().time(text);
    if (moment == null) {
      dropped(name, text, "must be " + field.pattern().words());
      return null;
    }
    return switch (moment) {
      case Start.Exact(var instant, int offset) -> {
        if (field.offset() == Field.Time.Offset.NOT_MEANT) {
          LocalDateTime digits =
              LocalDateTime.ofEpochSecond(
                  instant.getEpochSecond() + offset * 60L, 0, ZoneOffset.UTC);
          yield local(onItsDay(digits, text, field, row, reach));
        }
        compareOffset(name, text, new FeedRecord.Start.Exact(instant, offset));
        yield new Value.Text(Timestamps.write(instant, offset));
      }
      case Start.Local(LocalDateTime time) -> local(onItsDay(time, text, field, row, reach));
    };
  }

  /// Where the feed tells of its cinemas, [org.marquee.feed.Clocks] compares; where it does not,
  /// only the mapping knows their clocks.
  private void compareOffset(String name, String text, FeedRecord.Start.Exact written) {
    @Nullable ZoneId zone = mapping.zone();
    if (!name.equals("startsAt") || zone == null || venue != null || tellsOfCinemas()) {
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

  private static @Nullable Value local(LocalDateTime time) {
    return LocalTimes.isEmpty(time.toLocalDate()) ? null : new Value.Text(LOCAL.format(time));
  }

  /// The hours 24 to 29 say already that they are of the day after.
  private LocalDateTime onItsDay(
      LocalDateTime time, String text, Field.Time field, Spot row, Expression.Reach reach) {
    if (isCountedOn(time, text, field.pattern())) {
      return time;
    }
    boolean early = field.dayEnds() != null && time.toLocalTime().isBefore(field.dayEnds());
    if (!early && field.nextDay() != null) {
      Value flag = field.nextDay().first(row, reach);
      early = flag != null && Flags.isSet(flag) && time.getHour() < 12;
    }
    return early ? time.plusDays(1) : time;
  }

  private static boolean isCountedOn(LocalDateTime time, String text, TimePattern pattern) {
    LocalDate written = pattern.date(text);
    return written != null && time.toLocalDate().isAfter(written);
  }
}
