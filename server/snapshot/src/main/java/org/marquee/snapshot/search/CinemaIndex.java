package org.marquee.snapshot.search;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.CinemaQuery.Centre;
import org.marquee.listing.Position;
import org.marquee.listing.UnknownCentre;

/// All cinemas, found by name, chain, and distance (docs/api.md, "Search cinemas"). Immutable.
public final class CinemaIndex {
  static final CinemaIndex EMPTY = new CinemaIndex(SortedIndex.none());

  private final SortedIndex<IndexedCinema> index;
  private final GeocodedCinemas geocoded;
  private volatile @Nullable PlaceIndex places;

  private CinemaIndex(SortedIndex<IndexedCinema> index) {
    this.index = index;
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
    return index.all().subList(index.indexAfter(after), index.size()).stream()
        .filter(cinema -> fits(cinema, query))
        .limit(most)
        .toList();
  }

  private static boolean fits(IndexedCinema cinema, CinemaQuery query) {
    return (query.chainId() == null || query.chainId().equals(cinema.chainId()))
        && (query.search() == null
            || (!query.search().isEmpty() && cinema.searchText().contains(query.search())));
  }

  /// The cinemas of a search around a centre after a position, nearest first.
  ///
  /// @throws UnknownCentre if nothing is known of the centre
  List<GeocodedCinemas.Placed> around(
      CinemaQuery query, CinemaQuery.Around around, Position.@Nullable ByDistance after) {
    CinemaQuery.Around known =
        around.centre() instanceof Centre.PlaceId place
            ? new CinemaQuery.Around(point(place), around.radiusKm())
            : around;
    return geocoded.within(known, cinema -> fits(cinema, query), after);
  }
}
