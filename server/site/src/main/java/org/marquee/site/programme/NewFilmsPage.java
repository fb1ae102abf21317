package org.marquee.site.programme;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.marquee.listing.Film;
import org.marquee.listing.Overview;
import org.marquee.listing.Overview.NewFilm;
import org.marquee.site.frame.Head;
import org.marquee.site.frame.InterfaceRequest;
import org.marquee.site.frame.SitePage;
import org.marquee.site.frame.Visit;

/// `/new`: the films that were first listed since a day, the newest first.
public final class NewFilmsPage implements SitePage {
  private static final int USUAL_DAYS = 7;

  /// Changes are kept for about as long.
  private static final int MOST_DAYS = 30;

  private static final int FILMS = 36;

  private final Published published;
  private final Overview overview;

  public NewFilmsPage(Published published, Overview overview) {
    this.published = published;
    this.overview = overview;
  }

  /// A film and when it was first listed.
  public record Listed(Film film, Instant at, LocalDate day) {}

  /// What the page shows.
  ///
  /// @param feed the address of the same as an Atom feed
  public record NewFilmsView(
      LocalDate since, List<Listed> films, String feed, Head head, MadeOf madeOf) {}

  @Override
  public Outcome show(Visit visit) {
    NewFilmsView view = view(visit);
    return new Outcome.Shown((out, plain) -> JtenewfilmsGenerated.render(out, plain, visit, view));
  }

  NewFilmsView view(Visit visit) {
    LocalDate today = LocalDate.ofInstant(visit.now(), ZoneOffset.UTC);
    LocalDate earliest = today.minusDays(MOST_DAYS);
    LocalDate since =
        visit
            .day("since")
            .map(each -> each.isBefore(earliest) ? earliest : each)
            .orElse(today.minusDays(USUAL_DAYS));
    List<Listed> films = new ArrayList<>();
    for (NewFilm each :
        overview.listedSince(since.atStartOfDay(ZoneOffset.UTC).toInstant(), FILMS)) {
      published
          .film(each.filmId())
          .ifPresent(film ->
              films.add(
                  new Listed(
                      film,
                      each.listedAt(),
                      LocalDate.ofInstant(each.listedAt(), ZoneOffset.UTC))));
    }
    InterfaceRequest all = InterfaceRequest.films();
    MadeOf madeOf =
        MadeOf.of(all, published.films(all.with("limit", 1)).first())
            .with("CSV", all.target(".csv"));
    return new NewFilmsView(
        since,
        List.copyOf(films),
        visit.link("/new.atom", "since", since),
        Head.of(visit.link("/new"), visit.text("head.new")),
        madeOf);
  }
}
