package org.marquee.site.programme;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.marquee.listing.Film;
import org.marquee.listing.ShowingCounts.FilmCount;
import org.marquee.listing.Window;
import org.marquee.site.frame.Head;
import org.marquee.site.frame.SitePage;
import org.marquee.site.frame.Visit;

/// `/films`: all films with a showing ahead, by title.
public final class FilmsPage implements SitePage {
  private static final int FILMS = 300;
  private static final int MOST_PAGES = 1000;

  private final Published published;

  public FilmsPage(Published published) {
    this.published = published;
  }

  /// What the page shows.
  ///
  /// @param count how many there are in all
  /// @param more the address of the next films; empty where there are none
  public record FilmsView(int count, List<Film.Titles> films, String more, Head head) {}

  @Override
  public Outcome show(Visit visit) {
    int page = visit.number("page", 1, MOST_PAGES).map(Double::intValue).orElse(1);
    Set<String> shown =
        published
            .counts()
            .mostShown(visit.now(), visit.now().plus(Window.LONGEST), Integer.MAX_VALUE)
            .stream()
            .map(FilmCount::filmId)
            .collect(Collectors.toSet());
    List<Film.Titles> films =
        published.titles().stream().filter(each -> shown.contains(each.id())).toList();
    int from = Math.min(films.size(), (page - 1) * FILMS);
    int until = Math.min(films.size(), from + FILMS);
    FilmsView view =
        new FilmsView(
            films.size(),
            films.subList(from, until),
            until == films.size() ? "" : visit.link("/films", "page", page + 1),
            Head.of(
                visit.link("/films", "page", page == 1 ? "" : page),
                visit.text("head.films", films.size())));
    return new Outcome.Shown((out, plain) -> JtefilmsGenerated.render(out, plain, visit, view));
  }
}
