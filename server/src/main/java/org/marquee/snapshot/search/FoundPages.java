package org.marquee.snapshot.search;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.marquee.page.OutputBuffer;
import org.marquee.page.PackedStart;
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

  /// One hit of so many is noted: a note is written where other event loops write too
  /// (docs/decisions/0199).
  private static final int HITS_A_NOTE = 16;

  private final Cache<Place, Found> pages;
  private final SeenBefore found = new SeenBefore();

  /// Keeps none yet.
  ///
  /// @param bytes that all pages together may take, about
  FoundPages(long bytes) {
    pages =
        Caffeine.newBuilder()
            .maximumWeight(bytes)
            .weigher((Place _, Found page) -> AROUND + page.start().size())
            .executor(Runnable::run)
            .build();
  }

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

  /// An answer up to its last showtime.
  private sealed interface Start {
    /// What it takes in memory, in bytes.
    int size();

    /// Puts it in the place of what was written.
    void begin(OutputBuffer out);

    /// That of an answer as far as it is written; null where it is not worth it.
    static @Nullable Start of(OutputBuffer out) {
      if (!out.takesStart()) {
        return new Plain(out.toBytes());
      }
      PackedStart start = PackedStart.of(out);
      return start == null ? null : new Packed(start);
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Plain(byte[] bytes) implements Start {
    @Override
    public int size() {
      return bytes.length;
    }

    @Override
    public void begin(OutputBuffer out) {
      out.clear().add(bytes);
    }
  }

  private record Packed(PackedStart start) implements Start {
    @Override
    public int size() {
      return start.size();
    }

    @Override
    public void begin(OutputBuffer out) {
      out.begin(start);
    }
  }

  /// A page that is kept.
  ///
  /// @param before what the answer has before the showtimes
  /// @param next when the first showtime starts that is no longer on the page, in microseconds;
  ///   [Long#MIN_VALUE] where there is none
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Found(byte[] before, Start start, PageInfo page, long next) {
    boolean follows(OutputBuffer out) {
      return Arrays.equals(before, 0, before.length, out.bytes(), 0, out.length());
    }
  }

  /// Takes what was written before, if it is there; `out` then begins with it.
  @Nullable PageInfo take(ShowtimeSearch search, int limit, OutputBuffer out) {
    Found known = find(Place.of(search, limit, true));
    if (known == null || known.next() >= search.until()) {
      known = find(Place.of(search, limit, false));
    }
    if (known == null || !known.follows(out)) {
      return null;
    }
    known.start().begin(out);
    return known.page();
  }

  private @Nullable Found find(Place place) {
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
    Start start = found.note(place.hashCode()) ? Start.of(out) : null;
    if (start != null) {
      long next =
          rows.isFull()
              ? search.contents().store().start(rows.place(rows.onPage()))
              : Long.MIN_VALUE;
      pages.put(place, new Found(Arrays.copyOf(out.bytes(), before), start, page, next));
      start.begin(out);
    }
  }
}
