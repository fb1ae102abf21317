package org.marquee.snapshot;

import java.util.Arrays;

/// Goes through several sorted runs of rows in order. Runs are few (a mask each), so the smallest
/// head is looked for one by one.
final class Merge {
  private static final int USUAL = 32;

  private int[][] rows = new int[USUAL][];
  private int[] at = new int[USUAL];
  private int[] ends = new int[USUAL];
  private int count;

  /// Begins anew, with no runs.
  void clear() {
    count = 0;
  }

  /// Adds the rows from one index up to another, at least one.
  void add(int[] all, int from, int until) {
    if (count == at.length) {
      rows = Arrays.copyOf(rows, 2 * count);
      at = Arrays.copyOf(at, 2 * count);
      ends = Arrays.copyOf(ends, 2 * count);
    }
    rows[count] = all;
    at[count] = from;
    ends[count] = until;
    count++;
  }

  /// The next row, or -1 at the end.
  int next() {
    int least = -1;
    int row = Integer.MAX_VALUE;
    for (int run = 0; run < count; run++) {
      int head = rows[run][at[run]];
      if (head < row) {
        row = head;
        least = run;
      }
    }
    if (least < 0) {
      return -1;
    }
    if (++at[least] == ends[least]) {
      count--;
      rows[least] = rows[count];
      at[least] = at[count];
      ends[least] = ends[count];
    }
    return row;
  }
}
