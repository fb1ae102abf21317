package org.marquee.ingest;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.NullMarked;
import org.marquee.ingest.ListingsModel.After;
import org.marquee.ingest.ListingsModel.Hall;
import org.marquee.ingest.ListingsModel.Held;
import org.marquee.ingest.ListingsModel.Seen;
import org.marquee.ingest.ListingsModel.Show;
import org.marquee.ingest.ListingsModel.Start;
import org.marquee.ingest.ListingsModel.Stored;
import org.marquee.listing.Kind;

/// One feed on its way into a [ListingsModel].
@NullMarked
final class ModelImport {
  private static final int TOO_FEW_TO_TELL = 20;

  private final ListingsModel state;
  private final ModelFeed feed;
  private final ListingsModel before;
  final Seen now;
  private final boolean whole;
  private final Map<String, Long> fates = new TreeMap<>();

  /// The last sound line of each record, and what is tried again.
  final Map<ModelFeed.Name, ModelFeed.Line> lines = new LinkedHashMap<>();

  final Map<ModelFeed.Name, Held> again = new LinkedHashMap<>();
  private final Set<ModelFeed.Name> listed = new HashSet<>();
  private final Set<ModelFeed.Name> accepted = new HashSet<>();
  private final ModelScreens screens;
  private final ModelWithdrawals withdrawals;
  private final ModelFeedOrder order;
  private long clockChanges;

  /// @param state a copy of `before`, which becomes the listings after the feed
  ModelImport(ModelFeed feed, ListingsModel state, ListingsModel before) {
    this.state = state;
    this.feed = feed;
    this.screens = new ModelScreens(this, state);
    this.before = before;
    this.now = new Seen(feed.observedAt(), feed.sourceUpdatedAt());
    this.order = new ModelFeedOrder(state, feed);
    this.withdrawals = new ModelWithdrawals(state, feed.observedAt());
    this.whole = feed.full() && feed.covers() == null;
  }

  void fate(Kind kind, String fate) {
    fates.merge(kind + " " + fate, 1L, Long::sum);
  }

  private After refused(String code) {
    return new After(before, code, Map.of(), 0);
  }

  After take() {
    if (order.isOlder()) {
      return refused("FEED_OLDER");
    }
    layOut();
    bringBack();
    takeChains();
    takeCinemas();
    takeFilms();
    List<ModelFeed.Name> sound = holdScreens();
    Map<ModelFeed.Name, Start> starts = holdShowtimes();
    Set<Hall> inventoried = screens.takeInventory(sound);
    Map<ModelFeed.Name, Hall> on = screens.see(starts.keySet());
    List<String> unlisted =
        state.shows.values().stream()
            .filter(show ->
                feed.covers(show.line().cinema())
                    && feed.covers(show.start())
                    && !listed.contains(show.line().name())
                    && !starts.containsKey(show.line().name()))
            .map(show -> show.line().externalId())
            .toList();
    long within =
        state.shows.values().stream()
            .filter(show -> feed.covers(show.line().cinema()) && feed.covers(show.start()))
            .count();
    if (!feed.shrinkAccepted() && within >= TOO_FEW_TO_TELL && unlisted.size() * 2L > within) {
      return refused("FEED_SHRUNK");
    }
    takeShowtimes(starts, on);
    screens.joinDoubles(inventoried);
    unlisted.forEach(state.shows::remove);
    fates.merge("SHOWTIME unlisted", (long) unlisted.size(), Long::sum);
    withdrawNamed();
    if (whole) {
      fates.put("OTHER unlisted", withdrawals.removeUnreferred(this::isUnlisted));
    }
    order.remember(lines.values(), accepted);
    long read = feed.lines().size();
    long refusedLines =
        fates.entrySet().stream()
            .filter(each -> each.getKey().endsWith(" refused"))
            .mapToLong(Map.Entry::getValue)
            .sum();
    if (read > 0 && refusedLines == read) {
      return refused("NOTHING_ACCEPTED");
    }
    return new After(state, null, fates, clockChanges);
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
      state
          .held
          .entrySet()
          .removeIf(each ->
              each.getValue().line() instanceof ModelFeed.Showtime show
                  && !listed.contains(each.getKey())
                  && feed.covers(show.cinema())
                  && feed.covers(before.heldStart(show)));
      if (whole) {
        state
            .held
            .keySet()
            .removeIf(name ->
                name.kind() != Kind.SHOWTIME
                    && !listed.contains(name)
                    && state.held.values().stream()
                        .noneMatch(other ->
                            other.line() instanceof ModelFeed.Showtime show
                                && (name.kind() == Kind.FILM
                                    ? show.film().equals(name.externalId())
                                    : name.kind() == Kind.CINEMA
                                        && show.cinema().equals(name.externalId()))));
      }
    }
    for (ModelFeed.Name name : List.copyOf(state.held.keySet())) {
      if (lines.containsKey(name)) {
        if (!(lines.get(name) instanceof ModelFeed.Withdrawn)) {
          state.held.remove(name);
        }
      } else if (!listed.contains(name)) {
        again.put(name, Objects.requireNonNull(state.held.remove(name)));
      }
    }
  }

  private <L extends ModelFeed.Line> List<L> each(Class<L> type) {
    return lines.values().stream().filter(type::isInstance).map(type::cast).toList();
  }

  private void hold(ModelFeed.Line line, Seen seen, boolean ofThisFeed) {
    state.held.put(Objects.requireNonNull(line.name()), new Held(line, seen));
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
    each(ModelFeed.Chain.class).forEach(line -> put(state.chains, line));
  }

  private void takeCinemas() {
    again.forEach((name, waiting) -> {
      if (waiting.line() instanceof ModelFeed.Cinema cinema
          && (cinema.chain() == null || state.chains.containsKey(cinema.chain()))) {
        hold(cinema, waiting.seen(), false);
      }
    });
    for (ModelFeed.Cinema line : each(ModelFeed.Cinema.class)) {
      if (line.chain() != null && !state.chains.containsKey(line.chain())) {
        fate(Kind.CINEMA, "refused");
      } else if (line.postcode() == null) {
        hold(line, now, true);
      } else {
        put(state.cinemas, line);
      }
    }
    for (Map.Entry<String, Show> each : state.shows.entrySet()) {
      Show show = each.getValue();
      ZoneId old = before.zone(show.line().cinema());
      ZoneId zone = state.zone(show.line().cinema());
      if (zone != null && !zone.equals(old)) {
        each.setValue(
            new Show(
                show.line(),
                show.start(),
                ListingsModel.offset(show.start(), zone),
                show.hall(),
                show.hallName(),
                show.seen()));
      }
    }
  }

  private void takeFilms() {
    again.forEach((name, waiting) -> {
      if (name.kind() == Kind.FILM) {
        hold(waiting.line(), waiting.seen(), false);
      }
    });
    for (ModelFeed.Film line : each(ModelFeed.Film.class)) {
      if (line.title() == null) {
        hold(line, now, true);
      } else {
        put(state.films, line);
      }
    }
  }

  private boolean isKnown(Kind kind, String externalId) {
    return (kind == Kind.FILM ? state.films : state.cinemas).containsKey(externalId);
  }

  private boolean isHeld(Kind kind, String externalId) {
    return state.held.containsKey(new ModelFeed.Name(kind, externalId, ""));
  }

  private List<ModelFeed.Name> holdScreens() {
    List<ModelFeed.Name> sound = new ArrayList<>();
    Map<ModelFeed.Name, ModelFeed.Line> all = new LinkedHashMap<>();
    again.forEach((name, waiting) -> all.put(name, waiting.line()));
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
    again.forEach((name, waiting) -> all.put(name, waiting.line()));
    all.putAll(lines);
    all.forEach((name, line) -> {
      if (line instanceof ModelFeed.Showtime show) {
        Held earlier = again.get(name);
        boolean film = isKnown(Kind.FILM, show.film());
        boolean cinema = isKnown(Kind.CINEMA, show.cinema());
        Start start = state.start(show);
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

  ModelFeed.Showtime show(ModelFeed.Name name) {
    Held earlier = again.get(name);
    return (ModelFeed.Showtime)
        Objects.requireNonNull(earlier == null ? lines.get(name) : earlier.line());
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
      Show old = state.shows.put(line.externalId(), next);
      if (earlier == null) {
        fate(Kind.SHOWTIME, old == null ? "added" : old.says(next) ? "unchanged" : "changed");
      }
    });
  }

  private void withdrawNamed() {
    for (Kind kind : List.of(Kind.SHOWTIME, Kind.SCREEN, Kind.FILM, Kind.CINEMA, Kind.CHAIN)) {
      for (ModelFeed.Withdrawn line : each(ModelFeed.Withdrawn.class)) {
        if (line.name().kind() == kind) {
          boolean done = withdrawals.withdraw(line.name());
          fate(kind, done ? "withdrawn" : "refused");
        }
      }
    }
  }

  private boolean isUnlisted(Stored<? extends ModelFeed.Line> stored) {
    return !listed.contains(Objects.requireNonNull(stored.line().name()))
        && !stored.seen().at().isAfter(now.at());
  }
}
