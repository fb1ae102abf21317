package org.marquee.feed.mapped;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSource;
import org.marquee.feed.evidence.Cancellations;
import org.marquee.feed.member.DirectorNames;
import org.marquee.feed.member.FeedLine;
import org.marquee.feed.member.Intake;
import org.marquee.feed.member.Limits;
import org.marquee.feed.member.Members;
import org.marquee.feed.member.NativeRecords;
import org.marquee.feed.member.NaturalKey;
import org.marquee.feed.member.Value;
import org.marquee.feed.member.Versions;
import org.marquee.feed.time.Zones;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.notice.Code;
import org.marquee.title.ParsedTitle;

/// The native object that a row makes, put together member by member.
final class NativeObject {
  /// Without these there is no record.
  private static final Set<String> NEEDED =
      Set.of("externalId", "name", "film", "cinema", "startsAt");

  private static final List<String> OF_LOCATION =
      List.of("countryCode", "locality", "postcode", "address", "latitude", "longitude");

  private final Mapping mapping;
  private final Mapping.Rule rule;
  private final FeedSource source;
  private final RowValues values;
  private final Members members = new Members();
  private @Nullable String title;

  /// The version of a showtime whose key is made and names no screen.
  private @Nullable String version;

  /// What the words around the title say of a showing.
  private List<String> facts = List.of();

  /// The directors of a film: no member of a native object.
  private List<String> directors = List.of();

  NativeObject(Mapping mapping, Mapping.Rule rule, FeedSource source, RowValues values) {
    this.mapping = mapping;
    this.rule = rule;
    this.source = source;
    this.values = values;
    switch (rule.kind()) {
      case CHAIN, SCREEN -> putAllBut(Set.of());
      case CINEMA -> putCinema();
      case FILM -> putFilm();
      case SHOWTIME -> putShowtime();
    }
    Members details = DetailFields.read(rule, values, members.ask("startsAt"));
    if (!details.isEmpty()) {
      members.add("details", details);
    }
  }

  /// What the row calls its record, as far as that can be read; null where it cannot.
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

  SameKey.Told read(Intake intake, long line, Supplier<String> place) {
    FeedLine entry = intake.entry(line, rule.kind().word(), place, members);
    entry.says(facts);
    for (RowValues.MemberFault fault : values.faults()) {
      String what = fault.what() + CsvColumns.from(mapping, rule.fields().get(fault.member()));
      if (fault.code() == Code.START_OFFSET_UNUSUAL) {
        entry.note(fault.code(), fault.read(), '"' + fault.member() + "\" " + what);
      } else if (NEEDED.contains(fault.member()) || fault.code() != Code.OPTIONAL_MEMBER_DROPPED) {
        Code code =
            fault.code() == Code.OPTIONAL_MEMBER_DROPPED ? Code.MEMBER_INVALID : fault.code();
        entry.refuse(code, fault.read(), '"' + fault.member() + "\" " + what);
      } else {
        entry.drop(fault.member(), fault.read(), what);
      }
    }
    FeedRecord record =
        switch (rule.kind()) {
          case CHAIN -> NativeRecords.chain(entry);
          case CINEMA -> NativeRecords.cinema(entry);
          case FILM -> NativeRecords.film(entry, directors);
          case SCREEN -> NativeRecords.screen(entry);
          case SHOWTIME -> NativeRecords.showtime(entry, version);
        };
    return new SameKey.Told(
        line,
        entry,
        rule.kind(),
        entry.glance("externalId", Limits.EXTERNAL_ID),
        entry.glance("cinema", Limits.EXTERNAL_ID),
        record,
        values.faults());
  }

  private void putAllBut(Collection<String> others) {
    for (String name : rule.fields().keySet()) {
      if (!others.contains(name)
          && !name.startsWith(MappingFields.TITLE_IN)
          && !name.startsWith(DetailFields.DETAILS)) {
        put(members, name, values.value(name));
      }
    }
  }

  private void putCinema() {
    List<String> others = new ArrayList<>(OF_LOCATION);
    others.add("timeZone");
    putAllBut(others);
    String zone = values.text("timeZone");
    ZoneId usual = zone == null ? mapping.zone() : Zones.named(zone).orElse(null);
    members.add("timeZone", usual == null ? zone : usual.getId());
    Members location = new Members();
    for (String name : OF_LOCATION) {
      put(location, name, values.value(name));
    }
    members.add("location", location);
  }

  /// The title, without the word that calls it off: its ids are those it had before.
  private @Nullable String readTitle() {
    title = values.text("title");
    return title == null ? null : Cancellations.calledOff(title);
  }

  private void putFilm() {
    putAllBut(Set.of("title", "year", "externalId", "directors"));
    String raw = readTitle();
    ParsedTitle titled = raw == null ? null : source.title(raw);
    String id = values.text("externalId");
    if (id == null && titled != null && !values.has("externalId")) {
      id = filmKey(titled, values.text("year"));
    }
    members.add("externalId", id);
    if (titled != null && raw != null) {
      members.add("title", id == null ? titled.title() : source.titleOfFilm(id, raw));
    }
    putTitles();
    Field said = rule.fields().get("directors");
    if (said != null) {
      List<String> names = DirectorNames.NAMES.of(new Value.Items(values.all(said.expression())));
      if (names == null) {
        values.dropped("directors", "", "must be " + DirectorNames.NAMES.words());
      } else {
        directors = names;
      }
    }
  }

  private void putTitles() {
    List<Value> titles = new ArrayList<>();
    for (String name : rule.fields().keySet()) {
      String text = name.startsWith(MappingFields.TITLE_IN) ? values.text(name) : null;
      if (text != null) {
        Members titled = new Members();
        titled.add("language", name.substring(MappingFields.TITLE_IN.length()));
        titled.add("title", text);
        titles.add(titled);
      }
    }
    if (!titles.isEmpty()) {
      members.add("titles", new Value.Items(titles));
    }
  }

  private void putShowtime() {
    putAllBut(Set.of("externalId", "film", "title", "year", "cinema", "screenId", "screenName"));
    List<Value> labels = new ArrayList<>();
    String raw = readTitle();
    String film = values.text("film");
    if (raw != null) {
      ParsedTitle titled = source.title(raw);
      facts = titled.facts();
      titled.attributes().list().forEach(attribute -> labels.add(new Value.Text(attribute.id())));
      titled.labels().forEach(label -> labels.add(new Value.Text(label)));
      if (film == null && !values.has("film")) {
        film = filmKey(titled, values.text("year"));
      }
    }
    String cinema = values.text("cinema");
    FeedRecord.Cinema venue = source.cinema();
    if (cinema == null && venue != null) {
      cinema = venue.externalId();
    }
    String screen = putScreen();
    String id = values.text("externalId");
    boolean made = id == null && !values.has("externalId");
    id = made ? key(cinema, screen, film) : values.idOfShowing(id, members.ask("startsAt"));
    members.add("externalId", id);
    members.add("film", film);
    members.add("cinema", cinema);
    putLabels(labels);
    if (made && screen == null) {
      version = Versions.of(Attributes.NONE, labels);
    }
  }

  /// The screen's id or name, whichever identifies it best; null where the row has none.
  private @Nullable String putScreen() {
    String id = values.text("screenId");
    String name = values.text("screenName");
    if (id == null && name == null) {
      return null;
    }
    Members screen = new Members();
    screen.add("externalId", id);
    screen.add("name", name);
    members.add("screen", screen);
    return id == null ? name : id;
  }

  /// An id for a showtime that has none: its cinema, start, screen and film,
  /// `Rex/2026-01-16T18:15:00/2/solaris (1972)`. It is another one once it is moved to another time
  /// or screen. Null where something is missing that it is made of: then that is reported, since it
  /// is more precise than the missing id.
  private @Nullable String key(
      @Nullable String cinema, @Nullable String screen, @Nullable String film) {
    Value startsAt = members.ask("startsAt");
    if (cinema != null && film != null && startsAt != null) {
      return NaturalKey.of(cinema, startsAt.shown(), screen == null ? "" : screen, film);
    }
    if (cinema == null) {
      values.missing("cinema");
    }
    if (film == null) {
      values.missing(values.has("film") ? "film" : "title");
    }
    if (startsAt == null) {
      values.missing("startsAt");
    }
    return null;
  }

  private void putLabels(List<Value> labels) {
    for (Expression expression : rule.labels()) {
      for (Value value : values.all(expression)) {
        String text = Expression.textOf(value);
        labels.add(text == null ? value : new Value.Text(text));
      }
    }
    for (Map.Entry<Attribute, Expression> flag : rule.flags().entrySet()) {
      for (Value value : values.all(flag.getValue())) {
        Boolean set = Flags.read(value);
        if (set == null) {
          values.dropped(flag.getKey().id(), value.shown(), "must be true or false");
        } else if (set) {
          labels.add(new Value.Text(flag.getKey().id()));
        }
      }
    }
    if (!labels.isEmpty()) {
      members.add("attributes", new Value.Items(List.copyOf(labels)));
    }
  }

  private static void put(Members into, String name, @Nullable Value value) {
    if (value != null) {
      into.add(name, value);
    }
  }

  /// An id for a film that has none: its title without suffixes, folded, and its year, `solaris
  /// (1972)`. Whatever its showings are called, it is one film.
  ///
  /// @param year as the feed gives it beside the title; null where it does not
  private static String filmKey(ParsedTitle titled, @Nullable String year) {
    Object told = year == null ? titled.year() : year;
    return NaturalKey.of(told == null ? titled.key() : titled.key() + " (" + told + ")");
  }
}
