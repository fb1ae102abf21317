package org.marquee.snapshot.columns;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Goes through several sorted runs of rows in order. Runs are few (a mask each), so the smallest
/// head is looked for one by one.
final class Merge {
  private static final int USUAL = 32;

  private MemorySegment rows = MemorySegment.NULL;
  private int[] at = new int[USUAL];
  private int[] ends = new int[USUAL];
  private int count;

  /// Begins anew, with no runs.
  ///
  /// @param from what all runs to come are part of, 4 bytes a row
  void begin(MemorySegment from) {
    rows = from;
    count = 0;
  }

  /// Adds the rows from one index up to another, at least one.
  void add(int from, int until) {
    if (count == at.length) {
      at = Arrays.copyOf(at, 2 * count);
      ends = Arrays.copyOf(ends, 2 * count);
    }
    at[count] = from;
    ends[count] = until;
    count++;
  }

  /// The next row, or -1 at the end.
  int next() {
    int least = -1;
    int row = Integer.MAX_VALUE;
    for (int run = 0; run < count; run++) {
      int head = rows.getAtIndex(JAVA_INT, at[run]);
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
      at[least] = at[count];
      ends[least] = ends[count];
    }
    return row;
  }
}
