package org.marquee.snapshot;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.marquee.page.OutputBuffer;
import org.marquee.page.PackedStart;
import org.marquee.page.PageInfo;
import org.marquee.page.SeenBefore;

/// Pages of showtimes that were found more than once in a snapshot, compressed. A bounded amount of
/// them: what is found often stays. Safe for many threads.
///
/// Callers ask for what begins from now on: the question is another one each time, and the row with
/// which its page begins is not. What is found only once is never kept, for the reason that
/// [org.marquee.v1.answer.KeptAnswers] has. Pages that are not compressed are never kept: to write
/// one takes no longer than to copy it.
final class FoundPages {
  private static final long BYTES = 16L << 20;

  /// A page of fewer showtimes is compressed quickly.
  private static final int SHORTEST = 3;

  /// What stands around the bytes of a page in memory, about.
  private static final int AROUND = 350;

  /// One hit of so many is noted: a note is written where other event loops write too
  /// (docs/decisions/0187).
  private static final int HITS_A_NOTE = 16;

  private final Cache<Place, Compressed> pages =
      Caffeine.newBuilder()
          .maximumWeight(BYTES)
          .weigher((Place _, Compressed page) -> AROUND + page.start().size())
          .executor(Runnable::run)
          .build();

  private final SeenBefore found = new SeenBefore();

  /// Where a page lies.
  ///
  /// @param first and `end`: rows, as of [ShowtimeSearch]; the end of a full page is [#OPEN], since
  ///   it is the same for all windows that end behind it
  private record Place(RowFilter filter, long first, long end, int limit) {
    static final long OPEN = -1;

    /// That of a full page, or of one that ends with the window.
    static Place of(ShowtimeSearch search, int limit, boolean full) {
      return new Place(search.filter(), search.first(), full ? OPEN : search.end(), limit);
    }
  }

  /// A page that is kept.
  ///
  /// @param before what the answer has before the showtimes
  /// @param start of the answer, up to the last showtime
  /// @param next when the first showtime starts that is no longer on the page, in microseconds;
  ///   [Long#MIN_VALUE] where there is none
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Compressed(byte[] before, PackedStart start, PageInfo page, long next) {
    boolean follows(OutputBuffer out) {
      return Arrays.equals(before, 0, before.length, out.bytes(), 0, out.length());
    }
  }

  /// Takes what was compressed before, if it is there; `out` then begins with it.
  @Nullable PageInfo take(ShowtimeSearch search, int limit, OutputBuffer out) {
    Compressed known = find(Place.of(search, limit, true));
    if (known == null || known.next() >= search.until()) {
      known = find(Place.of(search, limit, false));
    }
    if (known == null || !known.follows(out)) {
      return null;
    }
    out.begin(known.start());
    return known.page();
  }

  private @Nullable Compressed find(Place place) {
    return ThreadLocalRandom.current().nextInt(HITS_A_NOTE) == 0
        ? pages.getIfPresent(place)
        : pages.policy().getIfPresentQuietly(place);
  }

  /// Keeps a page that was written, if it was found before.
  ///
  /// @param before how many bytes `out` has before the showtimes
  void keep(
      ShowtimeSearch search, int limit, RowHits rows, PageInfo page, int before, OutputBuffer out) {
    if (rows.onPage() < SHORTEST) {
      return;
    }
    Place place = Place.of(search, limit, rows.isFull());
    PackedStart start = found.note(place.hashCode()) ? PackedStart.of(out) : null;
    if (start != null) {
      long next =
          rows.isFull()
              ? search.contents().store().start(rows.place(rows.onPage()))
              : Long.MIN_VALUE;
      pages.put(place, new Compressed(Arrays.copyOf(out.bytes(), before), start, page, next));
      out.begin(start);
    }
  }
}
