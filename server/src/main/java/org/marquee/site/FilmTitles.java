package org.marquee.site;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Film;
import org.marquee.listing.Folding;
import org.marquee.listing.Page;
import org.marquee.listing.Revision;
import org.marquee.site.AnswerReader.ListPage;

/// All films with their titles, read once for each state of the data. Safe for many threads.
final class FilmTitles {
  private final Published published;
  private volatile @Nullable Content kept;

  FilmTitles(Published published) {
    this.published = published;
  }

  private record Titled(String folded, Film film) {}

  private record Content(Revision revision, List<Titled> films) {}

  private record Match(int rank, Film film) {}

  /// All films by title.
  List<Film> all() {
    return content().films().stream().map(Titled::film).toList();
  }

  /// The films that fit a text, the best first.
  List<Film> find(String text, int most) {
    String wanted = Folding.fold(text);
    if (wanted.isEmpty()) {
      return List.of();
    }
    List<Match> matches = new ArrayList<>();
    for (Titled each : content().films()) {
      int rank = rank(each.folded(), wanted);
      if (rank >= 0) {
        matches.add(new Match(rank, each.film()));
      }
    }
    matches.sort(Comparator.comparingInt(Match::rank)); // equal ones stay in the order of titles
    return matches.stream().limit(most).map(Match::film).toList();
  }

  /// How well a title fits, 0 is best; negative if it does not.
  private static int rank(String title, String wanted) {
    if (title.equals(wanted)) {
      return 0;
    }
    if (title.startsWith(wanted)) {
      return 1;
    }
    return title.contains(wanted) ? 2 : -1;
  }

  private Content content() {
    Content known = kept;
    return known != null && known.revision().equals(published.revision()) ? known : read();
  }

  private synchronized Content read() {
    Revision revision = published.revision();
    List<Titled> films = new ArrayList<>();
    InterfaceRequest request = InterfaceRequest.films().with("limit", Page.LIMIT.most());
    String next = null;
    do {
      ListPage<Film> page = published.films(request.with("cursor", next));
      page.records().forEach(film -> films.add(new Titled(Folding.fold(film.title()), film)));
      next = page.next();
    } while (next != null);
    Content read = new Content(revision, List.copyOf(films));
    kept = read;
    return read;
  }
}
