package org.marquee.v1.declaration;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.Kind;
import org.marquee.listing.Position;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.ShowtimeQuery;

/// What an acceptable request asks (docs/api.md, "Operations").
public sealed interface Question {
  /// A place in a list.
  ///
  /// @param fingerprint of the list and its filters
  /// @param after where the page before ended; null for the first
  /// @param limit how many records the page has at most, within [Position#PAGE]
  /// @param details whether details are wanted beside the records
  record PagePlace(long fingerprint, @Nullable Position after, int limit, boolean details) {}

  /// A question that [org.marquee.page.Pages] answers.
  sealed interface OfPages extends Question {
    /// Whether details are wanted beside the records.
    boolean details();
  }

  /// A question that is answered with a file: a calendar, or a bulk file.
  sealed interface OfFiles extends Question {}

  /// A question for a page of a list.
  sealed interface OfList extends OfPages {
    PagePlace place();

    @Override
    default boolean details() {
      return place().details();
    }
  }

  record Showtimes(ShowtimeQuery query, PagePlace place) implements OfList {}

  record AttributeList(PagePlace place) implements OfList {}

  /// Films.
  ///
  /// @param search folded text to be found in a title; null for all films
  record Films(@Nullable String search, PagePlace place) implements OfList {}

  record Cinemas(CinemaQuery query, PagePlace place) implements OfList {}

  /// Places.
  ///
  /// @param search folded
  record Places(String search, PagePlace place) implements OfList {}

  record Screens(String cinemaId, PagePlace place) implements OfList {}

  record Chains(PagePlace place) implements OfList {}

  record Programmes(ProgrammeQuery query, PagePlace place) implements OfList {}

  /// All of a list in one answer.
  record Whole(OfList list) implements Question {}

  /// The calendar of a cinema.
  record CinemaCalendar(String id) implements OfFiles {}

  /// The calendar of a film.
  record FilmCalendar(String id) implements OfFiles {}

  /// The bulk files.
  record Bulk() implements OfFiles {}

  /// What one's own key is good for.
  record Usage() implements Question {}

  record OneFilm(String id, boolean details) implements OfPages {}

  record OneCinema(String id, boolean details) implements OfPages {}

  /// What became different.
  ///
  /// @param since null for what comes next
  /// @param limit changes a page has at most
  /// @param waitSeconds how long to wait where there are none
  /// @param details whether details are wanted beside the records, and their changes told
  record Changes(
      @Nullable ChangePosition since, Set<Kind> kinds, int limit, int waitSeconds, boolean details)
      implements Question {}
}
