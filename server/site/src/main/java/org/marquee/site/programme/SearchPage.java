package org.marquee.site.programme;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Bounds;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Folding;
import org.marquee.site.frame.InterfaceRequest;
import org.marquee.site.frame.SitePage;
import org.marquee.site.frame.Visit;
import org.marquee.site.programme.AnswerReader.ListPage;
import org.marquee.site.programme.NearPage.Tap;

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
  /// @param near links to what is on around the place that was asked for, or around those that it
  ///   may be
  /// @param madeOf null where nothing was searched for
  public record SearchView(
      String q, List<Film> films, List<Cinema> cinemas, List<Tap> near, @Nullable MadeOf madeOf) {
    /// Whether nothing was found.
    public boolean isEmpty() {
      return films.isEmpty() && cinemas.isEmpty() && near.isEmpty();
    }
  }

  @Override
  public Outcome show(Visit visit) {
    String text = visit.parameter("q").orElse("");
    boolean searched = SEARCHED.containsLengthOf(text) && !Folding.fold(text).isEmpty();
    InterfaceRequest request = InterfaceRequest.cinemas().with("search", text).with("limit", MOST);
    ListPage<Cinema> cinemas = searched ? published.cinemas(request) : ListPage.empty();
    InterfaceRequest titles = InterfaceRequest.films().with("search", text).with("limit", MOST);
    List<Film> films = searched ? published.films(titles).records() : List.of();
    PlaceSearch search = new PlaceSearch(text, directory);
    MeantPlace named = searched ? search.named() : MeantPlace.Several.NONE;
    // A spelling is guessed only where nothing has the words as they are.
    boolean guesses = searched && films.isEmpty() && cinemas.records().isEmpty();
    MeantPlace places = guesses && named.equals(MeantPlace.Several.NONE) ? search.spelled() : named;
    SearchView view =
        new SearchView(
            text,
            films,
            cinemas.records(),
            Stream.concat(places.only().stream(), places.choices().stream())
                .map(each ->
                    new Tap(
                        visit.text("near.place", each.name()),
                        visit.link("/near", each.parameters().toArray()),
                        false))
                .toList(),
            searched
                ? MadeOf.of(request, cinemas.first()).with("CSV", request.target(".csv"))
                : null);
    return new Outcome.Shown((out, plain) -> JtesearchGenerated.render(out, plain, visit, view));
  }
}
