package org.marquee.v1;

import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.UnknownCentre;
import org.marquee.page.MemoryPages;
import org.marquee.page.PageSource;
import org.marquee.page.Pages;
import org.marquee.v1.declaration.Question;

/// Where answers come from: memory, and the database for showtimes and programmes of days before
/// those in memory. While memory is empty there is no answer at all.
///
/// @param stored may block
/// @param clock the time, for answers that depend on it
record MemoryFirst(MemoryPages memory, PageSource stored, InstantSource clock) {
  /// Whether a question is about days that only the database has.
  boolean isStored(Question.OfPages question) {
    return memory.isFilled()
        && switch (question) {
          case Question.Showtimes(var query, _) -> !memory.holds(query.window());
          case Question.Programmes(var query, var place) ->
              !memory.holds(query, place.after(), clock.instant());
          default -> false;
        };
  }

  /// A question for the database, which knows no places: with the position of the place in its
  /// stead.
  ///
  /// @throws UnknownCentre if no place has the id
  Question.OfPages located(Question.OfPages question) {
    return question instanceof Question.Programmes(ProgrammeQuery query, Question.PagePlace place)
            && query.place() instanceof ProgrammeQuery.Place.Near(CinemaQuery.Around around)
            && around.centre() instanceof CinemaQuery.Centre.PlaceId centre
        ? new Question.Programmes(
            query.at(
                new CinemaQuery.Around(
                    memory.inOneState(pages -> pages.point(centre)), around.radiusKm())),
            place)
        : question;
  }

  /// Asks memory. It never blocks.
  ///
  /// @param reading finds the answer; empty where there is no such record
  /// @throws ListingsUnavailable if memory is empty, or lacks what may have been stored since
  /// @throws UnknownCentre if nothing is known of what was to be the centre
  <T> Optional<T> fromMemory(Function<Pages, Optional<T>> reading) {
    try {
      Optional<T> found = memory.inOneState(reading);
      if (found.isPresent() || memory.isCurrent()) {
        return found;
      }
    } catch (UnknownCentre e) {
      if (memory.isCurrent()) {
        throw e;
      }
    }
    throw new ListingsUnavailable(
        "what is not in memory may have been stored since it was compared with the database", null);
  }
}
