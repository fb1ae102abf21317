package org.marquee.mock;

import static java.util.Comparator.naturalOrder;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.BusinessDay;
import org.marquee.coverage.SourceStatement;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSource;
import org.marquee.listing.ChangeFeed;
import org.marquee.listing.ChangeFeed.ChangeReading;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.ChangeSink;
import org.marquee.listing.ChangeSource;
import org.marquee.listing.ChangeSource.Announcements;
import org.marquee.listing.Cinema;
import org.marquee.listing.FoldedKeys;
import org.marquee.listing.Freshness;
import org.marquee.listing.Kind;
import org.marquee.listing.Location;
import org.marquee.listing.Postcodes;
import org.marquee.listing.Revision;
import org.marquee.listing.Showtime;
import org.marquee.listing.Sorting;

/// The records of one complete feed, as they are published where it is the only one
/// ([FeedRecords]). They never change. [MockTest] compares with a real import.
///
/// @param madeAt when the feed was taken
record FeedListings(FeedRecords records, Instant madeAt) implements ChangeSource, ChangeFeed {
  private static final Revision REVISION = new Revision(new UUID(0, 0), 1, new UUID(0, 1));

  /// Reads a feed.
  ///
  /// @throws IllegalArgumentException if a line of it is refused, or left out
  static FeedListings read(FeedReader reader, FeedSource feed, String provider) throws IOException {
    FeedRecords records = new FeedRecords(provider);
    reader.read(feed, records);
    return new FeedListings(records, feed.observedAt());
  }

  @Override
  public Revision revision() {
    return REVISION;
  }

  @Override
  public void copy(@Nullable Revision known, Instant from, int most, ChangeSink sink) {
    Map<Kind, Instant> newest = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      newest.put(kind, records.observedAt());
    }
    sink.begin(new ChangeSink.Edition(REVISION, true, madeAt, newest));
    Map<String, Instant> lastStarts = lastStarts();
    Instant lastOfAll = lastStarts.values().stream().max(naturalOrder()).orElse(null);
    for (String cinema : records.cinemas.keySet()) {
      Instant last = lastStarts.getOrDefault(cinema, lastOfAll);
      sink.statement(
          cinema, statement(last == null ? null : BusinessDay.of(last, records.zone(cinema))));
    }
    ChangeSink.Observed alone = ChangeSink.Observed.ALONE;
    records
        .chains
        .values()
        .forEach(chain -> sink.chain(chain, Sorting.byName(chain.name()), alone));
    for (Cinema cinema : records.cinemas.values()) {
      Location location = cinema.location();
      sink.cinema(
          cinema,
          Sorting.byName(cinema.name()),
          Postcodes.key(location.postcode()),
          FoldedKeys.cinemaSearch(cinema.name(), location.locality(), location.postcode()),
          records.zones.get(cinema.id()),
          alone);
    }
    records.films.values().forEach(film -> sink.film(film, Sorting.byName(film.title()), alone));
    records
        .screens
        .values()
        .forEach(screen -> sink.screen(screen, Sorting.natural(screen.name()), alone));
    records.showtimes.values().stream()
        .filter(showtime -> !showtime.startsAt().isBefore(from))
        .forEach(showtime -> sink.showtime(showtime, alone));
  }

  /// When the last showtime of each cinema starts, by its id; a cinema without any is left out.
  private Map<String, Instant> lastStarts() {
    Map<String, Instant> last = new HashMap<>();
    for (Showtime showtime : records.showtimes.values()) {
      last.merge(
          showtime.cinemaId(),
          showtime.startsAt(),
          (one, other) -> one.isAfter(other) ? one : other);
    }
    return last;
  }

  /// The feed covers a cinema up to the last day of its programme, or of all programmes where it
  /// has none.
  private SourceStatement statement(@Nullable LocalDate lastDay) {
    return new SourceStatement(
        records.observedAt(),
        records.observedAt(),
        records.observedAt(),
        null,
        lastDay,
        SourceStatement.LATE,
        null,
        null);
  }

  @Override
  public ChangeReading read(ChangePosition since, Set<Kind> kinds, Breadth breadth, int limit) {
    return since.equals(ChangePosition.endOf(REVISION))
        ? new ChangeReading.Changes(
            List.of(), since, false, REVISION, new Freshness(records.observedAt(), null))
        : new ChangeReading.Expired();
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
      public void await(Duration timeout) throws InterruptedException {
        Thread.sleep(timeout);
      }

      @Override
      public void close() {}
    };
  }
}
