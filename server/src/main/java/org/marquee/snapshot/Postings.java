package org.marquee.snapshot;

import java.util.Arrays;
import org.marquee.listing.Attribute;

/// The rows of a day for each value of a column, so that a page needs no look at the others.
///
/// The rows of a value lie in runs of one attribute mask each, sorted within a run. Asking for
/// attributes takes the runs whose masks have them and merges these: what has not all of them is
/// never touched, however rare the answer is among the rows.
///
/// What costs time here is memory that is not at hand, so whatever is looked at together lies
/// together: a run is one number (its mask in the upper half, where it starts in the lower), and
/// beside each row lie its place and its value in one other column.
final class Postings {
  private final int[] firstRun;
  private final long[] runs;
  private final int[] rows;
  private final int[] others;
  private final long[] places;

  private Postings(int[] firstRun, long[] runs, int[] rows, int[] others, long[] places) {
    this.firstRun = firstRun;
    this.runs = runs;
    this.rows = rows;
    this.others = others;
    this.places = places;
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

  /// Postings of a day.
  ///
  /// @param values of the column by row, each below `bound`
  /// @param companions another column by row
  /// @param byMask the rows as [#byMask] gives them
  static Postings of(int[] values, int bound, int[] companions, Columns columns, int[] byMask) {
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
    int[] others = new int[rows.length];
    int[] firstRun = new int[bound + 1];
    long[] runs = new long[16];
    int count = 0;
    for (int value = 0; value < bound; value++) {
      firstRun[value] = count;
      int from = byValue[value];
      for (int at = from; at < byValue[value + 1]; at++) {
        int row = rows[at];
        int mask = columns.masks[row];
        if (at == from || mask != mask(runs[count - 1])) {
          if (count + 1 >= runs.length) {
            runs = Arrays.copyOf(runs, 2 * count + 2);
          }
          runs[count++] = (long) mask << 32 | at;
        }
        others[at] = companions[row];
      }
    }
    firstRun[bound] = count;
    runs = Arrays.copyOf(runs, count + 1);
    runs[count] = rows.length;
    return new Postings(firstRun, runs, rows, others, inOrder(rows, columns.places));
  }

  private static long[] inOrder(int[] rows, long[] places) {
    long[] ordered = new long[rows.length];
    for (int at = 0; at < rows.length; at++) {
      ordered[at] = places[rows[at]];
    }
    return ordered;
  }

  /// The same with showtimes at other places, which are given by row.
  Postings movedTo(long[] others) {
    return new Postings(firstRun, runs, rows, this.others, inOrder(rows, others));
  }

  private static int mask(long run) {
    return (int) (run >>> 32);
  }

  private static int start(long run) {
    return (int) run;
  }

  /// Gives `merge` the rows of a value that carry all of `wanted`, within a range of rows.
  void find(int value, int wanted, int from, int until, Merge merge) {
    if (value + 1 >= firstRun.length) {
      return; // the day is older than the value
    }
    int last = firstRun[value + 1];
    for (int run = firstRun[value]; run < last; run++) {
      if ((mask(runs[run]) & wanted) == wanted) {
        int end = start(runs[run + 1]);
        int start = from == 0 ? start(runs[run]) : atOrAfter(from, start(runs[run]), end);
        if (start < end && rows[start] < until) {
          merge.add(rows, start, end);
        }
      }
    }
  }

  /// The place of the row that was found last.
  long place(Merge merge) {
    return places[merge.index()];
  }

  /// The value of the row last found in the other column.
  int companion(Merge merge) {
    return others[merge.index()];
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
