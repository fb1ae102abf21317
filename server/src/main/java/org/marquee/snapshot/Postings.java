package org.marquee.snapshot;

import java.util.Arrays;

/// The rows of a day for each value of a column, so that a page needs no look at the others.
///
/// The rows of a value lie in runs of one attribute mask each, sorted within a run. Asking for
/// attributes takes the runs whose masks have them and merges these: what has not all of them is
/// never touched, however rare the answer is among the rows.
final class Postings {
  private final int[] firstRun;
  private final short[] masks;
  private final int[] starts;
  private final int[] rows;

  private Postings(int[] firstRun, short[] masks, int[] starts, int[] rows) {
    this.firstRun = firstRun;
    this.masks = masks;
    this.starts = starts;
    this.rows = rows;
  }

  /// Postings of a day.
  ///
  /// @param values of the column by row, each below `bound`
  /// @param masks the attributes by row
  static Postings of(int[] values, int bound, short[] masks) {
    int size = values.length;
    int[] byValue = new int[bound + 1];
    for (int value : values) {
      byValue[value + 1]++;
    }
    for (int value = 0; value < bound; value++) {
      byValue[value + 1] += byValue[value];
    }
    // Value, mask and row in one number sort as they should; one value's share is sorted at a time.
    long[] sorted = new long[size];
    int[] next = Arrays.copyOf(byValue, bound);
    for (int row = 0; row < size; row++) {
      sorted[next[values[row]]++] = (long) masks[row] << 32 | row;
    }
    int[] rows = new int[size];
    int[] firstRun = new int[bound + 1];
    short[] runMasks = new short[16];
    int[] starts = new int[16];
    int runs = 0;
    for (int value = 0; value < bound; value++) {
      firstRun[value] = runs;
      int from = byValue[value];
      int until = byValue[value + 1];
      if (!isSorted(sorted, from, until)) {
        Arrays.sort(sorted, from, until);
      }
      for (int at = from; at < until; at++) {
        short mask = (short) (sorted[at] >>> 32);
        if (at == from || mask != runMasks[runs - 1]) {
          if (runs + 1 >= starts.length) {
            runMasks = Arrays.copyOf(runMasks, 2 * runs + 2);
            starts = Arrays.copyOf(starts, 2 * runs + 2);
          }
          runMasks[runs] = mask;
          starts[runs] = at;
          runs++;
        }
        rows[at] = (int) sorted[at];
      }
    }
    firstRun[bound] = runs;
    starts = Arrays.copyOf(starts, runs + 1);
    starts[runs] = size;
    return new Postings(firstRun, Arrays.copyOf(runMasks, runs), starts, rows);
  }

  private static boolean isSorted(long[] numbers, int from, int until) {
    for (int at = from + 1; at < until; at++) {
      if (numbers[at - 1] > numbers[at]) {
        return false;
      }
    }
    return true;
  }

  /// Gives `merge` the rows of a value that carry all of `wanted`, within a range of rows.
  void find(int value, int wanted, int from, int until, Merge merge) {
    if (value + 1 >= firstRun.length) {
      return; // the day is older than the value
    }
    for (int run = firstRun[value]; run < firstRun[value + 1]; run++) {
      if ((masks[run] & wanted) == wanted) {
        int end = starts[run + 1];
        int start = atOrAfter(from, starts[run], end);
        if (start < end && rows[start] < until) {
          merge.add(rows, start, end);
        }
      }
    }
  }

  private int atOrAfter(int row, int low, int high) {
    int from = low;
    int until = high;
    while (from < until) {
      int middle = (from + until) >>> 1;
      if (rows[middle] < row) {
        from = middle + 1;
      } else {
        until = middle;
      }
    }
    return from;
  }
}
