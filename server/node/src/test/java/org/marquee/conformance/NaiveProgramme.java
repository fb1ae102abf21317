package org.marquee.conformance;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.marquee.conformance.Listed.Called;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The programme of a cinema on a day, joined from the records of the model, and the coverage of
/// that day by the feeds (docs/api.md, "List the programme" and "Coverage").
final class NaiveProgramme {
  private final Town town;
  private final Instant now;
  private final Map<Called, List<Feed>> full = new HashMap<>();
  private final Map<Called, ZoneId> clocks = new HashMap<>();
  private final Map<String, Optional<LocalDate>> lastDays = new HashMap<>();
  private final IdentityHashMap<Feed, List<Listed>> upcoming = new IdentityHashMap<>();
  private final Map<Called, List<Listed>> showtimes = new HashMap<>();

  NaiveProgramme(Town town, Instant now) {
    this.town = town;
    this.now = now;
  }

  /// The records that an element is made of, for its freshness.
  record Element(JsonNode json, List<Listed> records, boolean matches) {}

  Element element(
      Listed cinema,
      @Nullable LocalDate date,
      int days,
      @Nullable Double kilometres,
      Predicate<Listed> which) {
    List<Listed> records = new ArrayList<>(List.of(cinema));
    ObjectNode json = Feed.JSON.createObjectNode();
    json.set("cinema", cinema.json(town.ids));
    ZoneId clock = clock(cinema);
    json.put("timeZone", clock.getId());
    if (kilometres != null) {
      json.put("distanceKm", Math.ceil(kilometres * 10) / 10);
    }
    ArrayNode list = json.putArray("days");
    LocalDate first = date == null ? dayOf(now, clock) : date;
    boolean matches = false;
    for (int number = 0; number < days; number++) {
      LocalDate day = first.plusDays(number);
      List<Listed> all =
          showtimes(cinema).stream()
              .filter(each ->
                  !each.start().isBefore(begin(day, clock))
                      && each.start().isBefore(begin(day.plusDays(1), clock)))
              .toList();
      List<Listed> some = all.stream().filter(which).toList();
      ObjectNode its = list.addObject().put("date", day.toString());
      its.set("coverage", coverage(cinema, day, clock, !all.isEmpty()));
      films(some, its.putArray("films"), records);
      matches |= !some.isEmpty();
    }
    return new Element(json, records, matches);
  }

  private List<Listed> showtimes(Listed cinema) {
    return showtimes.computeIfAbsent(
        cinema.key(), key -> town.model.all("showtime", each -> each.cinema().equals(key)));
  }

  private static Instant begin(LocalDate day, ZoneId clock) {
    return LocalDateTime.of(day, LocalTime.of(5, 0)).atZone(clock).toInstant();
  }

  private static LocalDate dayOf(Instant at, ZoneId clock) {
    LocalDate day = LocalDate.ofInstant(at, clock);
    return at.isBefore(begin(day, clock)) ? day.minusDays(1) : day;
  }

  private void films(List<Listed> showtimes, ArrayNode films, List<Listed> records) {
    Map<Called, List<Listed>> byFilm = new LinkedHashMap<>();
    showtimes.stream()
        .sorted(Comparator.comparing(Listed::start).thenComparing(each -> town.id(each.key())))
        .forEach(each -> byFilm.computeIfAbsent(each.film(), _ -> new ArrayList<>()).add(each));
    List<Map.Entry<Called, List<Listed>>> sorted = new ArrayList<>(byFilm.entrySet());
    sorted.sort(
        Comparator.<Map.Entry<Called, List<Listed>>, Instant>comparing(
                each -> each.getValue().getFirst().start())
            .thenComparing(
                each -> Reckoning.key(town.model.record(each.getKey()).name()),
                Reckoning::byCodePoint)
            .thenComparing(each -> town.id(each.getKey())));
    for (Map.Entry<Called, List<Listed>> each : sorted) {
      Listed film = town.model.record(each.getKey());
      ObjectNode json = films.addObject();
      json.set("film", film.json(town.ids));
      ArrayNode its = json.putArray("showtimes");
      each.getValue().forEach(showtime -> its.add(showtime.json(town.ids)));
      records.add(film);
      records.addAll(each.getValue());
    }
  }

  /// The full feeds of a cinema's provider that know the cinema.
  private List<Feed> full(Listed cinema) {
    return full.computeIfAbsent(cinema.key(), _ -> findFull(cinema));
  }

  private List<Feed> findFull(Listed cinema) {
    List<Feed> known = new ArrayList<>();
    for (Feed feed : town.feeds) {
      boolean lists =
          feed.lines().stream()
              .anyMatch(line ->
                  line.get("externalId").asString().equals(cinema.key().externalId())
                      && line.get("type").asString().equals("cinema")
                      && line.get("location").has("postcode"));
      if (feed.provider().equals(cinema.key().provider())
          && feed.mode().equals("full")
          && (lists || !known.isEmpty())) {
        known.add(feed);
      }
    }
    return known;
  }

  /// Upcoming showtimes that a feed lists, by start: of a cinema, or of all.
  private List<Listed> upcoming(Feed feed, @Nullable Listed cinema) {
    List<Listed> all = upcoming.computeIfAbsent(feed, _ -> findUpcoming(feed));
    return cinema == null
        ? all
        : all.stream().filter(each -> each.cinema().equals(cinema.key())).toList();
  }

  private List<Listed> findUpcoming(Feed feed) {
    List<Listed> found = new ArrayList<>();
    for (ObjectNode line : feed.lines()) {
      if (line.get("type").asString().equals("showtime")) {
        Called key = Called.of("showtime", feed.provider(), line.get("externalId").asString());
        Listed its =
            new Listed(key, line, feed.observedAt(), null, zone(line, feed), null, null, false);
        boolean published = !full(town.model.record(its.cinema())).isEmpty();
        if (published && !its.start().isBefore(feed.observedAt())) {
          found.add(its);
        }
      }
    }
    found.sort(Comparator.comparing(Listed::start).thenComparing(each -> idOrNone(each.key())));
    return found;
  }

  private String idOrNone(Called key) {
    return town.ids.getOrDefault(key, "");
  }

  private @Nullable String zone(ObjectNode showtime, Feed feed) {
    Listed cinema =
        town.model.record(Called.of("cinema", feed.provider(), showtime.get("cinema").asString()));
    return cinema.line().has("timeZone") ? cinema.text("timeZone") : null;
  }

  private ZoneId clock(Listed cinema) {
    return clocks.computeIfAbsent(cinema.key(), _ -> findClock(cinema));
  }

  private ZoneId findClock(Listed cinema) {
    if (cinema.line().has("timeZone")) {
      return ZoneId.of(cinema.text("timeZone"));
    }
    for (Feed feed : full(cinema).reversed()) {
      List<Listed> listed = upcoming(feed, cinema);
      if (!listed.isEmpty()) {
        ZoneOffset offset = offset(listed.getFirst());
        return offset.equals(ZoneOffset.UTC) ? ZoneId.of("UTC") : offset;
      }
    }
    return ZoneId.of("UTC");
  }

  private ZoneOffset offset(Listed showtime) {
    String zone = showtime.zone();
    return zone == null
        ? OffsetDateTime.parse(showtime.text("startsAt")).getOffset()
        : ZoneId.of(zone).getRules().getOffset(showtime.start());
  }

  /// The last day of a programme that goes on without a gap of more than a week.
  private @Nullable LocalDate lastDay(Feed feed, Listed cinema) {
    return lastDays
        .computeIfAbsent(
            feed.observedAt() + " " + cinema.key(),
            _ -> Optional.ofNullable(findLastDay(feed, cinema)))
        .orElse(null);
  }

  private @Nullable LocalDate findLastDay(Feed feed, Listed cinema) {
    List<Listed> listed = upcoming(feed, cinema);
    if (listed.isEmpty()) {
      listed = upcoming(feed, null);
    }
    TreeSet<LocalDate> days = new TreeSet<>();
    for (Listed each : listed) {
      days.add(LocalDateTime.ofInstant(each.start(), offset(each)).minusHours(5).toLocalDate());
    }
    LocalDate last =
        LocalDateTime.ofInstant(feed.observedAt(), ZoneOffset.UTC).minusHours(5).toLocalDate();
    for (LocalDate day : days) {
      if (day.toEpochDay() - last.toEpochDay() > 7) {
        return last;
      }
      last = day;
    }
    return days.isEmpty() ? null : last;
  }

  private ObjectNode coverage(Listed cinema, LocalDate day, ZoneId clock, boolean shown) {
    ObjectNode json = Feed.JSON.createObjectNode();
    List<Feed> feeds = full(cinema);
    String unless = shown ? "partial" : "unknown";
    if (feeds.isEmpty()) {
      return json.put("state", unless).put("reason", "no_source");
    }
    Feed newest = feeds.getLast();
    Instant from = newest.observedAt();
    for (Feed older : feeds.reversed().subList(1, feeds.size())) {
      LocalDate reached = lastDay(older, cinema);
      LocalDate taken = LocalDate.ofInstant(older.observedAt(), ZoneOffset.UTC);
      LocalDate last = reached == null || reached.isBefore(taken) ? taken : reached;
      if (!from.isAfter(last.plusDays(2).atStartOfDay(ZoneOffset.UTC).toInstant())) {
        from = older.observedAt();
      }
    }
    Instant until = begin(dayOf(newest.observedAt(), clock).plusDays(1), clock);
    LocalDate last = lastDay(newest, cinema);
    if (last != null && begin(last.plusDays(1), clock).isAfter(until)) {
      until = begin(last.plusDays(1), clock);
    }
    boolean hasDelta =
        town.feeds.stream()
            .filter(each -> each.mode().equals("delta"))
            .filter(each -> each.provider().equals(cinema.key().provider()))
            .flatMap(each -> each.lines().stream())
            .anyMatch(line ->
                (line.get("type").asString().equals("showtime")
                        && line.get("cinema").asString().equals(cinema.key().externalId()))
                    || (line.get("type").asString().equals("cinema")
                        && line.get("externalId").asString().equals(cinema.key().externalId())));
    Instant heard = hasDelta ? delta(cinema).observedAt() : newest.observedAt();
    Instant late = heard.plus(Duration.ofDays(2));
    Instant end = begin(day.plusDays(1), clock);
    if (!end.isAfter(begin(dayOf(from, clock), clock))) {
      json.put("state", unless).put("reason", "no_source");
    } else if (!until.isAfter(begin(day, clock))) {
      json.put("state", unless).put("reason", "source_late").put("since", Reckoning.written(late));
    } else if (late.isBefore(end)) {
      json.put("state", "partial").put("reason", "source_late");
      json.put("since", Reckoning.written(late));
    } else {
      json.put("state", "complete");
    }
    return json.put("observedAt", Reckoning.written(newest.observedAt()));
  }

  private Feed delta(Listed cinema) {
    return town.feeds.stream()
        .filter(each -> each.mode().equals("delta"))
        .filter(each -> each.provider().equals(cinema.key().provider()))
        .findFirst()
        .orElseThrow();
  }
}
