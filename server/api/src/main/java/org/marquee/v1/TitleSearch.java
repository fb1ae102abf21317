package org.marquee.v1;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Film;
import org.marquee.listing.Folding;
import org.marquee.listing.Revision;
import org.marquee.page.PageSource;

/// Finds films by any of their titles, or a part of one. The interface has no such filter; this is
/// for callers within the program. The titles of all films are read once for each state of the
/// data, and kept.
public final class TitleSearch {
  private volatile @Nullable KnownTitles kept;

  TitleSearch() {}

  /// What was found.
  ///
  /// @param films the best first; equal ones in the order of the list of films
  /// @param matches how many there are in all
  public record Matches(List<Film.Titles> films, int matches) {}

  /// All films of one state of the data.
  private record KnownTitles(Revision revision, List<Titled> films) {}

  /// @param folded the titles, comparable
  private record Titled(Film.Titles film, List<String> folded) {
    static Titled of(Film.Titles film) {
      return new Titled(film, film.titles().stream().map(Folding::fold).toList());
    }
  }

  /// @param rank how well it fits; 0 is best
  private record Match(int rank, Film.Titles film) {}

  /// The films that fit best.
  ///
  /// @param wanted folded, not empty
  /// @param most how many are wanted at most
  Matches find(String wanted, int most, PageSource pages) {
    List<Match> matches = new ArrayList<>();
    for (Titled each : films(pages)) {
      int rank = Integer.MAX_VALUE;
      for (String title : each.folded()) {
        rank = Math.min(rank, rank(title, wanted));
      }
      if (rank != Integer.MAX_VALUE) {
        matches.add(new Match(rank, each.film()));
      }
    }
    matches.sort(Comparator.comparingInt(Match::rank)); // equal ones stay in their order
    return new Matches(matches.stream().limit(most).map(Match::film).toList(), matches.size());
  }

  /// All films, in the order of their list.
  List<Film.Titles> all(PageSource pages) {
    return films(pages).stream().map(Titled::film).toList();
  }

  /// How well a title fits; the largest number if it does not.
  private static int rank(String title, String wanted) {
    if (title.equals(wanted)) {
      return 0;
    }
    if (title.startsWith(wanted + " ")) {
      return 1;
    }
    if ((" " + title + " ").contains(" " + wanted + " ")) {
      return 2;
    }
    if (title.contains(wanted)) {
      return 3;
    }
    for (String word : wanted.split(" ", -1)) {
      if (!title.contains(word)) {
        return Integer.MAX_VALUE;
      }
    }
    return 4;
  }

  private List<Titled> films(PageSource pages) {
    KnownTitles known = kept;
    return known != null && known.revision().equals(pages.revision()) ? known.films() : read(pages);
  }

  /// One caller reads, the others wait: that takes no longer.
  private synchronized List<Titled> read(PageSource pages) {
    KnownTitles known = kept;
    if (known != null && known.revision().equals(pages.revision())) {
      return known.films();
    }
    KnownTitles read =
        pages.inOneState(state ->
            new KnownTitles(
                state.revision(), state.titles(null).stream().map(Titled::of).toList()));
    kept = read;
    return read.films();
  }
}
