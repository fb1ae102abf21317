package org.marquee.site.programme;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.marquee.listing.Film;
import org.marquee.listing.ShowingCounts.FilmCount;
import org.marquee.site.frame.Head;
import org.marquee.site.frame.InterfaceRequest;
import org.marquee.site.frame.SitePage;
import org.marquee.site.frame.Visit;

/// `/`: a field for a place, postcode or title, towns by name, and what is on in the next day.
public final class HomePage implements SitePage {
  private static final Duration DAY = Duration.ofHours(24);
  private static final int FILMS = 12;
  private static final int TOWNS = 60;

  private final Published published;
  private final Directory directory;

  public HomePage(Published published, Directory directory) {
    this.published = published;
    this.directory = directory;
  }

  /// A film and how many showings it has within a day.
  public record OnToday(Film film, int showings) {}

  /// A town with the address of what is on there.
  public record TownLink(String name, long cinemas, String link) {}

  /// What the page shows.
  ///
  /// @param cinemas how many there are in all
  public record HomeView(
      List<OnToday> films, List<TownLink> towns, int cinemas, Head head, MadeOf madeOf) {}

  @Override
  public Outcome show(Visit visit) {
    List<TownLink> towns = new ArrayList<>();
    for (Directory.Town town : directory.towns()) {
      if (towns.size() < TOWNS) {
        towns.add(new TownLink(town.name(), town.cinemas(), visit.link("/near", "q", town.name())));
      }
    }
    towns.sort((one, other) -> one.name().compareToIgnoreCase(other.name()));
    InterfaceRequest cinemas = InterfaceRequest.cinemas();
    MadeOf madeOf =
        MadeOf.of(cinemas, published.cinemas(cinemas.with("limit", 1)).first())
            .with("CSV", cinemas.target(".csv"));
    int count = directory.cinemas().size();
    Head head = Head.of(visit.link("/"), visit.text("head.home", count));
    HomeView view = new HomeView(films(visit), List.copyOf(towns), count, head, madeOf);
    return new Outcome.Shown((out, plain) -> JtehomeGenerated.render(out, plain, visit, view));
  }

  private List<OnToday> films(Visit visit) {
    List<OnToday> films = new ArrayList<>();
    for (FilmCount each : published.counts().mostShown(visit.now(), visit.now().plus(DAY), FILMS)) {
      published
          .film(each.filmId())
          .ifPresent(film -> films.add(new OnToday(film, each.showtimes())));
    }
    return films;
  }
}
