package org.marquee.site;

import java.util.List;
import java.util.Optional;
import org.marquee.listing.Bounds;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Folding;

/// `/search`: films by their titles, cinemas by name, town and postcode, and towns.
final class SearchPage implements SitePage {
  private static final int MOST = 20;
  private static final Bounds SEARCHED = new Bounds(2, 240);

  private final Published published;
  private final Directory directory;

  SearchPage(Published published, Directory directory) {
    this.published = published;
    this.directory = directory;
  }

  /// What the page shows.
  ///
  /// @param near the address of what is on around the place that was asked for
  public record View(
      String q, List<Film> films, List<Cinema> cinemas, Optional<String> near, String place) {
    /// Whether nothing was found.
    public boolean isEmpty() {
      return films.isEmpty() && cinemas.isEmpty() && near.isEmpty();
    }
  }

  @Override
  public Outcome show(Visit visit) {
    String text = visit.parameter("q").orElse("");
    boolean searched = SEARCHED.containsLengthOf(text) && !Folding.fold(text).isEmpty();
    Optional<NearPlace> place = searched ? NearPlace.of(visit, directory) : Optional.empty();
    View view =
        new View(
            text,
            searched ? published.searchFilms(text, MOST) : List.of(),
            searched
                ? published
                    .cinemas(InterfaceRequest.cinemas().with("search", text).with("limit", MOST))
                    .records()
                : List.of(),
            place.map(each -> visit.link("/near", each.parameters().toArray())),
            place.map(NearPlace::name).orElse(""));
    return new Outcome.Shown((out, plain) -> JtesearchGenerated.render(out, plain, visit, view));
  }
}
