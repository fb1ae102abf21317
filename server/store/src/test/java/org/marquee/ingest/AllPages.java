package org.marquee.ingest;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Position;
import org.marquee.store.read.PublishedRecords.Page;

/// A list that is read page by page.
@NullMarked
interface AllPages<T> {
  Page<T> after(@Nullable Position position);

  /// The records of all pages.
  static <T> List<T> of(AllPages<T> pages) {
    List<T> all = new ArrayList<>();
    Position after = null;
    do {
      Page<T> page = pages.after(after);
      all.addAll(page.records());
      after = page.next();
    } while (after != null);
    return all;
  }
}
