package org.marquee.snapshot.columns;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.marquee.files.checkpoint.CheckpointSink;
import org.marquee.files.checkpoint.CheckpointSource;
import org.marquee.files.checkpoint.UnusableCheckpoint;
import org.marquee.snapshot.record.OffHeapChunk;

/// Rows of a day in lists, each of one value of a column and one key, in order.
///
/// What costs time here is memory that is not at hand, so whatever is looked at together lies
/// together: a list is one number (its key in the upper half, where it starts in the lower), and
/// the lists of a value follow each other.
///
/// @param bound all values are below
/// @param firstList of each value, and after the last
record RowLists(int bound, MemorySegment firstList, MemorySegment lists, MemorySegment rows) {
  /// Reads what [#write] wrote.
  static RowLists read(CheckpointSource source, OffHeapChunk chunk)
      throws IOException, UnusableCheckpoint {
    return new RowLists(
        source.integer(), chunk.read(source), chunk.read(source), chunk.read(source));
  }

  /// Writes itself to a checkpoint.
  void write(CheckpointSink sink) throws IOException {
    sink.integer(bound);
    sink.memory(firstList);
    sink.memory(lists);
    sink.memory(rows);
  }

  /// The first list of a value.
  int first(int value) {
    return firstList.getAtIndex(JAVA_INT, value);
  }

  /// The list after the last one of a value: the same where it has none.
  int last(int value) {
    return firstList.getAtIndex(JAVA_INT, value + 1);
  }

  int key(int list) {
    return (int) (lists.getAtIndex(JAVA_LONG, list) >>> 32);
  }

  /// The index in [#rows] where a list starts, and the one before it ends.
  int start(int list) {
    return (int) lists.getAtIndex(JAVA_LONG, list);
  }

  /// The index of the first row of a list that is at or after a row of the day.
  int start(int list, int row) {
    return row == 0 ? start(list) : SortedSearch.atOrAfter(rows, start(list), start(list + 1), row);
  }

  /// The rows of a day in the order of their keys, otherwise as they were. They are counted into
  /// their places: keys are few.
  ///
  /// @param key of a row, below `bound`
  static int[] sorted(int[] rows, IntUnaryOperator key, int bound) {
    int[] next = new int[bound + 1];
    for (int row : rows) {
      next[key.applyAsInt(row) + 1]++;
    }
    for (int each = 0; each < bound; each++) {
      next[each + 1] += next[each];
    }
    int[] sorted = new int[rows.length];
    for (int row : rows) {
      sorted[next[key.applyAsInt(row)]++] = row;
    }
    return sorted;
  }

  /// Lists while they are being added, by value.
  static final class Draft {
    private final int[] firstList;
    private long[] lists = new long[64];
    private int[] rows;
    private int begun;
    private int count;
    private int length;

    /// @param room for so many rows; more are taken
    Draft(int bound, int room) {
      firstList = new int[bound + 1];
      rows = new int[room];
    }

    /// Begins a list of the same value as the one before, or of a higher one.
    void begin(int value, int key) {
      for (; begun <= value; begun++) {
        firstList[begun] = count;
      }
      if (count + 1 == lists.length) {
        lists = Arrays.copyOf(lists, 2 * lists.length);
      }
      lists[count++] = (long) key << 32 | length;
    }

    /// Adds a row to the list.
    void add(int row) {
      if (length == rows.length) {
        rows = Arrays.copyOf(rows, 2 * length + 16);
      }
      rows[length++] = row;
    }

    /// All rows of all lists.
    int[] rows() {
      return Arrays.copyOf(rows, length);
    }

    RowLists finish(OffHeapChunk chunk) {
      for (; begun < firstList.length; begun++) {
        firstList[begun] = count;
      }
      lists[count] = length;
      return new RowLists(
          firstList.length - 1,
          chunk.ints(firstList),
          chunk.longs(Arrays.copyOf(lists, count + 1)),
          chunk.ints(rows()));
    }
  }

  /// Goes through several lists in order. They are few, so the smallest head is looked for one by
  /// one.
  final class Merge {
    private int[] at = new int[32];
    private int[] ends = new int[32];
    private int count;

    /// Adds what a list has of a range of rows of the day.
    void add(int list, int fromRow, int untilRow) {
      int from = start(list, fromRow);
      int end = start(list + 1);
      if (from == end || rows.getAtIndex(JAVA_INT, from) >= untilRow) {
        return;
      }
      if (count == at.length) {
        at = Arrays.copyOf(at, 2 * count);
        ends = Arrays.copyOf(ends, 2 * count);
      }
      at[count] = from;
      ends[count] = end;
      count++;
    }

    /// The next row, or the highest number at the end.
    int next() {
      int least = -1;
      int row = Integer.MAX_VALUE;
      for (int list = 0; list < count; list++) {
        int head = rows.getAtIndex(JAVA_INT, at[list]);
        if (head < row) {
          row = head;
          least = list;
        }
      }
      if (least >= 0 && ++at[least] == ends[least]) {
        count--;
        at[least] = at[count];
        ends[least] = ends[count];
      }
      return row;
    }
  }
}
