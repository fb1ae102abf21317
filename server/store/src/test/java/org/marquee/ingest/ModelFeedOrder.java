package org.marquee.ingest;

import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.NullMarked;
import org.marquee.ingest.ListingsModel.Show;

/// The order of feeds in a [ListingsModel]: which feed is older than one before it.
@NullMarked
record ModelFeedOrder(ListingsModel state, ModelFeed feed) {
  boolean isOlder() {
    Set<String> cinemas = new HashSet<>();
    for (ModelFeed.Line line : feed.lines()) {
      switch (line) {
        case ModelFeed.Showtime show -> cinemas.add(show.cinema());
        case ModelFeed.Screen screen -> cinemas.add(screen.cinema());
        case ModelFeed.Cinema cinema -> cinemas.add(cinema.externalId());
        case ModelFeed.Withdrawn(ModelFeed.Name name) when feed.full() -> {}
        case ModelFeed.Withdrawn(ModelFeed.Name name) -> {
          switch (name.kind()) {
            case SHOWTIME -> {
              Show show = state.shows.get(name.externalId());
              cinemas.add(show == null ? "some cinema" : show.line().cinema());
            }
            case SCREEN -> cinemas.add(name.cinema());
            case CINEMA -> cinemas.add(name.externalId());
            case FILM, CHAIN -> {}
          }
        }
        case ModelFeed.Chain _, ModelFeed.Film _, ModelFeed.Broken _ -> {}
      }
    }
    boolean all = feed.full() && (feed.covers() == null || feed.covers().cinemas() == null);
    if (feed.full() && feed.covers() != null && feed.covers().cinemas() != null) {
      cinemas.addAll(feed.covers().cinemas());
    }
    Predicate<Instant> newer = last -> feed.observedAt().isBefore(last);
    return (state.lastOfAll != null && (all || !cinemas.isEmpty()) && newer.test(state.lastOfAll))
        || state.lastFeed.entrySet().stream()
            .anyMatch(
                each -> (all || cinemas.contains(each.getKey())) && newer.test(each.getValue()));
  }

  /// Notes when the feed was taken, for the cinemas that it lists.
  void remember(Collection<ModelFeed.Line> lines, Set<ModelFeed.Name> accepted) {
    for (ModelFeed.Line line : lines) {
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
        state.lastOfAll =
            state.lastOfAll == null
                ? feed.observedAt()
                : ListingsModel.later(state.lastOfAll, feed.observedAt());
      } else {
        state.cinemas.keySet().stream().filter(feed::covers).forEach(this::touch);
      }
      if (feed.covers() != null && feed.covers().cinemas() != null) {
        feed.covers().cinemas().forEach(this::touch);
      }
    }
  }

  private void touch(String cinema) {
    state.lastFeed.merge(cinema, feed.observedAt(), ListingsModel::later);
  }
}
