package org.marquee.feed.schemaorg;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.evidence.Cancellations;
import org.marquee.feed.member.FeedLine;
import org.marquee.feed.member.Intake;
import org.marquee.feed.member.Members;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;

/// The reading of one feed. A row is a cinema, a film or a showing, however many places are about
/// it.
final class WebFeed {
  /// What may not stand twice in an event: it is unclear which is meant.
  private static final Set<String> DECISIVE =
      Set.of("@id", "@type", "startDate", "location", "workPresented", "eventStatus");

  private final FeedSource source;
  private final FeedSink sink;
  private final Intake intake;
  private final WebFiles files = new WebFiles();
  private final WebFilms films;

  /// Starts by id, to find ids that are shared.
  private final Map<String, Set<String>> startsOfId = new HashMap<>();

  /// The venues with showings.
  private final Set<Venue> shownAt = new HashSet<>();

  WebFeed(FeedSource source, FeedSink sink) {
    this.source = source;
    this.sink = sink;
    this.intake = new Intake(sink, source);
    this.films = new WebFilms(source);
  }

  void read() throws IOException {
    for (FeedSource.Part part : source.parts()) {
      files.read(part);
    }
    files.finish();
    files.graph().link();
    List<Thing> things = files.graph().things();
    Venues venues = new Venues(things);
    List<Row> rows = rows(things, venues);
    if (rows.isEmpty() && things.stream().noneMatch(thing -> thing.is("MovieTheater", "Movie"))) {
      throw new UnreadableFeed("it contains no schema.org showing, film or cinema");
    }
    ProgrammeVenue programme = new ProgrammeVenue(venues, source.cinema());
    note(things, rows);
    reportHeader(programme);
    cinemas(programme);
    films(things, rows, programme);
    for (Row row : rows) {
      passOn(row, programme);
    }
    intake.reportShared(sharedIds());
    intake.finish();
  }

  /// An event at one of its times.
  ///
  /// @param start as it is written; null where there is none
  record Row(EventNode node, @Nullable String start, Venues.Spot spot) {
    Thing event() {
      return node.event();
    }
  }

  /// The events of the feed, each once for each of its times. Several places that are about one
  /// event at one time and place are one row.
  private List<Row> rows(List<Thing> things, Venues venues) {
    Map<Object, Row> rows = new LinkedHashMap<>();
    for (Thing thing : things) {
      if (!EventNode.stands(thing)) {
        continue;
      }
      EventNode node = new EventNode(thing);
      Venues.Spot spot = venues.spot(node.locations());
      Set<@Nullable String> starts = new LinkedHashSet<>(thing.texts("startDate"));
      if (starts.isEmpty()) {
        starts.add(null);
      }
      String id = thing.absoluteId();
      for (@Nullable String start : starts) {
        List<@Nullable Object> identity = Arrays.asList(id, start, spot.venue());
        // Whichever of them stands first.
        rows.merge(
            id == null ? new Object() : identity,
            new Row(node, start, spot),
            (one, other) ->
                Thing.BY_CONTENT.compare(one.event(), other.event()) <= 0 ? one : other);
        if (id != null && start != null) {
          startsOfId.computeIfAbsent(id, _ -> new HashSet<>()).add(start);
        }
      }
    }
    return List.copyOf(rows.values());
  }

  private void note(List<Thing> things, List<Row> rows) {
    for (Thing thing : things) {
      if (isFilm(thing)) {
        films.note(thing, name(thing));
      }
    }
    for (Row row : rows) {
      films.note(row.node().work(), row.node().shown());
      Venue venue = row.spot().venue();
      if (venue != null && row.node().isShowing(false)) {
        shownAt.add(venue);
      }
    }
  }

  private static boolean isFilm(Thing thing) {
    String name = name(thing);
    return thing.is("Movie")
        && !thing.isReference()
        && (name == null || !Cancellations.isCalledOff(name));
  }

  private static @Nullable String name(Thing thing) {
    String name = thing.text("name");
    return name == null ? null : Names.words(name);
  }

  private void reportHeader(ProgrammeVenue programme) throws UnreadableFeed {
    Set<String> cinemas =
        programme.venues().stream()
            .filter(this::isListed)
            .flatMap(venue -> Stream.ofNullable(programme.key(venue)))
            .collect(Collectors.toCollection(TreeSet::new));
    // An address, which is what ids mostly are, may have the start in it.
    FeedHeader header = FeedHeader.ofCinemas(source.observedAt(), cinemas, FeedHeader.Keys.MADE);
    sink.header(files.lost() == null ? header : header.asDelta());
    files.notices().forEach(sink::notice);
    if (files.lost() != null) {
      sink.notice(Notice.of(Code.PART_LOST, files.lost()));
    }
  }

  private boolean isListed(Venue venue) {
    return venue.isTheatre() || shownAt.contains(venue);
  }

  private void cinemas(ProgrammeVenue programme) {
    for (Venue venue : programme.venues()) {
      if (!isListed(venue)) {
        continue;
      }
      if (programme.isElsewhere(venue)) {
        leaveOut(Kind.CINEMA, null, venue.first(), Code.OTHER_VENUE, String.valueOf(venue.name));
        continue;
      }
      Described.cinema(
          intake, where(venue.first()), venue, programme.key(venue), source.cinema() == null);
    }
  }

  private void films(List<Thing> things, List<Row> rows, ProgrammeVenue programme) {
    for (Thing thing : things) {
      if (isFilm(thing) && films.film(thing, name(thing)) == null) {
        Described.namelessFilm(intake, where(thing));
      }
    }
    for (Row row : rows) {
      EventNode node = row.node();
      WebFilms.@Nullable Film film = whyLeftOut(row, programme) == null ? film(node) : null;
      if (film != null) {
        film.lengths().addAll(node.event().texts("duration"));
      }
    }
    for (WebFilms.Film film : films.all()) {
      Thing work = film.works().isEmpty() ? null : film.works().getFirst();
      Described.film(intake, where(work), film);
    }
  }

  private WebFilms.@Nullable Film film(EventNode node) {
    return films.film(node.work(), node.shown());
  }

  private void passOn(Row row, ProgrammeVenue programme) {
    Code reason = whyLeftOut(row, programme);
    if (reason != null) {
      leaveOut(
          Kind.SHOWTIME, calledOff(row, reason, programme), row.event(), reason, read(row, reason));
      return;
    }
    WebShowing reading = new WebShowing(intake, where(row.event()), row, films);
    String repeated = row.event().repeated();
    if (row.event().isCutOff()) {
      reading.refuse(Code.LINE_UNREADABLE, "its JSON is cut off");
    } else if (repeated != null && DECISIVE.contains(repeated)) {
      reading.refuse(Code.LINE_UNREADABLE, '"' + repeated + "\" occurs twice");
    }
    reading.settle(programme, film(row.node()), isShared(row));
  }

  private boolean isShared(Row row) {
    String id = row.event().absoluteId();
    return id != null && startsOfId.getOrDefault(id, Set.of()).size() > 1;
  }

  /// The rule by which a row is left out; null where none applies. What is broken is not left out
  /// by what can still be read of it, but refused.
  private static @Nullable Code whyLeftOut(Row row, ProgrammeVenue programme) {
    EventNode node = row.node();
    if (row.event().isCutOff()) {
      return null;
    }
    if (node.isOnline() || !node.isShowing(programme.isCinema(row.spot().venue()))) {
      return Code.NOT_A_SHOWING;
    }
    if (node.calledOff() != null) {
      return Code.SHOWING_CALLED_OFF;
    }
    Venue venue = row.spot().venue();
    return venue != null && programme.isElsewhere(venue) ? Code.OTHER_VENUE : null;
  }

  private static String read(Row row, Code reason) {
    String value =
        switch (reason) {
          case SHOWING_CALLED_OFF -> row.node().calledOff();
          case OTHER_VENUE -> row.spot().venue() == null ? null : row.spot().venue().name;
          default -> String.join(", ", row.event().types());
        };
    return String.valueOf(value);
  }

  /// The external id of a showing that is called off; null if it is not known, or if the showing is
  /// left out for another reason.
  private @Nullable String calledOff(Row row, Code reason, ProgrammeVenue programme) {
    return reason == Code.SHOWING_CALLED_OFF
        ? WebShowing.key(row, programme.cinema(row.spot().venue()), film(row.node()), isShared(row))
        : null;
  }

  private void leaveOut(
      Kind kind, @Nullable String externalId, @Nullable Thing thing, Code reason, String read) {
    String name = thing == null ? null : name(thing);
    FeedLine entry = intake.next("", where(thing), new Members());
    intake.leaveOut(entry, kind, externalId, reason, read, name == null ? "" : name);
  }

  private SortedSet<String> sharedIds() {
    return startsOfId.entrySet().stream()
        .filter(entry -> entry.getValue().size() > 1)
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Supplier<String> where(@Nullable Thing thing) {
    return () -> thing == null ? "" : thing.origin.toString();
  }
}
