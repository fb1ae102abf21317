package org.marquee.mock;

import static java.util.Comparator.naturalOrder;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.StartTime;
import org.marquee.listing.BusinessDay;
import org.marquee.listing.Chain;
import org.marquee.listing.ChangeFeed;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.ChangeSink;
import org.marquee.listing.ChangeSource;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.FoldedKeys;
import org.marquee.listing.Folding;
import org.marquee.listing.Freshness;
import org.marquee.listing.Kind;
import org.marquee.listing.Location;
import org.marquee.listing.Postcodes;
import org.marquee.listing.Provenance;
import org.marquee.listing.RecordId;
import org.marquee.listing.Revision;
import org.marquee.listing.Screen;
import org.marquee.listing.Showtime;
import org.marquee.listing.Sorting;
import org.marquee.listing.SourceStatement;
import org.marquee.notice.Notice;

/// The records of one complete feed, as they are published where it is the only one. They never
/// change.
///
/// Nothing is reconciled: each record of the feed has what the interface needs, and is listed once
/// and before those that refer to it. [MockTest] compares with a real import.
final class FeedListings implements ChangeSource, ChangeFeed, FeedSink {
  private static final Revision REVISION = new Revision(new UUID(0, 0), 1, new UUID(0, 1));

  private final String provider;
  private final Instant madeAt;
  private final RecordId ids = RecordId.maker();
  private final Map<String, String> known = new HashMap<>();
  private final Map<String, ZoneId> zones = new LinkedHashMap<>();
  private final Map<String, Chain> chains = new LinkedHashMap<>();
  private final Map<String, Cinema> cinemas = new LinkedHashMap<>();
  private final Map<String, Film> films = new LinkedHashMap<>();
  private final Map<String, Screen> screens = new LinkedHashMap<>();
  private final Map<String, Showtime> showtimes = new LinkedHashMap<>();
  private Instant observedAt = Instant.EPOCH;

  private FeedListings(String provider, Instant madeAt) {
    this.provider = provider;
    this.madeAt = madeAt;
  }

  /// Reads a feed.
  ///
  /// @throws IllegalArgumentException if a line of it is refused, or left out
  static FeedListings read(FeedReader reader, FeedSource feed, String provider) throws IOException {
    FeedListings listings = new FeedListings(provider, feed.observedAt());
    reader.read(feed, listings);
    return listings;
  }

  Map<String, Cinema> cinemas() {
    return cinemas;
  }

  Map<String, Film> films() {
    return films;
  }

  Collection<Showtime> showtimes() {
    return showtimes.values();
  }

  /// The time zone of a cinema, by its id.
  ZoneId zone(String cinema) {
    return Objects.requireNonNull(zones.get(cinema));
  }

  @Override
  public void header(FeedHeader header) {
    observedAt = header.observedAt();
  }

  @Override
  public void record(long line, FeedRecord record) {
    switch (record) {
      case FeedRecord.Chain chain -> add(chain);
      case FeedRecord.Cinema cinema -> add(cinema);
      case FeedRecord.Film film -> add(film);
      case FeedRecord.Screen screen -> add(screen);
      case FeedRecord.Showtime showtime -> add(showtime);
      case FeedRecord.Withdrawn _ -> throw new IllegalArgumentException("line " + line);
    }
  }

  @Override
  public void refused(
      long line,
      @Nullable Kind kind,
      @Nullable String externalId,
      @Nullable String cinema,
      Notice notice) {
    throw new IllegalArgumentException(notice.toString());
  }

  @Override
  public void leftOut(long line, Kind kind, @Nullable String externalId, Notice notice) {
    throw new IllegalArgumentException(notice.toString());
  }

  @Override
  public void notice(Notice notice) {
    // The sample is our own feed; its notices matter only to an import.
  }

  /// The public id of a record that others refer to; its digest is computed once.
  private String id(Kind kind, String... externalId) {
    return known.computeIfAbsent(
        kind + " " + String.join("\n", externalId), _ -> ids.of(kind, provider, externalId));
  }

  private void add(FeedRecord.Chain chain) {
    String id = id(Kind.CHAIN, chain.externalId());
    chains.put(id, new Chain(id, chain.name(), chain.websiteUrl(), provenance(chain)));
  }

  private void add(FeedRecord.Cinema cinema) {
    String id = id(Kind.CINEMA, cinema.externalId());
    zones.put(id, ZoneId.of(Objects.requireNonNull(cinema.timeZone())));
    String chain = cinema.chain();
    Location location =
        new Location(
            Objects.requireNonNull(cinema.countryCode()),
            Objects.requireNonNull(cinema.locality()),
            Objects.requireNonNull(cinema.postcode()),
            cinema.address(),
            cinema.latitude(),
            cinema.longitude());
    cinemas.put(
        id,
        new Cinema(
            id,
            chain == null ? null : id(Kind.CHAIN, chain),
            cinema.name(),
            location,
            provenance(cinema)));
  }

  private void add(FeedRecord.Film film) {
    String id = id(Kind.FILM, film.externalId());
    films.put(
        id,
        new Film(
            id,
            Objects.requireNonNull(film.title()),
            film.durationMinutes(),
            film.certification(),
            film.posterUrl(),
            film.releaseDate(),
            film.extCatalogAId(),
            film.extCatalogBId(),
            provenance(film)));
  }

  private void add(FeedRecord.Screen screen) {
    String id = id(Kind.SCREEN, screen.cinema(), screen.externalId());
    screens.put(
        id,
        new Screen(
            id,
            id(Kind.CINEMA, screen.cinema()),
            screen.name(),
            Screen.Evidence.AUTHORITATIVE_INVENTORY,
            observedAt,
            provenance(screen)));
  }

  private void add(FeedRecord.Showtime showtime) {
    String id = ids.of(Kind.SHOWTIME, provider, showtime.externalId());
    String cinema = id(Kind.CINEMA, showtime.cinema());
    ZoneId zone = zone(cinema);
    Instant start =
        switch (showtime.start()) {
          case FeedRecord.Start.Exact(Instant instant, _) -> instant;
          case FeedRecord.Start.Local(var local) -> StartTime.at(local, zone).instant();
        };
    FeedRecord.ScreenSeen seen = showtime.screen();
    showtimes.put(
        id,
        new Showtime(
            id,
            id(Kind.FILM, showtime.film()),
            cinema,
            start,
            StartTime.offsetMinutes(start, zone),
            showtime.bookingUrl(),
            showtime.attributes(),
            seen == null ? null : screen(showtime.cinema(), seen),
            seen == null ? null : seen.name(),
            provenance(showtime)));
  }

  /// The id of a screen that a schedule names; the screen is added where no inventory has it.
  private String screen(String cinema, FeedRecord.ScreenSeen seen) {
    String name = Objects.requireNonNull(seen.name());
    String known = seen.externalId();
    String externalId = known == null ? FoldedKeys.screen(name, Folding.fold(name)) : known;
    String id = id(Kind.SCREEN, cinema, externalId);
    screens.computeIfAbsent(
        id,
        _ ->
            new Screen(
                id,
                id(Kind.CINEMA, cinema),
                name,
                Screen.Evidence.SCHEDULE_OBSERVED,
                observedAt,
                new Provenance(observedAt, null, provider, externalId)));
    return id;
  }

  private Provenance provenance(FeedRecord record) {
    return new Provenance(observedAt, record.sourceUpdatedAt(), provider, record.externalId());
  }

  @Override
  public Revision revision() {
    return REVISION;
  }

  @Override
  public void copy(@Nullable Revision known, Instant from, int most, ChangeSink sink) {
    Map<Kind, Instant> newest = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      newest.put(kind, observedAt);
    }
    sink.begin(new ChangeSink.Edition(REVISION, true, madeAt, newest));
    Map<String, Instant> lastStarts = lastStarts();
    Instant lastOfAll = lastStarts.values().stream().max(naturalOrder()).orElse(null);
    for (String cinema : cinemas.keySet()) {
      Instant last = lastStarts.getOrDefault(cinema, lastOfAll);
      sink.statement(cinema, statement(last == null ? null : BusinessDay.of(last, zone(cinema))));
    }
    ChangeSink.Observed alone = ChangeSink.Observed.ALONE;
    chains.values().forEach(chain -> sink.chain(chain, Sorting.byName(chain.name()), alone));
    for (Cinema cinema : cinemas.values()) {
      Location location = cinema.location();
      sink.cinema(
          cinema,
          Sorting.byName(cinema.name()),
          Postcodes.key(location.postcode()),
          FoldedKeys.cinemaSearch(cinema.name(), location.locality(), location.postcode()),
          zones.get(cinema.id()),
          alone);
    }
    films.values().forEach(film -> sink.film(film, Sorting.byName(film.title()), alone));
    screens.values().forEach(screen -> sink.screen(screen, Sorting.natural(screen.name()), alone));
    showtimes.values().stream()
        .filter(showtime -> !showtime.startsAt().isBefore(from))
        .forEach(showtime -> sink.showtime(showtime, alone));
  }

  /// When the last showtime of each cinema starts, by its id; a cinema without any is left out.
  private Map<String, Instant> lastStarts() {
    Map<String, Instant> last = new HashMap<>();
    for (Showtime showtime : showtimes.values()) {
      last.merge(
          showtime.cinemaId(),
          showtime.startsAt(),
          (one, other) -> one.isAfter(other) ? one : other);
    }
    return last;
  }

  /// The feed speaks for a cinema up to the last day of its programme, or of all programmes where
  /// it has none.
  private SourceStatement statement(@Nullable LocalDate lastDay) {
    return new SourceStatement(
        observedAt, observedAt, observedAt, null, lastDay, SourceStatement.LATE, null, null);
  }

  @Override
  public Reading read(ChangePosition since, Set<Kind> kinds, int limit) {
    return since.equals(ChangePosition.endOf(REVISION))
        ? new Reading.Changes(List.of(), since, false, REVISION, new Freshness(observedAt, null))
        : new Reading.Expired();
  }

  @Override
  public Revision newest() {
    return REVISION;
  }

  @Override
  public Duration age(Revision revision) {
    return Duration.ofDays(1);
  }

  @Override
  public Announcements announcements() {
    return new Announcements() {
      @Override
      public void await(Duration patience) throws InterruptedException {
        Thread.sleep(patience);
      }

      @Override
      public void close() {}
    };
  }
}
