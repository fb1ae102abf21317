package org.marquee.v1;

import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.UnknownPostcode;
import org.marquee.page.MemoryPages;
import org.marquee.page.PageSource;
import org.marquee.page.Pages;
import org.marquee.v1.declaration.Question;

/// Where answers come from: memory, and the database for what memory does not hold.
///
/// @param memory it may stay empty
/// @param stored everything; may block
/// @param clock the time, for answers that depend on it
record MemoryFirst(MemoryPages memory, PageSource stored, InstantSource clock) {
  /// What was found.
  sealed interface Look<T> {
    /// The answer.
    record InMemory<T>(T answer) implements Look<T> {}

    /// There is no such record.
    record Missing<T>() implements Look<T> {}

    /// No geocoded cinema has the postcode that was to be the centre.
    record NoCentre<T>() implements Look<T> {}
  }

  /// The newest state at hand.
  PageSource newest() {
    return memory.isFilled() ? memory : stored;
  }

  /// Whether memory holds all that a question needs.
  boolean holds(Question.OfPages question) {
    return memory.isFilled()
        && switch (question) {
          case Question.Showtimes(var query, _) -> memory.holds(query.window());
          case Question.Programmes(var query, var place) ->
              memory.holds(query, place.after(), clock.instant());
          default -> true;
        };
  }

  /// Asks memory. Empty where what it says cannot be relied on: what is missing there may have been
  /// stored since, and the snapshot may have been dropped meanwhile.
  ///
  /// @param reading finds the answer; empty where there is no such record
  <T> Optional<Look<T>> fromMemory(Function<Pages, Optional<T>> reading) {
    try {
      Look<T> look = look(memory, reading);
      return look instanceof Look.InMemory || memory.isCurrent()
          ? Optional.of(look)
          : Optional.empty();
    } catch (ListingsUnavailable _) {
      return Optional.empty();
    }
  }

  /// Asks the database.
  ///
  /// @throws ListingsUnavailable if it cannot be reached
  <T> Look<T> fromDatabase(Function<Pages, Optional<T>> reading) {
    return look(stored, reading);
  }

  private static <T> Look<T> look(PageSource pages, Function<Pages, Optional<T>> reading) {
    try {
      return pages
          .inOneState(reading)
          .<Look<T>>map(Look.InMemory::new)
          .orElseGet(Look.Missing::new);
    } catch (UnknownPostcode _) {
      return new Look.NoCentre<>();
    }
  }
}
