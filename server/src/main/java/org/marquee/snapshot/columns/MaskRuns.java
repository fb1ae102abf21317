package org.marquee.snapshot.columns;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.marquee.checkpoint.CheckpointSink;
import org.marquee.checkpoint.CheckpointSource;
import org.marquee.checkpoint.UnusableCheckpoint;
import org.marquee.listing.Attribute;
import org.marquee.snapshot.record.OffHeapChunk;

/// The rows of a day for each value of a column, in runs of one attribute mask each, sorted within
/// a run.
///
/// For questions with several attributes: they take the runs whose masks have them all and merge
/// these. What has not all of them is never touched, however rare the answer is among the rows and
/// however common each attribute alone.
final class MaskRuns {
  private final int bound;
  private final MemorySegment firstRun;
  private final MemorySegment runs;
  private final MemorySegment rows;

  private MaskRuns(int bound, MemorySegment firstRun, MemorySegment runs, MemorySegment rows) {
    this.bound = bound;
    this.firstRun = firstRun;
    this.runs = runs;
    this.rows = rows;
  }

  /// The rows of a day by (mask, row), counted into their places: there are few masks.
  static int[] byMask(short[] masks) {
    int[] next = new int[(1 << Attribute.ALL.size()) + 1];
    for (short mask : masks) {
      next[mask + 1]++;
    }
    for (int mask = 1; mask < next.length; mask++) {
      next[mask] += next[mask - 1];
    }
    int[] rows = new int[masks.length];
    for (int row = 0; row < masks.length; row++) {
      rows[next[masks[row]]++] = row;
    }
    return rows;
  }

  /// The runs of a column.
  ///
  /// @param values of the column by row, each below `bound`
  /// @param masks of the attributes by row
  /// @param byMask the rows as [#byMask] gives them
  /// @param chunk where they are going to lie
  static MaskRuns of(int[] values, int bound, short[] masks, int[] byMask, OffHeapChunk chunk) {
    int[] byValue = new int[bound + 1];
    for (int value : values) {
      byValue[value + 1]++;
    }
    for (int value = 0; value < bound; value++) {
      byValue[value + 1] += byValue[value];
    }
    // Rows that come by mask stay so within their value: nothing has to be sorted.
    int[] rows = new int[values.length];
    int[] next = Arrays.copyOf(byValue, bound);
    for (int row : byMask) {
      rows[next[values[row]]++] = row;
    }
    int[] firstRun = new int[bound + 1];
    long[] runs = new long[16];
    int count = 0;
    for (int value = 0; value < bound; value++) {
      firstRun[value] = count;
      int from = byValue[value];
      for (int at = from; at < byValue[value + 1]; at++) {
        int mask = masks[rows[at]];
        if (at == from || mask != mask(runs[count - 1])) {
          if (count + 1 >= runs.length) {
            runs = Arrays.copyOf(runs, 2 * count + 2);
          }
          runs[count++] = (long) mask << 32 | at;
        }
      }
    }
    firstRun[bound] = count;
    runs = Arrays.copyOf(runs, count + 1);
    runs[count] = rows.length;
    return new MaskRuns(bound, chunk.ints(firstRun), chunk.longs(runs), chunk.ints(rows));
  }

  /// Writes itself to a checkpoint.
  void write(CheckpointSink sink) throws IOException {
    sink.integer(bound);
    sink.memory(firstRun);
    sink.memory(runs);
    sink.memory(rows);
  }

  /// Reads what [#write] wrote.
  static MaskRuns read(CheckpointSource source, OffHeapChunk chunk)
      throws IOException, UnusableCheckpoint {
    return new MaskRuns(
        source.integer(), chunk.read(source), chunk.read(source), chunk.read(source));
  }

  private static int mask(long run) {
    return (int) (run >>> 32);
  }

  private static int start(long run) {
    return (int) run;
  }

  /// Gives `merge` the rows of a value that carry all of `mask`, within a range of rows.
  void find(int value, int mask, int from, int until, Merge merge) {
    merge.begin(rows);
    if (value >= bound) {
      return; // the day is older than the value
    }
    int last = firstRun.getAtIndex(JAVA_INT, value + 1);
    for (int at = firstRun.getAtIndex(JAVA_INT, value); at < last; at++) {
      long run = runs.getAtIndex(JAVA_LONG, at);
      if ((mask(run) & mask) == mask) {
        int end = start(runs.getAtIndex(JAVA_LONG, at + 1));
        int start = from == 0 ? start(run) : SortedSearch.atOrAfter(rows, start(run), end, from);
        if (start < end && rows.getAtIndex(JAVA_INT, start) < until) {
          merge.add(start, end);
        }
      }
    }
  }
}
