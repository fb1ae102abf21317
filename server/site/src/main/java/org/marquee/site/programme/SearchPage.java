package org.marquee.site.programme;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Bounds;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Folding;
import org.marquee.site.common.InterfaceRequest;
import org.marquee.site.common.SitePage;
import org.marquee.site.common.Visit;
import org.marquee.site.programme.AnswerReader.ListPage;

/// `/search`: films by their titles, cinemas by name, town and postcode, and towns.
public final class SearchPage implements SitePage {
  private static final int MOST = 20;
  private static final Bounds SEARCHED = new Bounds(2, 240);

  private final Published published;
  private final Directory directory;

  public SearchPage(Published published, Directory directory) {
    this.published = published;
    this.directory = directory;
  }

  /// What the page shows.
  ///
  /// @param near the address of what is on around the place that was asked for
  /// @param madeOf null where nothing was searched for
  public record View(
      String q,
      List<Film> films,
      List<Cinema> cinemas,
      Optional<String> near,
      String place,
      @Nullable MadeOf madeOf) {
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
    InterfaceRequest request = InterfaceRequest.cinemas().with("search", text).with("limit", MOST);
    ListPage<Cinema> cinemas = searched ? published.cinemas(request) : ListPage.empty();
    View view =
        new View(
            text,
            searched ? published.searchFilms(text, MOST) : List.of(),
            cinemas.records(),
            place.map(each -> visit.link("/near", each.parameters().toArray())),
            place.map(NearPlace::name).orElse(""),
            searched
                ? MadeOf.of(request, cinemas.first()).with("CSV", request.target(".csv"))
                : null);
    return new Outcome.Shown((out, plain) -> JtesearchGenerated.render(out, plain, visit, view));
  }
}
