package org.marquee.feed.icalendar;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.detail.Details;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FeedStart;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.evidence.FilmSpellings;
import org.marquee.feed.member.Ends;
import org.marquee.feed.member.FeedLine;
import org.marquee.feed.member.Intake;
import org.marquee.feed.member.Limit;
import org.marquee.feed.member.Limits;
import org.marquee.feed.member.Members;
import org.marquee.feed.member.NaturalKey;
import org.marquee.feed.member.Value;
import org.marquee.feed.member.Versions;
import org.marquee.listing.Attributes;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.title.ParsedTitle;

/// The reading of one feed. A row is a cinema, a film, or an event at one of its times.
final class CalendarFeed {
  private static final Limit<Duration> LENGTH =
      new Limit<>(
          "a duration of ISO 8601 of 1 minute to 24 hours, as PT1H54M",
          value -> value instanceof Value.Text(String text) ? length(text) : null);

  private final FeedSource source;
  private final FeedSink sink;
  private final Intake intake;

  CalendarFeed(FeedSource source, FeedSink sink) {
    this.source = source;
    this.sink = sink;
    this.intake = new Intake(sink, source);
  }

  private static @Nullable Duration length(String text) {
    try {
      Duration length = Duration.parse(text.strip());
      return Ends.isLength(length) ? length : null;
    } catch (DateTimeException _) {
      return null;
    }
  }

  void read() throws IOException {
    List<Component> calendars = new ArrayList<>();
    CalendarFile.Extent before = CalendarFile.Extent.NOTHING;
    for (FeedSource.Part part : source.parts()) {
      before = CalendarFile.read(part, calendars, before);
    }
    Occurrences occurrences = new Occurrences(source.observedAt());
    for (Component calendar : calendars) {
      refuseMessages(calendar);
      occurrences.add(calendar);
    }
    List<Occurrence> rows = occurrences.rows();
    Places places =
        new Places(source.cinema(), texts(calendars, "X-WR-CALNAME").findFirst().orElse(null));
    rows.forEach(row -> places.note(row.event().text("LOCATION")));

    FeedHeader header =
        FeedHeader.ofCinemas(source.observedAt(), places.cinemas().keySet(), occurrences.keys());
    sink.header(occurrences.isWhole() ? header : header.asDelta());
    if (!occurrences.isWhole()) {
      sink.notice(Notice.of(Code.PART_LOST, "an event was refused, and its showings are unknown"));
    }
    occurrences.notices().forEach(sink::notice);
    intake.reportShared(occurrences.sharedIds());
    reportStrays(calendars);
    cinemas(places, calendars);
    films(rows, places);
    rows.forEach(row -> passOn(row, places));
    intake.finish();
  }

  /// A calendar that is a message about events, as an invitation, is nobody's programme.
  private static void refuseMessages(Component calendar) throws UnreadableFeed {
    String method = calendar.text("METHOD");
    if (method != null
        && !List.of("PUBLISH", "REQUEST").contains(method.toUpperCase(Locale.ROOT))) {
      throw new UnreadableFeed(calendar.file + " is a message with the method " + method);
    }
  }

  private static Stream<String> texts(List<Component> calendars, String property) {
    return calendars.stream().flatMap(calendar -> Stream.ofNullable(calendar.text(property)));
  }

  private void reportStrays(List<Component> calendars) {
    for (Component calendar : calendars) {
      for (Component part : calendar.parts()) {
        Stream.ofNullable(part.stray())
            .map(stray -> new Notice(Code.OPTIONAL_MEMBER_DROPPED, "", part.file, stray))
            .forEach(sink::notice);
      }
    }
  }

  private void cinemas(Places places, List<Component> calendars) {
    FeedRecord.Cinema described = source.cinema();
    ZoneId zone = zone(calendars);
    if (described != null && zone == null) {
      return; // The calendar knows nothing about it that the operator does not.
    }
    places
        .cinemas()
        .forEach((key, venue) -> {
          String[] parts = venue.split(", ", 2);
          boolean address = described == null && parts.length == 2;
          Members members = new Members();
          members.add("LOCATION", described == null ? parts[0] : venue);
          members.add("address", address ? parts[1] : null);
          FeedLine entry = intake.next("VCALENDAR", () -> "", members);
          String name = entry.required("LOCATION", Limits.CINEMA_NAME);
          FeedRecord.Cinema cinema =
              name == null
                  ? null
                  : new FeedRecord.Cinema(
                      key,
                      name,
                      null,
                      zone == null ? null : zone.getId(),
                      null,
                      null,
                      null,
                      entry.optional("address", Limits.ADDRESS),
                      null,
                      null,
                      null);
          intake.settle(entry, Kind.CINEMA, key, null, cinema);
        });
  }

  private static @Nullable ZoneId zone(List<Component> calendars) {
    List<String> named = texts(calendars, "X-WR-TIMEZONE").distinct().toList();
    return named.size() == 1 ? CalendarZones.known(named.getFirst()) : null;
  }

  private void films(List<Occurrence> rows, Places places) {
    Map<String, Occurrence> films = new LinkedHashMap<>();
    FilmSpellings spellings = new FilmSpellings();
    for (Occurrence row : rows) {
      String summary = row.event().summary();
      if (row instanceof Occurrence.Listed
          && summary != null
          && !places.isElsewhere(row.event().text("LOCATION"))) {
        films.putIfAbsent(film(summary), row);
        spellings.count(film(summary), titled(summary).title());
      }
    }
    films.forEach((key, row) -> {
      Members members = new Members();
      String summary = String.valueOf(row.event().summary());
      members.add("SUMMARY", spellings.commonest(key, titled(summary).title()));
      FeedLine entry = intake.next("VEVENT", () -> where(row.event()), members);
      String title = entry.awaited("SUMMARY", Limits.TITLE);
      intake.settle(entry, Kind.FILM, key, null, FeedRecord.Film.called(key, title));
    });
  }

  /// The external id of a film: its clean title.
  private String film(String summary) {
    return NaturalKey.of(titled(summary).key());
  }

  private ParsedTitle titled(String summary) {
    return source.title(summary);
  }

  private void passOn(Occurrence row, Places places) {
    Event event = row.event();
    String location = event.text("LOCATION");
    switch (row) {
      case Occurrence.LeftOut(_, String key, Code code, String read) ->
          leaveOut(event, saysOfItself(code) ? key : null, code, read);
      case Occurrence.RefusedEvent(_, String key, Event.InvalidEvent fault) ->
          intake.refuse(
              Kind.SHOWTIME,
              key,
              places.cinema(location),
              where(event),
              fault.code,
              fault.read,
              fault.detail());
      case Occurrence.Listed _ when places.isElsewhere(location) ->
          leaveOut(event, null, Code.OTHER_VENUE, String.valueOf(location));
      case Occurrence.Listed listed ->
          showing(listed, places.cinema(location), places.screen(location));
    }
  }

  private void leaveOut(Event event, @Nullable String externalId, Code code, String read) {
    FeedLine entry = intake.next("VEVENT", () -> where(event), new Members());
    String summary = String.valueOf(event.summary());
    intake.leaveOut(entry, Kind.SHOWTIME, externalId, code, read, summary);
  }

  /// Whether an event is marked as not to be shown; else it only cannot be shown.
  private static boolean saysOfItself(Code code) {
    return code == Code.SHOWING_CALLED_OFF || code == Code.SHOWING_PRIVATE;
  }

  private void showing(
      Occurrence.Listed row, @Nullable String cinema, @Nullable String screenName) {
    Event event = row.event();
    ParsedTitle titled = titled(String.valueOf(event.summary()));
    List<Value> words =
        Stream.concat(
                titled.labels().stream(),
                event.categories().stream()
                    .filter(label -> !titled.labels().contains(label))
                    .distinct())
            .<Value>map(Value.Text::new)
            .toList();
    Members members = new Members();
    members.add("CATEGORIES", new Value.Items(words));
    members.add("LOCATION", screenName);
    members.add("URL", event.address());
    members.add("DURATION", row.end() == null ? event.text("DURATION") : null);
    FeedLine entry = intake.next("VEVENT", () -> where(event), members);
    entry.says(titled.facts());
    if (cinema == null) {
      entry.refuse(
          Code.MEMBER_MISSING, "", "\"LOCATION\" is missing, and nothing else names the cinema");
    }
    FeedStart start = row.start();
    FeedRecord.@Nullable Showtime showtime = null;
    String key = row.key();
    if (cinema != null) {
      Occurrence.Clock clock = row.clock();
      if (clock != null) {
        String read = "it was read as " + start.keyText();
        entry.note(clock.code(), clock.local().toString(), read);
      }
      String film = film(String.valueOf(event.summary()));
      String screen = entry.optional("LOCATION", Limits.SCREEN_NAME);
      Attributes attributes = titled.attributes().and(entry.attributes("CATEGORIES"));
      String version = null;
      if (key == null) {
        if (screen == null) {
          version = Versions.of(attributes, words);
        }
        key = NaturalKey.of(cinema, start.keyText(), screen == null ? "" : screen, film);
      }
      showtime =
          new FeedRecord.Showtime(
              key,
              film,
              cinema,
              start,
              entry.optional("URL", Limits.URI),
              attributes,
              screen == null ? null : new FeedRecord.ScreenSeen(null, screen),
              null,
              version,
              row.end() == null ? null : Ends.check(entry, "DTEND", start, row.end()),
              length(entry));
    }
    intake.settle(entry, Kind.SHOWTIME, key, cinema, showtime);
  }

  private static Details length(FeedLine entry) {
    Duration length = entry.optional("DURATION", LENGTH);
    return length == null
        ? Details.NONE
        : Details.NONE.endingAfter(Math.toIntExact(length.toMinutes()));
  }

  private static String where(Event event) {
    return event.component().file + ", line " + event.component().line;
  }
}
