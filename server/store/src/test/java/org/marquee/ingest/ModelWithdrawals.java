package org.marquee.ingest;

import java.time.Instant;
import java.util.function.Predicate;
import org.jspecify.annotations.NullMarked;
import org.marquee.ingest.ListingsModel.Hall;
import org.marquee.ingest.ListingsModel.Show;
import org.marquee.ingest.ListingsModel.Stored;

/// The withdrawals of a feed in the model, and the records that go with them.
///
/// @param at when the feed was taken
@NullMarked
record ModelWithdrawals(ListingsModel state, Instant at) {
  /// Withdraws a record and what belongs to it.
  ///
  /// @return false if it is unknown, or other records refer to it
  boolean withdraw(ModelFeed.Name name) {
    String id = name.externalId();
    boolean known = state.held.containsKey(name);
    switch (name.kind()) {
      case SHOWTIME -> {
        Show show = state.shows.remove(id);
        if (show != null) {
          state.lastFeed.merge(show.line().cinema(), at, ListingsModel::later);
        }
        known |= show != null;
      }
      case SCREEN -> {
        Hall hall = state.findHall(name.cinema(), each -> each.externalId.equals(id));
        if (hall != null && state.shows.values().stream().anyMatch(show -> show.hall() == hall)) {
          return false;
        }
        known |= hall != null;
        if (hall != null) {
          state.halls.remove(hall);
        }
        if (known) {
          state.lastFeed.merge(name.cinema(), at, ListingsModel::later);
        }
      }
      case FILM -> {
        if (state.refersToFilm(id)) {
          return false;
        }
        known |= state.films.remove(id) != null;
      }
      case CINEMA -> {
        if (state.shows.values().stream().anyMatch(show -> show.line().cinema().equals(id))
            || state.held.values().stream()
                .anyMatch(each ->
                    each.line() instanceof ModelFeed.Showtime show && show.cinema().equals(id))) {
          return false;
        }
        if (state.cinemas.remove(id) != null) {
          known = true;
          state.halls.removeIf(hall -> hall.cinema.equals(id));
        }
        if (known) {
          state.lastFeed.merge(id, at, ListingsModel::later);
        }
      }
      case CHAIN -> {
        if (state.refersToChain(id)) {
          return false;
        }
        known |= state.chains.remove(id) != null;
      }
    }
    state.held.remove(name);
    return known;
  }

  /// Removes the records that are unlisted and that no other record refers to.
  ///
  /// @return how many
  long removeUnreferred(Predicate<Stored<? extends ModelFeed.Line>> unlisted) {
    long all =
        (long) state.films.size() + state.cinemas.size() + state.halls.size() + state.chains.size();
    state
        .films
        .values()
        .removeIf(each -> unlisted.test(each) && !state.refersToFilm(each.line().externalId()));
    state
        .cinemas
        .values()
        .removeIf(each -> unlisted.test(each) && !state.refersToCinema(each.line().externalId()));
    state.halls.removeIf(hall -> !state.cinemas.containsKey(hall.cinema));
    state
        .chains
        .values()
        .removeIf(each -> unlisted.test(each) && !state.refersToChain(each.line().externalId()));
    return all
        - state.films.size()
        - state.cinemas.size()
        - state.halls.size()
        - state.chains.size();
  }
}
