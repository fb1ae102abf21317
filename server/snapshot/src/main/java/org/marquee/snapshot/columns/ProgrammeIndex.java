package org.marquee.snapshot.columns;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.marquee.files.checkpoint.CheckpointSink;
import org.marquee.files.checkpoint.CheckpointSource;
import org.marquee.files.checkpoint.UnusableCheckpoint;
import org.marquee.snapshot.record.Chunks;
import org.marquee.snapshot.record.OffHeapChunk;
import org.marquee.snapshot.record.ShowtimeStore;

/// The showtimes of each cinema on all days, by (start, id). Immutable.
///
/// A cinema shows a few things a day, so what is asked of one reaches over days: looked for day by
/// day, each would be waited for. Here they lie together.
///
/// Cinemas are kept in groups, so that a change of one moves few others.
public final class ProgrammeIndex {
  /// The index of no cinemas.
  public static final ProgrammeIndex EMPTY = new ProgrammeIndex(new Group[0]);

  private static final int GROUP_BITS = 8;
  private static final int GROUP = 1 << GROUP_BITS;

  private final Group[] groups;

  private ProgrammeIndex(Group[] groups) {
    this.groups = groups;
  }

  /// Cinemas whose numbers follow each other.
  ///
  /// @param first how many showtimes the cinemas before each have, and after the last
  /// @param starts in microseconds
  /// @param films by their [Dictionary]
  /// @param masks of the attributes
  /// @param places in the [ShowtimeStore]
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Group(
      OffHeapChunk chunk,
      int[] first,
      MemorySegment starts,
      MemorySegment films,
      MemorySegment masks,
      MemorySegment places) {
    static Group read(CheckpointSource source, Chunks chunks)
        throws IOException, UnusableCheckpoint {
      OffHeapChunk chunk = chunks.chunk();
      return new Group(
          chunk,
          source.integers(),
          chunk.read(source),
          chunk.read(source),
          chunk.read(source),
          chunk.read(source));
    }

    void write(CheckpointSink sink) throws IOException {
      sink.integers(first);
      sink.memory(starts);
      sink.memory(films);
      sink.memory(masks);
      sink.memory(places);
    }

    long start(long at) {
      return starts.getAtIndex(JAVA_LONG, at);
    }

    int film(long at) {
      return films.getAtIndex(JAVA_INT, at);
    }

    boolean fits(RowFilter filter, long at) {
      return filter.fits(film(at), masks.getAtIndex(JAVA_INT, at));
    }

    int place(long at) {
      return places.getAtIndex(JAVA_INT, at);
    }
  }

  /// Writes itself to a checkpoint.
  public void write(CheckpointSink sink) throws IOException {
    sink.each(List.of(groups), group -> group.write(sink));
  }

  /// Reads what [#write] wrote.
  public static ProgrammeIndex read(CheckpointSource source, Chunks chunks)
      throws IOException, UnusableCheckpoint {
    return new ProgrammeIndex(source.each(() -> Group.read(source, chunks)).toArray(Group[]::new));
  }

  /// The first showtime of a cinema that starts at or after a time, by its number in the group.
  ///
  /// @param after the last showtime of the page before; null for the first page
  public long first(int cinema, long from, @Nullable StartAndId after, ShowtimeStore store) {
    Group group = groups[cinema >> GROUP_BITS];
    int number = cinema & (GROUP - 1);
    int first = group.first()[number];
    int end = group.first()[number + 1];
    long at = SortedSearch.atOrAfter(group.starts(), first, end, from);
    return after == null
        ? at
        : Math.max(
            at, SortedSearch.after(group.starts(), first, end, group.places(), after, store));
  }

  /// Finds what fits a question about a cinema, in order, until the page is full.
  ///
  /// @param first as of [#first]
  /// @param until the start that is too late
  public void find(RowFilter filter, long first, long until, RowHits found) {
    Group group = groups[filter.cinema() >> GROUP_BITS];
    int end = group.first()[(filter.cinema() & (GROUP - 1)) + 1];
    // Where they end is not looked for: most pages are full before.
    for (long at = first; at < end && !found.isFull() && group.start(at) < until; at++) {
      if (group.fits(filter, at)) {
        found.add(group.place(at));
      }
    }
  }

  /// Adds all showtimes of a cinema that fit, in order.
  ///
  /// @param from the earliest start
  /// @param until the start that is too late
  public void collect(RowFilter filter, long from, long until, List<ShowingRow> found) {
    Group group = groups[filter.cinema() >> GROUP_BITS];
    int number = filter.cinema() & (GROUP - 1);
    int end = group.first()[number + 1];
    for (long at = SortedSearch.atOrAfter(group.starts(), group.first()[number], end, from);
        at < end && group.start(at) < until;
        at++) {
      if (group.fits(filter, at)) {
        found.add(new ShowingRow(group.start(at), group.film(at), group.place(at)));
      }
    }
  }

  /// These, and those of some cinemas anew.
  ///
  /// @param changed the cinemas whose showtimes are not all as and where they were
  /// @param cinemas how many there are
  /// @param days all of them, in order
  /// @param chunks to take memory of
  public ProgrammeIndex with(BitSet changed, int cinemas, List<Day> days, Chunks chunks) {
    Group[] next = Arrays.copyOf(groups, (cinemas + GROUP - 1) >> GROUP_BITS);
    Draft[] drafts = new Draft[next.length];
    for (int cinema = changed.nextSetBit(0); cinema >= 0; cinema = changed.nextSetBit(cinema + 1)) {
      int group = cinema >> GROUP_BITS;
      if (drafts[group] == null) {
        drafts[group] = new Draft(chunks.chunk());
      }
    }
    List<Day> concerned = new ArrayList<>();
    for (Day day : days) {
      boolean concerns = false;
      for (int cinema : day.cinemas()) {
        Draft draft = drafts[cinema >> GROUP_BITS];
        if (draft != null) {
          draft.count(cinema);
          concerns = true;
        }
      }
      if (concerns) {
        concerned.add(day);
      }
    }
    for (Draft draft : drafts) {
      if (draft != null) {
        draft.begin();
      }
    }
    for (Day day : concerned) {
      Columns rows = day.rows();
      for (int row = 0; row < rows.size(); row++) {
        Draft draft = drafts[rows.cinemas[row] >> GROUP_BITS];
        if (draft != null) {
          draft.add(rows, row);
        }
      }
    }
    for (int group = 0; group < next.length; group++) {
      if (drafts[group] != null) {
        next[group] = drafts[group].finish();
      }
    }
    return new ProgrammeIndex(next);
  }

  /// A group that is being made: first counted, then filled.
  private static final class Draft {
    private final OffHeapChunk chunk;
    private final int[] first = new int[GROUP + 1];
    private final int[] filled = new int[GROUP];
    private MemorySegment starts = MemorySegment.NULL;
    private MemorySegment films = MemorySegment.NULL;
    private MemorySegment masks = MemorySegment.NULL;
    private MemorySegment places = MemorySegment.NULL;

    Draft(OffHeapChunk chunk) {
      this.chunk = chunk;
    }

    void count(int cinema) {
      first[(cinema & (GROUP - 1)) + 1]++;
    }

    /// Makes room for what was counted.
    void begin() {
      for (int number = 0; number < GROUP; number++) {
        first[number + 1] += first[number];
      }
      starts = chunk.longs(first[GROUP]);
      films = chunk.ints(first[GROUP]);
      masks = chunk.ints(first[GROUP]);
      places = chunk.ints(first[GROUP]);
    }

    void add(Columns rows, int row) {
      int number = rows.cinemas[row] & (GROUP - 1);
      int at = first[number] + filled[number]++;
      starts.setAtIndex(JAVA_LONG, at, rows.starts[row]);
      films.setAtIndex(JAVA_INT, at, rows.films[row]);
      masks.setAtIndex(JAVA_INT, at, rows.masks[row]);
      places.setAtIndex(JAVA_INT, at, rows.places[row]);
    }

    Group finish() {
      return new Group(chunk, first, starts, films, masks, places);
    }
  }

  /// Passes on all memory outside the heap.
  void eachChunk(Consumer<OffHeapChunk> taker) {
    for (Group group : groups) {
      taker.accept(group.chunk());
    }
  }
}
