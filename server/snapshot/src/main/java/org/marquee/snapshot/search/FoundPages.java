package org.marquee.snapshot.search;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.marquee.compression.GzipStart;
import org.marquee.page.OutputBuffer;
import org.marquee.page.PageInfo;
import org.marquee.page.SeenBefore;
import org.marquee.snapshot.columns.RowFilter;
import org.marquee.snapshot.columns.RowHits;

/// Pages of showtimes that were found more than once in a snapshot, all plain or all compressed. A
/// bounded amount of them: what is found often stays. Safe for many threads.
///
/// Callers ask for what begins from now on: the question is another one each time, and the row with
/// which its page begins is not. What is found only once is never kept, for the reason that
/// [org.marquee.v1.answer.KeptAnswers] has.
final class FoundPages {
  /// A page of fewer showtimes is written and compressed quickly.
  private static final int SHORTEST = 3;

  /// What stands around the bytes of a page in memory, about.
  private static final int AROUND = 350;

  private static final int AROUND_PACKED = 100;

  /// One hit of so many is noted: a note is written where other event loops write too
  /// (docs/decisions/0199).
  private static final int HITS_A_NOTE = 16;

  private final Cache<PagePlace, KeptPage> pages;
  private final SeenBefore found = new SeenBefore();

  /// Keeps none yet.
  ///
  /// @param bytes that all pages together may take, about
  FoundPages(long bytes) {
    pages =
        Caffeine.newBuilder()
            .maximumWeight(bytes)
            .weigher((PagePlace _, KeptPage page) -> page.size())
            .executor(Runnable::run)
            .build();
  }

  /// Where a page lies.
  ///
  /// @param first and `end`: rows, as of [ShowtimeSearch]; the end of a full page is [#OPEN], since
  ///   it is the same for all windows that end behind it
  /// @param detailed whether it has the details too
  private record PagePlace(RowFilter filter, long first, long end, int limit, boolean detailed) {
    static final long OPEN = -1;

    static PagePlace of(ShowtimeSearch search, long end, int limit, OutputBuffer out) {
      return new PagePlace(search.filter(), search.first(), end, limit, out.takesDetails());
    }
  }

  /// A page that is kept.
  ///
  /// @param before what the answer has before the showtimes
  /// @param plain the answer up to its last showtime; null where it is `packed`
  /// @param next when the first showtime starts that is no longer on the page, in microseconds;
  ///   [Long#MIN_VALUE] where there is none
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record KeptPage(
      byte[] before,
      byte @Nullable [] plain,
      @Nullable GzipStart packed,
      PageInfo page,
      long next) {
    /// What it takes in memory, in bytes.
    int size() {
      return AROUND
          + (plain == null ? 0 : plain.length)
          + (packed == null ? 0 : AROUND_PACKED + packed.bytes().length);
    }

    boolean follows(OutputBuffer out) {
      return Arrays.equals(before, 0, before.length, out.bytes(), 0, out.length());
    }

    /// Puts it in the place of what was written.
    void begin(OutputBuffer out) {
      if (packed != null) {
        out.begin(packed);
      } else if (plain != null) {
        out.begin(plain);
      }
    }
  }

  /// Takes what was written before, if it is there; `out` then begins with it.
  @Nullable PageInfo beginWithKept(ShowtimeSearch search, int limit, OutputBuffer out) {
    KeptPage known = find(PagePlace.of(search, PagePlace.OPEN, limit, out));
    if (known == null || known.next() >= search.until()) {
      known = find(PagePlace.of(search, search.end(), limit, out));
    }
    if (known == null || !known.follows(out)) {
      return null;
    }
    known.begin(out);
    return known.page();
  }

  private @Nullable KeptPage find(PagePlace place) {
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
    long end = rows.isFull() ? PagePlace.OPEN : search.end();
    PagePlace place = PagePlace.of(search, end, limit, out);
    if (!found.note(place.hashCode())) {
      return;
    }
    GzipStart packed = out.takesStart() ? out.packed() : null;
    if (out.takesStart() && packed == null) {
      return; // not worth it
    }
    long next =
        rows.isFull()
            ? search.contents().showtimes().store().start(rows.place(rows.onPage()))
            : Long.MIN_VALUE;
    byte[] plain = packed == null ? out.toBytes() : null;
    KeptPage kept = new KeptPage(Arrays.copyOf(out.bytes(), before), plain, packed, page, next);
    pages.put(place, kept);
    kept.begin(out);
  }
}
