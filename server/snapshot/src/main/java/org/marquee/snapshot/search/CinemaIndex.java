package org.marquee.snapshot.search;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.CinemaQuery.Centre;
import org.marquee.listing.Position;
import org.marquee.listing.UnknownCentre;

/// All cinemas, found by name, chain, and distance (docs/api.md, "Search cinemas"). Immutable.
///
/// Cinemas are numbered in the order of their list, so that whatever finds them in ascending order
/// finds them in that.
public final class CinemaIndex {
  static final CinemaIndex EMPTY = new CinemaIndex(SortedIndex.none());

  private final SortedIndex<IndexedCinema> index;
  private final Bigrams bigrams;
  private final Map<String, int[]> byChain;
  private final GeocodedCinemas geocoded;
  private volatile @Nullable PlaceIndex places;

  private CinemaIndex(SortedIndex<IndexedCinema> index) {
    this.index = index;
    bigrams = Bigrams.of(index.all().stream().map(IndexedCinema::searchText).toList());
    byChain = byChain(index.all());
    geocoded = new GeocodedCinemas(index.all());
  }

  static CinemaIndex of(SortedIndex<IndexedCinema> index) {
    return new CinemaIndex(index);
  }

  /// These without those touched, and with others.
  public CinemaIndex with(Collection<IndexedCinema> others, Set<String> touched) {
    SortedIndex<IndexedCinema> next = index.with(others, touched);
    return next == index ? this : new CinemaIndex(next);
  }

  private static Map<String, int[]> byChain(List<IndexedCinema> cinemas) {
    Map<String, IntStream.Builder> numbers = new HashMap<>();
    for (int number = 0; number < cinemas.size(); number++) {
      String chain = cinemas.get(number).chainId();
      if (chain != null) {
        numbers.computeIfAbsent(chain, _ -> IntStream.builder()).add(number);
      }
    }
    Map<String, int[]> byChain = HashMap.newHashMap(numbers.size());
    numbers.forEach((chain, all) -> byChain.put(chain, all.build().toArray()));
    return byChain;
  }

  /// The places near them. The first thread that asks makes them, and others wait for it.
  PlaceIndex places() {
    PlaceIndex made = places;
    if (made == null) {
      synchronized (this) {
        made = places == null ? new PlaceIndex(index.all(), geocoded) : places;
        places = made;
      }
    }
    return made;
  }

  /// Where a place is.
  ///
  /// @throws UnknownCentre if no place has its id
  Centre.Point point(Centre.PlaceId place) {
    Centre.Point point = places().find(place.id());
    if (point == null) {
      throw new UnknownCentre(place);
    }
    return point;
  }

  /// All of them, in the order of their list.
  SortedIndex<IndexedCinema> byName() {
    return index;
  }

  /// The cinemas of a search without a centre, in the order of their list, at most `most` of those
  /// after a position.
  List<IndexedCinema> search(CinemaQuery query, Position.@Nullable ByName after, int most) {
    int from = index.indexAfter(after);
    int[] candidates = candidates(query);
    IntStream numbers =
        candidates == null
            ? IntStream.range(from, index.size())
            : Arrays.stream(candidates).dropWhile(number -> number < from);
    return numbers.mapToObj(index::at).filter(cinema -> fits(cinema, query)).limit(most).toList();
  }

  /// The numbers of cinemas that may fit, ascending; null for all.
  private int @Nullable [] candidates(CinemaQuery query) {
    int[] ofChain =
        query.chainId() == null ? null : byChain.getOrDefault(query.chainId(), new int[0]);
    if (query.search() == null) {
      return ofChain;
    }
    int[] ofSearch = bigrams.candidates(query.search());
    return ofChain == null || ofSearch.length < ofChain.length ? ofSearch : ofChain;
  }

  private static boolean fits(IndexedCinema cinema, CinemaQuery query) {
    return (query.chainId() == null || query.chainId().equals(cinema.chainId()))
        && (query.search() == null
            || (!query.search().isEmpty() && cinema.searchText().contains(query.search())));
  }

  /// The cinemas of a search around a centre, nearest first, at most `most` of those after a
  /// position.
  ///
  /// @throws UnknownCentre if nothing is known of the centre
  List<GeocodedCinemas.Placed> around(
      CinemaQuery query, CinemaQuery.Around around, Position.@Nullable ByDistance after, int most) {
    CinemaQuery.Around known =
        around.centre() instanceof Centre.PlaceId place
            ? new CinemaQuery.Around(point(place), around.radiusKm())
            : around;
    return geocoded.within(known, cinema -> fits(cinema, query), after, most);
  }
}
