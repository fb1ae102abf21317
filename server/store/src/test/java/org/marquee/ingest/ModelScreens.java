package org.marquee.ingest;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import org.marquee.ingest.ListingsModel.Hall;
import org.marquee.ingest.ListingsModel.Held;
import org.marquee.ingest.ListingsModel.Seen;
import org.marquee.ingest.ListingsModel.Show;
import org.marquee.listing.Kind;

/// The screens of a [ModelImport]: those of its inventory, and those that its showtimes mention.
@NullMarked
final class ModelScreens {
  private final ModelImport feed;
  private final ListingsModel state;

  /// Those that this feed lists or mentions.
  private final Set<Hall> mentioned = new HashSet<>();

  ModelScreens(ModelImport feed, ListingsModel state) {
    this.feed = feed;
    this.state = state;
  }

  Set<Hall> takeInventory(List<ModelFeed.Name> names) {
    Map<ModelFeed.Name, ModelFeed.Screen> all = new LinkedHashMap<>();
    for (ModelFeed.Name name : names) {
      Held earlier = feed.again.get(name);
      all.put(
          name,
          (ModelFeed.Screen)
              Objects.requireNonNull(earlier == null ? feed.lines.get(name) : earlier.line()));
    }
    Map<ModelFeed.Name, Hall> meant = new HashMap<>();
    all.forEach((name, line) -> {
      Hall hall = state.findHall(line.cinema(), each -> each.externalId.equals(line.externalId()));
      if (hall == null
          && all.values().stream()
              .noneMatch(other ->
                  other.cinema().equals(line.cinema())
                      && (other.externalId().equals(ListingsModel.fold(line.title()))
                          || (ListingsModel.fold(other.title())
                                  .equals(ListingsModel.fold(line.title()))
                              && other.externalId().compareTo(line.externalId()) < 0)))) {
        hall =
            state.findHall(
                line.cinema(),
                each ->
                    !each.inventory && each.externalId.equals(ListingsModel.fold(line.title())));
      }
      if (hall != null) {
        meant.put(name, hall);
      }
    });
    Set<Hall> inventoried = new HashSet<>();
    all.forEach((name, line) -> {
      Held earlier = feed.again.get(name);
      Hall hall = meant.get(name);
      boolean changed = true;
      if (hall == null) {
        hall = state.addHall(line.cinema(), line.externalId(), line.title(), feed.now);
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
      hall.seen = earlier == null ? feed.now : earlier.seen();
      inventoried.add(hall);
      if (earlier == null) {
        mentioned.add(hall);
        feed.fate(
            Kind.SCREEN, meant.get(name) == null ? "added" : changed ? "changed" : "unchanged");
      }
    });
    return inventoried;
  }

  /// Which screen each showtime is on, where one is known.
  Map<ModelFeed.Name, Hall> see(Set<ModelFeed.Name> names) {
    Map<ModelFeed.Name, Hall> on = new HashMap<>();
    Map<Hall, TreeSet<String>> called = new LinkedHashMap<>();
    Map<Hall, TreeSet<String>> calledBefore = new LinkedHashMap<>();
    Map<Hall, List<Seen>> sightings = new LinkedHashMap<>();
    Set<Hall> fresh = new HashSet<>();
    // Named screens before those with an id only, and those of this feed before older ones.
    List<ModelFeed.Name> order = new ArrayList<>(names);
    order.sort(
        Comparator.comparing((ModelFeed.Name name) -> feed.show(name).screenName() == null)
            .thenComparing(feed.again::containsKey));
    for (ModelFeed.Name name : order) {
      ModelFeed.Showtime show = feed.show(name);
      String key = show.screen();
      Hall hall = null;
      if (key == null && show.screenName() == null) {
        continue;
      }
      if (key == null) {
        String folded = ListingsModel.fold(show.screenName());
        key = folded;
        hall =
            state.findHall(
                show.cinema(),
                each -> each.inventory && ListingsModel.fold(each.name).equals(folded));
      }
      String sought = key;
      if (hall == null) {
        hall = state.findHall(show.cinema(), each -> each.externalId.equals(sought));
      }
      if (hall == null && show.screen() == null) {
        hall = state.findHall(show.cinema(), each -> each.born.equals(sought));
      }
      Held earlier = feed.again.get(name);
      if (hall == null && show.screenName() != null) {
        hall =
            state.addHall(
                show.cinema(), key, show.screenName(), earlier == null ? feed.now : earlier.seen());
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
        each.getValue().seen = feed.now;
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

  void joinDoubles(Set<Hall> inventoried) {
    for (Hall twin : List.copyOf(state.halls)) {
      if (twin.inventory) {
        continue;
      }
      inventoried.stream()
          .filter(hall ->
              hall.cinema.equals(twin.cinema)
                  && ListingsModel.fold(hall.name).equals(twin.externalId))
          .min(Comparator.comparing(hall -> hall.externalId))
          .ifPresent(kept -> {
            state.halls.remove(twin);
            state.shows.replaceAll((_, show) ->
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
}
