package org.marquee.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.checkpoint.CheckpointSink;
import org.marquee.checkpoint.CheckpointSource;
import org.marquee.checkpoint.UnusableCheckpoint;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.CinemaQuery.Centre;
import org.marquee.listing.GreatCircle;
import org.marquee.listing.Position;
import org.marquee.listing.UnknownPostcode;

/// All cinemas, found by name, chain, and distance (docs/api.md, "Search cinemas"). Immutable.
///
/// Cinemas are numbered in the order of their list, so that whatever finds them in ascending order
/// finds them in that.
final class CinemaIndex {
  static final CinemaIndex EMPTY = new CinemaIndex(List.of());

  private final SortedIndex index;
  private final IndexedCinema[] inOrder;
  private final Map<String, IndexedCinema> byId = new HashMap<>();
  private final Bigrams bigrams;
  private final Map<String, int[]> byChain;
  private final IndexedCinema[] fromSouth;
  private final double[] latitudes;
  private final Map<String, List<Centre.Point>> centres;

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
    fromSouth =
        Arrays.stream(inOrder)
            .filter(IndexedCinema::isGeocoded)
            .sorted(Comparator.comparingDouble(IndexedCinema::latitude))
            .toArray(IndexedCinema[]::new);
    latitudes = Arrays.stream(fromSouth).mapToDouble(IndexedCinema::latitude).toArray();
    centres = centres(fromSouth);
  }

  static CinemaIndex of(Collection<IndexedCinema> cinemas) {
    return new CinemaIndex(cinemas);
  }

  /// These without those touched, and with others.
  CinemaIndex with(Collection<IndexedCinema> others, Set<String> touched) {
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
  void write(CheckpointSink sink) throws IOException {
    sink.each(List.of(inOrder), cinema -> cinema.write(sink));
  }

  /// Reads what [#write] wrote.
  static CinemaIndex read(CheckpointSource source) throws IOException, UnusableCheckpoint {
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

  private static Map<String, List<Centre.Point>> centres(IndexedCinema[] geocoded) {
    Map<String, Set<Centre.Point>> distinct = new HashMap<>();
    for (IndexedCinema cinema : geocoded) {
      String postcode = cinema.postcodeKey();
      if (postcode != null) {
        distinct
            .computeIfAbsent(postcode, _ -> new LinkedHashSet<>())
            .add(new Centre.Point(cinema.latitude(), cinema.longitude()));
      }
    }
    Map<String, List<Centre.Point>> centres = HashMap.newHashMap(distinct.size());
    distinct.forEach((postcode, points) -> centres.put(postcode, List.copyOf(points)));
    return centres;
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

  /// A cinema and how far it is.
  record Placed(IndexedCinema cinema, double kilometres) {
    private static final Comparator<Placed> ORDER =
        Comparator.comparingDouble(Placed::kilometres)
            .thenComparing((a, b) -> a.entry().compareId(b.entry()));

    WrittenRecord entry() {
      return cinema.entry();
    }
  }

  /// The cinemas within a circle that fit, nearest first, at most `most` of those after a position.
  ///
  /// @throws UnknownPostcode if no geocoded cinema has the postcode of the centre
  List<Placed> around(
      CinemaQuery query, CinemaQuery.Around around, Position.@Nullable ByDistance after, int most) {
    List<Centre.Point> points = points(around.centre());
    double south = points.stream().mapToDouble(Centre.Point::latitude).min().orElseThrow();
    double north = points.stream().mapToDouble(Centre.Point::latitude).max().orElseThrow();
    double margin = GreatCircle.degreesNorth(around.radiusKm());
    int from = Arrays.binarySearch(latitudes, south - margin);
    from = from < 0 ? -from - 1 : from;
    while (from > 0 && latitudes[from - 1] == south - margin) {
      from--;
    }
    List<Placed> placed = new ArrayList<>();
    byte[] afterId = after == null ? new byte[0] : after.id().getBytes(UTF_8);
    for (int at = from; at < latitudes.length && latitudes[at] <= north + margin; at++) {
      IndexedCinema cinema = fromSouth[at];
      if (fits(cinema, query)) {
        double kilometres = nearest(cinema, points);
        if (kilometres <= around.radiusKm()
            && (after == null
                || isAfter(kilometres, cinema.entry(), after.kilometres(), afterId))) {
          placed.add(new Placed(cinema, kilometres));
        }
      }
    }
    placed.sort(Placed.ORDER);
    return placed.size() > most ? placed.subList(0, most) : placed;
  }

  private static boolean isAfter(
      double kilometres, WrittenRecord entry, double other, byte[] otherId) {
    int difference = Double.compare(kilometres, other);
    return difference > 0 || (difference == 0 && entry.compareId(otherId) > 0);
  }

  private static double nearest(IndexedCinema cinema, List<Centre.Point> points) {
    double nearest = Double.POSITIVE_INFINITY;
    for (Centre.Point point : points) {
      nearest =
          Math.min(
              nearest,
              GreatCircle.kilometres(
                  point.latitude(), point.longitude(), cinema.latitude(), cinema.longitude()));
    }
    return nearest;
  }

  private List<Centre.Point> points(Centre centre) {
    return switch (centre) {
      case Centre.Point point -> List.of(point);
      case Centre.Postcode(String key) -> {
        List<Centre.Point> known = centres.get(key);
        if (known == null) {
          throw new UnknownPostcode(key);
        }
        yield known;
      }
    };
  }
}
