package org.marquee.snapshot.search;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.NearSpelling;
import org.marquee.listing.Position;
import org.marquee.snapshot.record.IndexedRecord;
import org.marquee.snapshot.record.WrittenRecord;

/// All films, found by any of their titles (docs/api.md, "List films"). Immutable.
public final class FilmIndex {
  static final FilmIndex EMPTY = new FilmIndex(SortedIndex.none());

  /// The rank of a title with letters wrong is this, plus how many are.
  private static final int SPELLED = 5;

  private static final int NONE = Integer.MAX_VALUE;

  private final SortedIndex<IndexedFilm> index;

  /// The letters of each film's titles ([NearSpelling#letters]): a search looks at few of the
  /// titles themselves.
  private final int[] letters;

  private FilmIndex(SortedIndex<IndexedFilm> index) {
    this.index = index;
    letters =
        index.all().stream().mapToInt(each -> NearSpelling.letters(each.searchText())).toArray();
  }

  static FilmIndex of(SortedIndex<IndexedFilm> index) {
    return new FilmIndex(index);
  }

  /// These without those touched, and with others.
  public FilmIndex with(Collection<IndexedFilm> others, Set<String> touched) {
    SortedIndex<IndexedFilm> next = index.with(others, touched);
    return next == index ? this : new FilmIndex(next);
  }

  /// All of them, in the order of their list.
  SortedIndex<IndexedFilm> byTitle() {
    return index;
  }

  /// A film that fits a search.
  ///
  /// @param rank how well; 0 is best
  record Ranked(IndexedFilm film, int rank) implements IndexedRecord {
    @Override
    public WrittenRecord entry() {
      return film.entry();
    }

    Position.ByRank position() {
      return new Position.ByRank(rank, entry().position().key(), entry().id());
    }
  }

  /// The films of a search, the best first, those of one rank in the order of their list.
  ///
  /// @param wanted folded
  /// @param after only those after it; null for all
  List<Ranked> search(String wanted, Position.@Nullable ByRank after) {
    boolean spelled = after != null && after.rank() >= SPELLED;
    List<Ranked> found = spelled ? List.of() : ranked(wanted, 0);
    if (found.isEmpty() && (spelled || after == null)) {
      found = ranked(wanted, NearSpelling.allowed(wanted));
    }
    return after == null
        ? found
        : found.stream().filter(each -> each.position().compareTo(after) > 0).toList();
  }

  /// @param wrong how many letters may be wrong
  private List<Ranked> ranked(String wanted, int wrong) {
    if (wanted.isEmpty()) {
      return List.of();
    }
    List<Ranked> found = new ArrayList<>();
    int needed = NearSpelling.letters(wanted);
    for (int number = 0; number < letters.length; number++) {
      if (Integer.bitCount(needed & ~letters[number]) <= wrong) {
        IndexedFilm film = index.at(number);
        int best = NONE;
        for (String title : film.searchText().split("\n", -1)) {
          best = Math.min(best, wrong == 0 ? rank(title, wanted) : rank(title, wanted, wrong));
        }
        if (best != NONE) {
          found.add(new Ranked(film, best));
        }
      }
    }
    found.sort(Comparator.comparingInt(Ranked::rank)); // equal ones stay in their order
    return found;
  }

  private static int rank(String title, String wanted, int wrong) {
    int distance = NearSpelling.distance(wanted, title);
    return distance <= wrong ? SPELLED + distance : NONE;
  }

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
        return NONE;
      }
    }
    return 4;
  }
}
