package org.marquee.snapshot.search;

import static java.util.stream.Collectors.joining;

import org.marquee.listing.Folding;
import org.marquee.snapshot.record.IndexedRecord;
import org.marquee.snapshot.record.WrittenRecord;

/// A film, with what it is searched by.
///
/// @param searchText all its titles, folded, a line each
public record IndexedFilm(WrittenRecord entry, String searchText) implements IndexedRecord {
  /// A film by all its titles.
  public static IndexedFilm of(WrittenRecord entry) {
    return new IndexedFilm(
        entry, entry.titles().titles().stream().map(Folding::fold).collect(joining("\n")));
  }
}
