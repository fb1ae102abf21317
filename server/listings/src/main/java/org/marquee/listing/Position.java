package org.marquee.listing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.Arrays;

/// The place of a record in the order of its list: a walk goes on after it (docs/api.md, "Order").
///
/// Ids compare by code point, so each order is total and the same on every node.
public sealed interface Position {
  /// How many records of a list may be asked for at once (docs/api.md, "Pages and cursors").
  Bounds PAGE = new Bounds(1, 100);

  /// The id that breaks ties.
  String id();

  /// Showtimes: by start, which has microseconds.
  record ByStart(Instant start, String id) implements Position {}

  /// Films, cinemas, chains and screens: by sorting key ([Sorting]).
  record ByName(String key, String id) implements Position {}

  /// What a search found: by how well it fits, then by sorting key.
  ///
  /// @param rank 0 is best
  record ByRank(int rank, String key, String id) implements Position, Comparable<ByRank> {
    @Override
    public int compareTo(ByRank other) {
      int difference = Integer.compare(rank, other.rank);
      int keys = Arrays.compareUnsigned(key.getBytes(UTF_8), other.key.getBytes(UTF_8));
      return difference != 0 ? difference : keys != 0 ? keys : id.compareTo(other.id);
    }
  }

  /// Cinemas around a centre: by distance in kilometres.
  record ByDistance(double kilometres, String id) implements Position {}

  /// Cinemas that were named: by their place in the list of names.
  ///
  /// @param ordinal counted from 0
  record ByOrdinal(int ordinal, String id) implements Position {}

  /// Films of a programme: by their first showtime at the place, then as in the list of films.
  record ByFirstStart(Instant start, ByName film) implements Position {
    @Override
    public String id() {
      return film.id();
    }
  }

  /// A place in a list of what is on today, or from now on: what that is stays as it was on the
  /// first page.
  ///
  /// @param asOf decides which day is today
  /// @param place any of the others
  record AsOf(Instant asOf, Position place) implements Position {
    @Override
    public String id() {
      return place.id();
    }
  }
}
