package org.marquee.ingest;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Folding;

/// The listings that one provider's feeds make: a slow model in plain maps, written from
/// docs/feeds.md line by line.
@NullMarked
final class ListingsModel {
  /// When and by which line a record was last confirmed.
  record Seen(Instant at, @Nullable String updated) {}

  record Stored<L extends ModelFeed.Line>(L line, Seen seen) {}

  static final class Hall {
    final String cinema;
    final String born;
    String externalId;
    String name;
    boolean inventory;
    @Nullable String updated;
    Seen seen;

    Hall(String cinema, String born, String externalId, String name, Seen seen) {
      this.cinema = cinema;
      this.born = born;
      this.externalId = externalId;
      this.name = name;
      this.seen = seen;
    }
  }

  record Show(
      ModelFeed.Showtime line,
      Instant start,
      int offset,
      @Nullable Hall hall,
      @Nullable String hallName,
      Seen seen) {
    boolean says(Show other) {
      return line.film().equals(other.line.film())
          && line.cinema().equals(other.line.cinema())
          && start.equals(other.start)
          && offset == other.offset
          && Objects.equals(line.attribute(), other.line.attribute())
          && hall == other.hall
          && Objects.equals(hallName, other.hallName)
          && Objects.equals(line.updated(), other.line.updated());
    }
  }

  record Held(ModelFeed.Line line, Seen seen) {}

  private final String provider;
  final Map<String, Stored<ModelFeed.Chain>> chains = new TreeMap<>();
  final Map<String, Stored<ModelFeed.Cinema>> cinemas = new TreeMap<>();
  final Map<String, Stored<ModelFeed.Film>> films = new TreeMap<>();
  final Map<String, Show> shows = new TreeMap<>();
  final List<Hall> halls = new ArrayList<>();
  final Map<ModelFeed.Name, Held> held = new LinkedHashMap<>();
  final Map<String, Instant> lastFeed = new HashMap<>();
  @Nullable Instant lastOfAll;

  ListingsModel(String provider) {
    this.provider = provider;
  }

  private ListingsModel copy() {
    ListingsModel copy = new ListingsModel(provider);
    copy.chains.putAll(chains);
    copy.cinemas.putAll(cinemas);
    copy.films.putAll(films);
    copy.held.putAll(held);
    copy.lastFeed.putAll(lastFeed);
    copy.lastOfAll = lastOfAll;
    Map<Hall, Hall> copies = new HashMap<>();
    for (Hall hall : halls) {
      Hall twin = new Hall(hall.cinema, hall.born, hall.externalId, hall.name, hall.seen);
      twin.inventory = hall.inventory;
      twin.updated = hall.updated;
      copies.put(hall, twin);
      copy.halls.add(twin);
    }
    shows.forEach((name, show) ->
        copy.shows.put(
            name,
            new Show(
                show.line(),
                show.start(),
                show.offset(),
                show.hall() == null ? null : copies.get(show.hall()),
                show.hallName(),
                show.seen())));
    return copy;
  }

  /// The result of a feed.
  ///
  /// @param state the listings after it; unchanged if it is refused
  /// @param refusal the code, where it is refused
  /// @param fates how many lines of each kind ended how, as `SHOWTIME added`
  record After(
      ListingsModel state, @Nullable String refusal, Map<String, Long> fates, long clockChanges) {}

  After take(ModelFeed feed) {
    return new ModelImport(feed, copy(), this).take();
  }

  static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  Hall addHall(String cinema, String externalId, String name, Seen seen) {
    String born = externalId;
    while (findHall(cinema, hall -> false, born) != null) {
      born += "'";
    }
    Hall hall = new Hall(cinema, born, externalId, name, seen);
    halls.add(hall);
    return hall;
  }

  @Nullable Hall findHall(String cinema, Predicate<Hall> test, String born) {
    return halls.stream()
        .filter(hall -> hall.cinema.equals(cinema) && (test.test(hall) || hall.born.equals(born)))
        .min(Comparator.comparing(hall -> hall.externalId))
        .orElse(null);
  }

  @Nullable Hall findHall(String cinema, Predicate<Hall> test) {
    return halls.stream()
        .filter(hall -> hall.cinema.equals(cinema) && test.test(hall))
        .min(Comparator.comparing(hall -> hall.externalId))
        .orElse(null);
  }

  boolean refersToFilm(String film) {
    return shows.values().stream().anyMatch(show -> show.line().film().equals(film))
        || held.values().stream()
            .anyMatch(
                each -> each.line() instanceof ModelFeed.Showtime show && show.film().equals(film));
  }

  boolean refersToCinema(String cinema) {
    return shows.values().stream().anyMatch(show -> show.line().cinema().equals(cinema))
        || held.values().stream()
            .anyMatch(each ->
                (each.line() instanceof ModelFeed.Showtime show && show.cinema().equals(cinema))
                    || (each.line() instanceof ModelFeed.Screen screen
                        && screen.cinema().equals(cinema)));
  }

  boolean refersToChain(String chain) {
    return cinemas.values().stream().anyMatch(each -> chain.equals(each.line().chain()))
        || held.values().stream()
            .anyMatch(each ->
                each.line() instanceof ModelFeed.Cinema cinema && chain.equals(cinema.chain()));
  }

  record Start(Instant instant, int offset, boolean clockChange) {}

  @Nullable ZoneId zone(String cinema) {
    Stored<ModelFeed.Cinema> stored = cinemas.get(cinema);
    return stored == null || stored.line().zone() == null ? null : ZoneId.of(stored.line().zone());
  }

  static int offset(Instant instant, ZoneId zone) {
    return zone.getRules().getOffset(instant).getTotalSeconds() / 60;
  }

  @Nullable Start start(ModelFeed.Showtime show) {
    ZoneId zone = zone(show.cinema());
    if (show.startsAt().endsWith("Z") || show.startsAt().contains("+")) {
      OffsetDateTime time = OffsetDateTime.parse(show.startsAt());
      return new Start(
          time.toInstant(),
          zone == null ? time.getOffset().getTotalSeconds() / 60 : offset(time.toInstant(), zone),
          false);
    }
    if (zone == null) {
      return null;
    }
    ZoneRules rules = zone.getRules();
    LocalDateTime local = LocalDateTime.parse(show.startsAt());
    // Java settles as docs/feeds.md, "Times" says: gaps forward, overlaps at the earlier offset.
    Instant instant = local.atZone(zone).toInstant();
    return new Start(instant, offset(instant, zone), rules.getValidOffsets(local).size() != 1);
  }

  /// When a showtime that is held back starts; a local time without a zone as if it were in UTC.
  Instant heldStart(ModelFeed.Showtime show) {
    Start start = start(show);
    return start == null
        ? LocalDateTime.parse(show.startsAt()).toInstant(ZoneOffset.UTC)
        : start.instant();
  }

  static String fold(@Nullable String name) {
    return Folding.fold(Objects.requireNonNull(name));
  }

  /// Every record as text.
  List<String> records() {
    List<String> all = new ArrayList<>();
    chains.forEach((name, chain) ->
        all.add(
            record(
                "chain", name, chain.line().title(), told(chain.line().updated(), chain.seen()))));
    cinemas.forEach((name, cinema) ->
        all.add(
            record(
                "cinema",
                name,
                cinema.line().title(),
                cinema.line().chain(),
                cinema.line().postcode(),
                told(cinema.line().updated(), cinema.seen()))));
    films.forEach((name, film) ->
        all.add(
            record("film", name, film.line().title(), told(film.line().updated(), film.seen()))));
    for (Hall hall : halls) {
      all.add(
          record(
              "screen",
              hall.cinema + "/" + hall.externalId,
              hall.name,
              hall.inventory ? "AUTHORITATIVE_INVENTORY" : "SCHEDULE_OBSERVED",
              told(hall.updated, hall.seen)));
    }
    shows.forEach((name, show) ->
        all.add(
            record(
                "showtime",
                name,
                show.line().film(),
                show.line().cinema(),
                show.start(),
                show.offset(),
                show.line().attribute(),
                show.hall() == null ? null : show.hall().cinema + "/" + show.hall().externalId,
                show.hallName(),
                told(show.line().updated(), show.seen()))));
    return all.stream().sorted().toList();
  }

  private String record(String kind, @Nullable Object... values) {
    return line(provider, kind, values);
  }

  static String line(String provider, String kind, @Nullable Object... values) {
    StringBuilder line = new StringBuilder(provider + " " + kind);
    for (Object value : values) {
      line.append(" | ").append(value == null ? "–" : value);
    }
    return line.toString();
  }

  private static String told(@Nullable String own, Seen seen) {
    String updated = own == null ? seen.updated() : own;
    return seen.at() + " " + (updated == null ? "–" : updated);
  }

  List<String> heldBack() {
    return held.keySet().stream()
        .map(name -> "held back: " + name.kind().word() + " " + name.externalId())
        .toList();
  }
}
