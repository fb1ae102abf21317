package org.marquee.listing;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One page of a list.
///
/// @param next where the next page begins: the position of this page's last record; null on the
///   last page
public record Page<T>(List<T> records, @Nullable Position next, Freshness freshness) {
  /// How many records may be asked for at once (docs/api.md, "Pages and cursors").
  public static final Bounds LIMIT = new Bounds(1, 100);

  public Page {
    records = List.copyOf(records);
  }
}
