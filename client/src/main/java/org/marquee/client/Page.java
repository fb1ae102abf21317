package org.marquee.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One page of a list.
///
/// @param nextCursor null on the last page; a page of changes always has one
/// @param hasMore whether there is a next page now
/// @param cinemas of the programme by film: each cinema of the place; else empty
public record Page<T>(
    List<T> items,
    @Nullable String nextCursor,
    boolean hasMore,
    Freshness freshness,
    List<CinemaCoverage> cinemas) {
  /// Keeps its own copies.
  public Page {
    items = List.copyOf(items);
    cinemas = List.copyOf(cinemas);
  }

  /// One of another list than the programme by film.
  public Page(List<T> items, @Nullable String nextCursor, boolean hasMore, Freshness freshness) {
    this(items, nextCursor, hasMore, freshness, List.of());
  }
}
