package org.marquee.mock;

import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.marquee.detail.Detail;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedRow;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedStart;
import org.marquee.feed.time.StartTime;
import org.marquee.listing.Chain;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.FoldedKeys;
import org.marquee.listing.Folding;
import org.marquee.listing.Kind;
import org.marquee.listing.Location;
import org.marquee.listing.Provenance;
import org.marquee.listing.RecordId;
import org.marquee.listing.Screen;
import org.marquee.listing.Showtime;
import org.marquee.notice.Notice;

/// The records of one feed, as they are published where it is the only one, while it is read.
/// Nothing is reconciled: each record of the feed has what the interface needs, and is listed once
/// and before those that refer to it.
final class FeedRecords implements FeedSink {
  private final String provider;
  private final Map<String, String> known = new HashMap<>();
  final Map<String, ZoneId> zones = new LinkedHashMap<>();
  final Map<String, Chain> chains = new LinkedHashMap<>();
  final Map<String, Cinema> cinemas = new LinkedHashMap<>();
  final Map<String, Film> films = new LinkedHashMap<>();
  final Map<String, Screen> screens = new LinkedHashMap<>();
  final Map<String, Showtime> showtimes = new LinkedHashMap<>();
  private Instant observedAt = Instant.EPOCH;

  FeedRecords(String provider) {
    this.provider = provider;
  }

  /// When the feed was taken.
  Instant observedAt() {
    return observedAt;
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
  public void row(long line, FeedRow row) {
    switch (row) {
      case FeedRow.Valid(FeedRecord.Chain chain) -> add(chain);
      case FeedRow.Valid(FeedRecord.Cinema cinema) -> add(cinema);
      case FeedRow.Valid(FeedRecord.Film film) -> add(film);
      case FeedRow.Valid(FeedRecord.Screen screen) -> add(screen);
      case FeedRow.Valid(FeedRecord.Showtime showtime) -> add(showtime);
      default -> throw new IllegalArgumentException("line " + line + ": " + row);
    }
  }

  @Override
  public void notice(Notice notice) {
    // The sample is our own feed; its notices matter only to an import.
  }

  /// The public id of a record that others refer to; its digest is computed once.
  private String id(Kind kind, String... externalId) {
    return known.computeIfAbsent(
        kind + " " + String.join("\n", externalId), _ -> RecordId.of(kind, provider, externalId));
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
            provenance(cinema),
            cinema.details().with(Detail.TIME_ZONE, cinema.timeZone()).document()));
  }

  private void add(FeedRecord.Film film) {
    String id = id(Kind.FILM, film.externalId());
    films.put(
        id,
        new Film(
            id,
            Objects.requireNonNull(film.title()),
            film.facts(),
            film.otherTitles(),
            provenance(film),
            film.details().document()));
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
    String id = RecordId.of(Kind.SHOWTIME, provider, showtime.externalId());
    String cinema = id(Kind.CINEMA, showtime.cinema());
    ZoneId zone = zone(cinema);
    Instant start =
        switch (showtime.start()) {
          case FeedStart.Exact(Instant instant, _) -> instant;
          case FeedStart.Local(var local) -> StartTime.at(local, zone).instant();
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
            provenance(showtime),
            showtime.details().document()));
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
}
