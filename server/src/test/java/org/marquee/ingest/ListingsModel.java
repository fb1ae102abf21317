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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Folding;
import org.marquee.listing.Kind;

/// What one provider's feeds make of the listings, read off docs/feeds.md line by line, in plain
/// maps, slowly.
@NullMarked
final class ListingsModel {
  private static final int TOO_FEW_TO_TELL = 20;

  /// When and by which word a record was last confirmed.
  record Seen(Instant at, @Nullable String updated) {}

  private record Stored<L extends ModelFeed.Line>(L line, Seen seen) {}

  private static final class Hall {
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

  private record Show(
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

  private record Held(ModelFeed.Line line, Seen seen) {}

  private final String provider;
  private final Map<String, Stored<ModelFeed.Chain>> chains = new TreeMap<>();
  private final Map<String, Stored<ModelFeed.Cinema>> cinemas = new TreeMap<>();
  private final Map<String, Stored<ModelFeed.Film>> films = new TreeMap<>();
  private final Map<String, Show> shows = new TreeMap<>();
  private final List<Hall> halls = new ArrayList<>();
  private final Map<ModelFeed.Name, Held> held = new LinkedHashMap<>();
  private final Map<String, Instant> lastFeed = new HashMap<>();
  private @Nullable Instant lastOfAll;

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

  /// What became of a feed.
  ///
  /// @param state the listings after it; those before it where it is refused
  /// @param refusal the code, where it is refused
  /// @param fates how many lines of each kind ended how, as `SHOWTIME added`
  record After(
      ListingsModel state, @Nullable String refusal, Map<String, Long> fates, long clockChanges) {}

  After take(ModelFeed feed) {
    return copy().new Taking(feed, this).take();
  }

  /// One feed on its way in.
  private final class Taking {
    private final ModelFeed feed;
    private final ListingsModel before;
    private final Seen now;
    private final boolean whole;
    private final Instant from;
    private final Map<String, Long> fates = new TreeMap<>();

    /// The last sound line of each record, and what is tried again.
    private final Map<ModelFeed.Name, ModelFeed.Line> lines = new LinkedHashMap<>();

    private final Map<ModelFeed.Name, Held> again = new LinkedHashMap<>();
    private final Set<ModelFeed.Name> listed = new HashSet<>();
    private final Set<ModelFeed.Name> accepted = new HashSet<>();
    private final Set<Hall> mentioned = new HashSet<>();
    private long clockChanges;

    Taking(ModelFeed feed, ListingsModel before) {
      this.feed = feed;
      this.before = before;
      this.now = new Seen(feed.observedAt(), feed.sourceUpdatedAt());
      this.whole = feed.full() && feed.covers() == null;
      Instant first = feed.covers() == null ? null : feed.covers().from();
      this.from = first == null || first.isBefore(feed.observedAt()) ? feed.observedAt() : first;
    }

    private void fate(Kind kind, String fate) {
      fates.merge(kind + " " + fate, 1L, Long::sum);
    }

    private boolean covers(String cinema) {
      return feed.full()
          && (feed.covers() == null
              || feed.covers().cinemas() == null
              || feed.covers().cinemas().contains(cinema));
    }

    private boolean within(Instant start) {
      return !start.isBefore(from)
          && (feed.covers() == null
              || feed.covers().until() == null
              || start.isBefore(feed.covers().until()));
    }

    private After refused(String code) {
      return new After(before, code, Map.of(), 0);
    }

    After take() {
      if (isOlder()) {
        return refused("FEED_OLDER");
      }
      layOut();
      bringBack();
      takeChains();
      takeCinemas();
      takeFilms();
      List<ModelFeed.Name> screens = holdScreens();
      Map<ModelFeed.Name, Start> starts = holdShowtimes();
      Set<Hall> inventoried = takeInventory(screens);
      Map<ModelFeed.Name, Hall> on = seeScreens(starts.keySet());
      List<String> unlisted =
          shows.values().stream()
              .filter(show ->
                  covers(show.line().cinema())
                      && within(show.start())
                      && !listed.contains(show.line().name())
                      && !starts.containsKey(show.line().name()))
              .map(show -> show.line().externalId())
              .toList();
      long within =
          shows.values().stream()
              .filter(show -> covers(show.line().cinema()) && within(show.start()))
              .count();
      if (!feed.shrinkAccepted() && within >= TOO_FEW_TO_TELL && unlisted.size() * 2L > within) {
        return refused("FEED_SHRUNK");
      }
      takeShowtimes(starts, on);
      joinDoubles(inventoried);
      unlisted.forEach(shows::remove);
      fates.merge("SHOWTIME unlisted", (long) unlisted.size(), Long::sum);
      withdrawNamed();
      if (whole) {
        withdrawUnreferred();
      }
      remember();
      long read = feed.lines().size();
      long refusedLines =
          fates.entrySet().stream()
              .filter(each -> each.getKey().endsWith(" refused"))
              .mapToLong(Map.Entry::getValue)
              .sum();
      if (read > 0 && refusedLines == read) {
        return refused("NOTHING_ACCEPTED");
      }
      return new After(ListingsModel.this, null, fates, clockChanges);
    }

    private boolean isOlder() {
      Set<String> spoken = new HashSet<>();
      for (ModelFeed.Line line : feed.lines()) {
        switch (line) {
          case ModelFeed.Showtime show -> spoken.add(show.cinema());
          case ModelFeed.Screen screen -> spoken.add(screen.cinema());
          case ModelFeed.Cinema cinema -> spoken.add(cinema.externalId());
          case ModelFeed.Withdrawn(ModelFeed.Name name) when feed.full() -> {}
          case ModelFeed.Withdrawn(ModelFeed.Name name) -> {
            switch (name.kind()) {
              case SHOWTIME -> {
                Show show = shows.get(name.externalId());
                spoken.add(show == null ? "some cinema" : show.line().cinema());
              }
              case SCREEN -> spoken.add(name.cinema());
              case CINEMA -> spoken.add(name.externalId());
              case FILM, CHAIN -> {}
            }
          }
          case ModelFeed.Chain _, ModelFeed.Film _, ModelFeed.Broken _ -> {}
        }
      }
      boolean all = feed.full() && (feed.covers() == null || feed.covers().cinemas() == null);
      if (feed.full() && feed.covers() != null && feed.covers().cinemas() != null) {
        spoken.addAll(feed.covers().cinemas());
      }
      Predicate<Instant> newer = last -> feed.observedAt().isBefore(last);
      return (lastOfAll != null && (all || !spoken.isEmpty()) && newer.test(lastOfAll))
          || lastFeed.entrySet().stream()
              .anyMatch(
                  each -> (all || spoken.contains(each.getKey())) && newer.test(each.getValue()));
    }

    /// Of several lines for one record the last sound one counts.
    private void layOut() {
      for (ModelFeed.Line line : feed.lines()) {
        ModelFeed.Name name = line.name();
        if (line instanceof ModelFeed.Broken
            || (line instanceof ModelFeed.Withdrawn && feed.full())) {
          fates.merge((name == null ? "UNKNOWN" : name.kind()) + " refused", 1L, Long::sum);
          if (name != null) {
            listed.add(name);
          }
          continue;
        }
        ModelFeed.Name sound = Objects.requireNonNull(name);
        listed.add(sound);
        ModelFeed.Line earlier = lines.remove(sound);
        if (earlier != null) {
          fate(sound.kind(), "merged");
        }
        lines.put(sound, line);
      }
    }

    private void bringBack() {
      if (feed.full()) {
        held.entrySet()
            .removeIf(each ->
                each.getValue().line() instanceof ModelFeed.Showtime show
                    && !listed.contains(each.getKey())
                    && covers(show.cinema())
                    && within(before.heldStart(show)));
        if (whole) {
          held.keySet()
              .removeIf(name ->
                  name.kind() != Kind.SHOWTIME
                      && !listed.contains(name)
                      && held.values().stream()
                          .noneMatch(other ->
                              other.line() instanceof ModelFeed.Showtime show
                                  && (name.kind() == Kind.FILM
                                      ? show.film().equals(name.externalId())
                                      : name.kind() == Kind.CINEMA
                                          && show.cinema().equals(name.externalId()))));
        }
      }
      for (ModelFeed.Name name : List.copyOf(held.keySet())) {
        if (lines.containsKey(name)) {
          if (!(lines.get(name) instanceof ModelFeed.Withdrawn)) {
            held.remove(name);
          }
        } else if (!listed.contains(name)) {
          again.put(name, Objects.requireNonNull(held.remove(name)));
        }
      }
    }

    private <L extends ModelFeed.Line> List<L> each(Class<L> type) {
      return lines.values().stream().filter(type::isInstance).map(type::cast).toList();
    }

    private void hold(ModelFeed.Line line, Seen seen, boolean ofThisFeed) {
      held.put(Objects.requireNonNull(line.name()), new Held(line, seen));
      if (ofThisFeed) {
        fate(Objects.requireNonNull(line.name()).kind(), "held back");
      }
    }

    private <L extends ModelFeed.Line> void put(Map<String, Stored<L>> all, L line) {
      ModelFeed.Name name = Objects.requireNonNull(line.name());
      Stored<L> old = all.get(name.externalId());
      accepted.add(name);
      if (old == null) {
        fate(name.kind(), "added");
      } else if (old.seen().at().isAfter(now.at())) {
        fate(name.kind(), "unchanged");
        return;
      } else {
        fate(name.kind(), old.line().equals(line) ? "unchanged" : "changed");
      }
      all.put(name.externalId(), new Stored<>(line, now));
    }

    private void takeChains() {
      each(ModelFeed.Chain.class).forEach(line -> put(chains, line));
    }

    private void takeCinemas() {
      again.forEach((name, held) -> {
        if (held.line() instanceof ModelFeed.Cinema cinema
            && (cinema.chain() == null || chains.containsKey(cinema.chain()))) {
          hold(cinema, held.seen(), false);
        }
      });
      for (ModelFeed.Cinema line : each(ModelFeed.Cinema.class)) {
        if (line.chain() != null && !chains.containsKey(line.chain())) {
          fate(Kind.CINEMA, "refused");
        } else if (line.postcode() == null) {
          hold(line, now, true);
        } else {
          put(cinemas, line);
        }
      }
      for (Map.Entry<String, Show> each : shows.entrySet()) {
        Show show = each.getValue();
        ZoneId old = before.zone(show.line().cinema());
        ZoneId zone = zone(show.line().cinema());
        if (zone != null && !zone.equals(old)) {
          each.setValue(
              new Show(
                  show.line(),
                  show.start(),
                  offset(show.start(), zone),
                  show.hall(),
                  show.hallName(),
                  show.seen()));
        }
      }
    }

    private void takeFilms() {
      again.forEach((name, held) -> {
        if (name.kind() == Kind.FILM) {
          hold(held.line(), held.seen(), false);
        }
      });
      for (ModelFeed.Film line : each(ModelFeed.Film.class)) {
        if (line.title() == null) {
          hold(line, now, true);
        } else {
          put(films, line);
        }
      }
    }

    private boolean isKnown(Kind kind, String externalId) {
      return (kind == Kind.FILM ? films : cinemas).containsKey(externalId);
    }

    private boolean isHeld(Kind kind, String externalId) {
      return held.containsKey(new ModelFeed.Name(kind, externalId, ""));
    }

    private List<ModelFeed.Name> holdScreens() {
      List<ModelFeed.Name> sound = new ArrayList<>();
      Map<ModelFeed.Name, ModelFeed.Line> all = new LinkedHashMap<>();
      again.forEach((name, held) -> all.put(name, held.line()));
      all.putAll(lines);
      all.forEach((name, line) -> {
        if (line instanceof ModelFeed.Screen screen) {
          Held earlier = again.get(name);
          if (isKnown(Kind.CINEMA, screen.cinema())) {
            sound.add(name);
            accepted.add(name);
          } else if (isHeld(Kind.CINEMA, screen.cinema())) {
            hold(line, earlier == null ? now : earlier.seen(), earlier == null);
          } else if (earlier == null) {
            fate(Kind.SCREEN, "refused");
          }
        }
      });
      return sound;
    }

    private Map<ModelFeed.Name, Start> holdShowtimes() {
      Map<ModelFeed.Name, Start> starts = new LinkedHashMap<>();
      Map<ModelFeed.Name, ModelFeed.Line> all = new LinkedHashMap<>();
      again.forEach((name, held) -> all.put(name, held.line()));
      all.putAll(lines);
      all.forEach((name, line) -> {
        if (line instanceof ModelFeed.Showtime show) {
          Held earlier = again.get(name);
          boolean film = isKnown(Kind.FILM, show.film());
          boolean cinema = isKnown(Kind.CINEMA, show.cinema());
          Start start = start(show);
          if ((!film && !isHeld(Kind.FILM, show.film()))
              || (!cinema && !isHeld(Kind.CINEMA, show.cinema()))) {
            if (earlier == null) {
              fate(Kind.SHOWTIME, "refused");
            }
          } else if (!film || !cinema || start == null) {
            hold(line, earlier == null ? now : earlier.seen(), earlier == null);
          } else {
            starts.put(name, start);
            accepted.add(name);
            if (earlier == null && start.clockChange()) {
              clockChanges++;
            }
          }
        }
      });
      return starts;
    }

    private Hall addHall(String cinema, String externalId, String name, Seen seen) {
      String born = externalId;
      while (findHall(cinema, hall -> false, born) != null) {
        born += "'";
      }
      Hall hall = new Hall(cinema, born, externalId, name, seen);
      halls.add(hall);
      return hall;
    }

    private @Nullable Hall findHall(String cinema, Predicate<Hall> test, String born) {
      return halls.stream()
          .filter(hall -> hall.cinema.equals(cinema) && (test.test(hall) || hall.born.equals(born)))
          .min(Comparator.comparing(hall -> hall.externalId))
          .orElse(null);
    }

    private @Nullable Hall findHall(String cinema, Predicate<Hall> test) {
      return halls.stream()
          .filter(hall -> hall.cinema.equals(cinema) && test.test(hall))
          .min(Comparator.comparing(hall -> hall.externalId))
          .orElse(null);
    }

    private Set<Hall> takeInventory(List<ModelFeed.Name> names) {
      Map<ModelFeed.Name, ModelFeed.Screen> all = new LinkedHashMap<>();
      for (ModelFeed.Name name : names) {
        Held earlier = again.get(name);
        all.put(
            name,
            (ModelFeed.Screen)
                Objects.requireNonNull(earlier == null ? lines.get(name) : earlier.line()));
      }
      Map<ModelFeed.Name, Hall> meant = new HashMap<>();
      all.forEach((name, line) -> {
        Hall hall = findHall(line.cinema(), each -> each.externalId.equals(line.externalId()));
        if (hall == null
            && all.values().stream()
                .noneMatch(other ->
                    other.cinema().equals(line.cinema())
                        && (other.externalId().equals(fold(line.title()))
                            || (fold(other.title()).equals(fold(line.title()))
                                && other.externalId().compareTo(line.externalId()) < 0)))) {
          hall =
              findHall(
                  line.cinema(),
                  each -> !each.inventory && each.externalId.equals(fold(line.title())));
        }
        if (hall != null) {
          meant.put(name, hall);
        }
      });
      Set<Hall> inventoried = new HashSet<>();
      all.forEach((name, line) -> {
        Held earlier = again.get(name);
        Hall hall = meant.get(name);
        boolean changed = true;
        if (hall == null) {
          hall = addHall(line.cinema(), line.externalId(), line.title(), now);
        } else {
          changed =
              !hall.externalId.equals(line.externalId())
                  || !hall.name.equals(line.title())
                  || !hall.inventory
                  || !Objects.equals(hall.updated, line.updated());
        }
        hall.externalId = line.externalId();
        hall.name = line.title();
        hall.inventory = true;
        hall.updated = line.updated();
        hall.seen = earlier == null ? now : earlier.seen();
        inventoried.add(hall);
        if (earlier == null) {
          mentioned.add(hall);
          fate(Kind.SCREEN, meant.get(name) == null ? "added" : changed ? "changed" : "unchanged");
        }
      });
      return inventoried;
    }

    private ModelFeed.Showtime show(ModelFeed.Name name) {
      Held earlier = again.get(name);
      return (ModelFeed.Showtime)
          Objects.requireNonNull(earlier == null ? lines.get(name) : earlier.line());
    }

    /// Which screen each showtime is on, where one is known.
    private Map<ModelFeed.Name, Hall> seeScreens(Set<ModelFeed.Name> names) {
      Map<ModelFeed.Name, Hall> on = new HashMap<>();
      Map<Hall, TreeSet<String>> called = new LinkedHashMap<>();
      Map<Hall, TreeSet<String>> calledBefore = new LinkedHashMap<>();
      Map<Hall, List<Seen>> sightings = new LinkedHashMap<>();
      Set<Hall> fresh = new HashSet<>();
      // What is named, before what only has an id, and what this feed says before what is old.
      List<ModelFeed.Name> order = new ArrayList<>(names);
      order.sort(
          Comparator.comparing((ModelFeed.Name name) -> show(name).screenName() == null)
              .thenComparing(again::containsKey));
      for (ModelFeed.Name name : order) {
        ModelFeed.Showtime show = show(name);
        String key = show.screen();
        Hall hall = null;
        if (key == null && show.screenName() == null) {
          continue;
        }
        if (key == null) {
          String folded = fold(show.screenName());
          key = folded;
          hall = findHall(show.cinema(), each -> each.inventory && fold(each.name).equals(folded));
        }
        String sought = key;
        if (hall == null) {
          hall = findHall(show.cinema(), each -> each.externalId.equals(sought));
        }
        if (hall == null && show.screen() == null) {
          hall = findHall(show.cinema(), each -> each.born.equals(sought));
        }
        Held earlier = again.get(name);
        if (hall == null && show.screenName() != null) {
          hall =
              addHall(
                  show.cinema(), key, show.screenName(), earlier == null ? now : earlier.seen());
          fresh.add(hall);
        }
        if (hall == null) {
          continue;
        }
        on.put(name, hall);
        if (earlier == null) {
          mentioned.add(hall);
        } else {
          sightings.computeIfAbsent(hall, _ -> new ArrayList<>()).add(earlier.seen());
        }
        if (show.screenName() != null && (earlier == null || fresh.contains(hall))) {
          (earlier == null ? called : calledBefore)
              .computeIfAbsent(hall, _ -> new TreeSet<>())
              .add(show.screenName());
        }
      }
      calledBefore.keySet().removeAll(called.keySet());
      calledBefore.forEach((hall, all) -> hall.name = all.last());
      called.forEach((hall, all) -> {
        if (!hall.inventory) {
          hall.name = all.last();
        }
      });
      for (Map.Entry<ModelFeed.Name, Hall> each : on.entrySet()) {
        if (mentioned.contains(each.getValue())) {
          each.getValue().seen = now;
        }
      }
      sightings.forEach((hall, all) -> {
        if (!mentioned.contains(hall)) {
          for (Seen seen : all) {
            if (seen.at().isAfter(hall.seen.at())) {
              hall.seen = seen;
            }
          }
        }
      });
      return on;
    }

    private void takeShowtimes(Map<ModelFeed.Name, Start> starts, Map<ModelFeed.Name, Hall> on) {
      starts.forEach((name, start) -> {
        ModelFeed.Showtime line = show(name);
        Held earlier = again.get(name);
        Hall hall = on.get(name);
        String hallName = line.screenName();
        if (hallName == null && hall != null) {
          hallName = hall.name;
        }
        Show next =
            new Show(
                line,
                start.instant(),
                start.offset(),
                hall,
                hallName,
                earlier == null ? now : earlier.seen());
        Show old = shows.put(line.externalId(), next);
        if (earlier == null) {
          fate(Kind.SHOWTIME, old == null ? "added" : old.says(next) ? "unchanged" : "changed");
        }
      });
    }

    private void joinDoubles(Set<Hall> inventoried) {
      for (Hall twin : List.copyOf(halls)) {
        if (twin.inventory) {
          continue;
        }
        inventoried.stream()
            .filter(
                hall -> hall.cinema.equals(twin.cinema) && fold(hall.name).equals(twin.externalId))
            .min(Comparator.comparing(hall -> hall.externalId))
            .ifPresent(kept -> {
              halls.remove(twin);
              shows.replaceAll((_, show) ->
                  show.hall() != twin
                      ? show
                      : new Show(
                          show.line(),
                          show.start(),
                          show.offset(),
                          kept,
                          show.hallName(),
                          show.seen()));
            });
      }
    }

    private void withdrawNamed() {
      for (Kind kind : List.of(Kind.SHOWTIME, Kind.SCREEN, Kind.FILM, Kind.CINEMA, Kind.CHAIN)) {
        for (ModelFeed.Withdrawn line : each(ModelFeed.Withdrawn.class)) {
          if (line.name().kind() == kind) {
            boolean done = isWithdrawn(line.name());
            fate(kind, done ? "withdrawn" : "refused");
          }
        }
      }
    }

    private boolean isWithdrawn(ModelFeed.Name name) {
      String id = name.externalId();
      boolean known = held.containsKey(name);
      switch (name.kind()) {
        case SHOWTIME -> {
          Show show = shows.remove(id);
          if (show != null) {
            lastFeed.merge(show.line().cinema(), now.at(), ListingsModel::later);
          }
          known |= show != null;
        }
        case SCREEN -> {
          Hall hall = findHall(name.cinema(), each -> each.externalId.equals(id));
          if (hall != null && shows.values().stream().anyMatch(show -> show.hall() == hall)) {
            return false;
          }
          known |= hall != null;
          if (hall != null) {
            halls.remove(hall);
          }
          if (known) {
            lastFeed.merge(name.cinema(), now.at(), ListingsModel::later);
          }
        }
        case FILM -> {
          if (refersToFilm(id)) {
            return false;
          }
          known |= films.remove(id) != null;
        }
        case CINEMA -> {
          if (shows.values().stream().anyMatch(show -> show.line().cinema().equals(id))
              || held.values().stream()
                  .anyMatch(each ->
                      each.line() instanceof ModelFeed.Showtime show && show.cinema().equals(id))) {
            return false;
          }
          if (cinemas.remove(id) != null) {
            known = true;
            halls.removeIf(hall -> hall.cinema.equals(id));
          }
          if (known) {
            lastFeed.merge(id, now.at(), ListingsModel::later);
          }
        }
        case CHAIN -> {
          if (refersToChain(id)) {
            return false;
          }
          known |= chains.remove(id) != null;
        }
      }
      held.remove(name);
      return known;
    }

    private boolean refersToFilm(String film) {
      return shows.values().stream().anyMatch(show -> show.line().film().equals(film))
          || held.values().stream()
              .anyMatch(each ->
                  each.line() instanceof ModelFeed.Showtime show && show.film().equals(film));
    }

    private boolean refersToCinema(String cinema) {
      return shows.values().stream().anyMatch(show -> show.line().cinema().equals(cinema))
          || held.values().stream()
              .anyMatch(each ->
                  (each.line() instanceof ModelFeed.Showtime show && show.cinema().equals(cinema))
                      || (each.line() instanceof ModelFeed.Screen screen
                          && screen.cinema().equals(cinema)));
    }

    private boolean refersToChain(String chain) {
      return cinemas.values().stream().anyMatch(each -> chain.equals(each.line().chain()))
          || held.values().stream()
              .anyMatch(each ->
                  each.line() instanceof ModelFeed.Cinema cinema && chain.equals(cinema.chain()));
    }

    private boolean isUnlisted(Stored<? extends ModelFeed.Line> stored) {
      return !listed.contains(Objects.requireNonNull(stored.line().name()))
          && !stored.seen().at().isAfter(now.at());
    }

    private void withdrawUnreferred() {
      long all = (long) films.size() + cinemas.size() + halls.size() + chains.size();
      films.values().removeIf(each -> isUnlisted(each) && !refersToFilm(each.line().externalId()));
      cinemas
          .values()
          .removeIf(each -> isUnlisted(each) && !refersToCinema(each.line().externalId()));
      halls.removeIf(hall -> !cinemas.containsKey(hall.cinema));
      chains
          .values()
          .removeIf(each -> isUnlisted(each) && !refersToChain(each.line().externalId()));
      fates.put(
          "OTHER unlisted", all - films.size() - cinemas.size() - halls.size() - chains.size());
    }

    private void remember() {
      for (ModelFeed.Line line : lines.values()) {
        switch (line) {
          case ModelFeed.Showtime show when accepted.contains(show.name()) -> touch(show.cinema());
          case ModelFeed.Screen screen when accepted.contains(screen.name()) ->
              touch(screen.cinema());
          case ModelFeed.Cinema cinema when accepted.contains(cinema.name()) ->
              touch(cinema.externalId());
          default -> {}
        }
      }
      if (feed.full()) {
        if (feed.covers() == null) {
          lastOfAll = lastOfAll == null ? now.at() : later(lastOfAll, now.at());
        } else {
          cinemas.keySet().stream().filter(this::covers).forEach(this::touch);
        }
        if (feed.covers() != null && feed.covers().cinemas() != null) {
          feed.covers().cinemas().forEach(this::touch);
        }
      }
    }

    private void touch(String cinema) {
      lastFeed.merge(cinema, now.at(), ListingsModel::later);
    }
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private record Start(Instant instant, int offset, boolean clockChange) {}

  private @Nullable ZoneId zone(String cinema) {
    Stored<ModelFeed.Cinema> stored = cinemas.get(cinema);
    return stored == null || stored.line().zone() == null ? null : ZoneId.of(stored.line().zone());
  }

  private static int offset(Instant instant, ZoneId zone) {
    return zone.getRules().getOffset(instant).getTotalSeconds() / 60;
  }

  private @Nullable Start start(ModelFeed.Showtime show) {
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
  private Instant heldStart(ModelFeed.Showtime show) {
    Start start = start(show);
    return start == null
        ? LocalDateTime.parse(show.startsAt()).toInstant(ZoneOffset.UTC)
        : start.instant();
  }

  private static String fold(@Nullable String name) {
    return Folding.fold(Objects.requireNonNull(name));
  }

  /// Every record in writing.
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
