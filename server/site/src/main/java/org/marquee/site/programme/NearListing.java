package org.marquee.site.programme;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.FilmEntry;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.site.frame.InterfaceRequest;

/// A page of what is on around a place.
///
/// @param films by film; else empty
/// @param cinemas by film all of the place, with those of the films that they show
/// @param example the first record of the answer, shortened; null where there is none
/// @param next the cursor of what comes after; null where nothing does
/// @param mayShowMore whether the cinemas may show films that are not on the page
record NearListing(
    InterfaceRequest request,
    List<NearFilm> films,
    List<ProgrammeEntry> cinemas,
    @Nullable String example,
    @Nullable String next,
    boolean mayShowMore) {
  private static final int CINEMAS = 5;
  private static final int FILMS = 20;

  static NearListing of(NearChoice choice, Published published) {
    InterfaceRequest request = choice.days(choice.anyDay(), NearChoice.radius(choice.visit()));
    String cursor = choice.visit().parameter("cursor").orElse(null);
    if (choice.isByFilm()) {
      request = request.with("by", "film").with("limit", FILMS);
      Published.Kept<FilmEntry> page = published.keptFilms(request, cursor, FILMS, choice.filter());
      boolean mayShowMore = cursor != null || page.next() != null;
      return new NearListing(
          request,
          NearFilm.of(page.entries(), choice),
          NearFilm.cinemas(page.beside(), page.entries()).stream()
              .filter(each -> mayShowMore || choice.filter().leaves(each))
              .toList(),
          page.first().first(),
          page.next(),
          mayShowMore);
    }
    request = request.with("limit", CINEMAS);
    Published.Kept<ProgrammeEntry> page = published.kept(request, cursor, CINEMAS, choice.filter());
    return new NearListing(
        request, List.of(), page.entries(), page.first().first(), page.next(), false);
  }
}
