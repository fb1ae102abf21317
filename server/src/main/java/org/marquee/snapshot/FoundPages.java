package org.marquee.snapshot;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.marquee.page.OutputBuffer;
import org.marquee.page.PackedStart;
import org.marquee.page.PageInfo;
import org.marquee.page.SeenBefore;

/// Pages of showtimes that were found more than once in a snapshot, compressed. A bounded amount of
/// them: what is found often stays. Safe for many threads.
///
/// Callers ask for what begins from now on: the question is another one each time, and what is
/// found is not. What is found only once is never kept, for the reason that
/// [org.marquee.v1.answer.KeptAnswers] has. Pages that are not compressed are never kept: to write
/// one takes no longer than to copy it.
final class FoundPages {
  private static final long BYTES = 16L << 20;

  /// A page of fewer showtimes is compressed quickly.
  private static final int SHORTEST = 8;

  /// What stands around the bytes of a page in memory, about.
  private static final int AROUND = 250;

  /// One hit of so many is noted: a note is written where other event loops write too
  /// (docs/decisions/0187).
  private static final int HITS_A_NOTE = 16;

  private final Cache<RowHits, Compressed> pages =
      Caffeine.newBuilder()
          .maximumWeight(BYTES)
          .weigher((RowHits rows, Compressed page) ->
              AROUND + rows.onPage() * Long.BYTES + page.start().size())
          .executor(Runnable::run)
          .build();

  private final SeenBefore found = new SeenBefore();

  /// A page that is kept.
  ///
  /// @param before what the answer has before the showtimes
  /// @param start of the answer, up to the last showtime
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Compressed(byte[] before, PackedStart start, PageInfo page) {
    boolean follows(OutputBuffer out) {
      return Arrays.equals(before, 0, before.length, out.bytes(), 0, out.length());
    }
  }

  /// Writes the showtimes of a page, or takes what was compressed before.
  ///
  /// @param rows at least one
  /// @param printing writes them to `out`
  PageInfo print(RowHits rows, OutputBuffer out, Supplier<PageInfo> printing) {
    if (rows.onPage() < SHORTEST || !out.takesStart()) {
      return printing.get();
    }
    Compressed known =
        ThreadLocalRandom.current().nextInt(HITS_A_NOTE) == 0
            ? pages.getIfPresent(rows)
            : pages.policy().getIfPresentQuietly(rows);
    if (known != null && known.follows(out)) {
      out.begin(known.start());
      return known.page();
    }
    byte[] before = Arrays.copyOf(out.bytes(), out.length());
    PageInfo page = printing.get();
    PackedStart start = found.note(rows.hashCode()) ? PackedStart.of(out) : null;
    if (start != null) {
      pages.put(rows.trim(), new Compressed(before, start, page));
      out.begin(start);
    }
    return page;
  }
}
