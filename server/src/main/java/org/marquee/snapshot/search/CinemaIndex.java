package org.marquee.snapshot.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.checkpoint.CheckpointSink;
import org.marquee.checkpoint.CheckpointSource;
import org.marquee.checkpoint.UnusableCheckpoint;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.Position;
import org.marquee.listing.UnknownPostcode;
import org.marquee.snapshot.record.WrittenRecord;

/// All cinemas, found by name, chain, and distance (docs/api.md, "Search cinemas"). Immutable.
///
/// Cinemas are numbered in the order of their list, so that whatever finds them in ascending order
/// finds them in that.
public final class CinemaIndex {
  static final CinemaIndex EMPTY = new CinemaIndex(List.of());

  private final SortedIndex index;
  private final IndexedCinema[] inOrder;
  private final Map<String, IndexedCinema> byId = new HashMap<>();
  private final Bigrams bigrams;
  private final Map<String, int[]> byChain;
  private final GeocodedCinemas geocoded;

  private CinemaIndex(Collection<IndexedCinema> cinemas) {
    inOrder = cinemas.toArray(IndexedCinema[]::new);
    Arrays.sort(inOrder, Comparator.comparing(IndexedCinema::entry, WrittenRecord.ORDER));
    for (int number = 0; number < inOrder.length; number++) {
      inOrder[number] = inOrder[number].numbered(number);
      byId.put(inOrder[number].entry().id(), inOrder[number]);
    }
    index = SortedIndex.of(Arrays.stream(inOrder).map(IndexedCinema::entry).toList());
    bigrams = Bigrams.of(Arrays.stream(inOrder).map(IndexedCinema::searchText).toList());
    byChain = byChain(inOrder);
    geocoded = new GeocodedCinemas(inOrder);
  }

  static CinemaIndex of(Collection<IndexedCinema> cinemas) {
    return new CinemaIndex(cinemas);
  }

  /// These without those touched, and with others.
  public CinemaIndex with(Collection<IndexedCinema> others, Set<String> touched) {
    if (others.isEmpty() && touched.isEmpty()) {
      return this;
    }
    List<IndexedCinema> all = new ArrayList<>(inOrder.length + others.size());
    for (IndexedCinema cinema : inOrder) {
      if (!touched.contains(cinema.entry().id())) {
        all.add(cinema);
      }
    }
    all.addAll(others);
    return new CinemaIndex(all);
  }

  /// Writes itself to a checkpoint.
  public void write(CheckpointSink sink) throws IOException {
    sink.each(List.of(inOrder), cinema -> cinema.write(sink));
  }

  /// Reads what [#write] wrote.
  public static CinemaIndex read(CheckpointSource source) throws IOException, UnusableCheckpoint {
    return of(source.each(() -> IndexedCinema.read(source)));
  }

  private static Map<String, int[]> byChain(IndexedCinema[] cinemas) {
    Map<String, List<Integer>> numbers = new HashMap<>();
    for (int number = 0; number < cinemas.length; number++) {
      String chain = cinemas[number].chainId();
      if (chain != null) {
        numbers.computeIfAbsent(chain, _ -> new ArrayList<>()).add(number);
      }
    }
    Map<String, int[]> byChain = HashMap.newHashMap(numbers.size());
    numbers.forEach(
        (chain, all) -> byChain.put(chain, all.stream().mapToInt(Integer::intValue).toArray()));
    return byChain;
  }

  /// All of them, in the order of their list.
  SortedIndex byName() {
    return index;
  }

  int size() {
    return inOrder.length;
  }

  /// A cinema by its place in the list.
  IndexedCinema at(int number) {
    return inOrder[number];
  }

  @Nullable IndexedCinema find(String id) {
    return byId.get(id);
  }

  /// The cinemas of a search without a centre, in the order of their list, at most `most` of those
  /// after a position.
  List<WrittenRecord> search(CinemaQuery query, Position.@Nullable ByName after, int most) {
    int from = index.indexAfter(after);
    List<WrittenRecord> found = new ArrayList<>(Math.min(most, 128));
    int[] candidates = candidates(query);
    if (candidates == null) {
      for (int number = from; number < inOrder.length && found.size() < most; number++) {
        found.add(inOrder[number].entry());
      }
      return found;
    }
    int at = Arrays.binarySearch(candidates, from);
    for (int next = at < 0 ? -at - 1 : at;
        next < candidates.length && found.size() < most;
        next++) {
      IndexedCinema cinema = inOrder[candidates[next]];
      if (fits(cinema, query)) {
        found.add(cinema.entry());
      }
    }
    return found;
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
  /// @throws UnknownPostcode if no geocoded cinema has the postcode of the centre
  List<GeocodedCinemas.Placed> around(
      CinemaQuery query, CinemaQuery.Around around, Position.@Nullable ByDistance after, int most) {
    return geocoded.within(around, cinema -> fits(cinema, query), after, most);
  }
}
