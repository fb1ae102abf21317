package org.marquee.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One page of a list.
///
/// @param nextCursor null on the last page; a page of changes always has one
/// @param hasMore whether there is a next page now
public record Page<T>(
    List<T> items, @Nullable String nextCursor, boolean hasMore, Freshness freshness) {
  /// Keeps its own copy of the items.
  public Page {
    items = List.copyOf(items);
  }
}
