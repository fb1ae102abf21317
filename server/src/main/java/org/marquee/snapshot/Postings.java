package org.marquee.snapshot;

import java.util.Arrays;

/// The rows of a day for each value of a column, and of these the ones with each attribute, in
/// order: a page needs no look at the others.
///
/// What costs time here is memory that is not at hand, so whatever is looked at together lies
/// together: a list is one number (what it holds in the upper half, where it starts in the lower),
/// the lists of a value follow each other, and so do row and place of each that is found.
final class Postings {
  /// The list of all rows of a value, whatever their attributes.
  static final int ALL = Short.SIZE;

  private final int[] firstList;
  private final long[] lists;
  private final int[] rows;
  private final long[] places;

  private Postings(int[] firstList, long[] lists, int[] rows, long[] places) {
    this.firstList = firstList;
    this.lists = lists;
    this.rows = rows;
    this.places = places;
  }

  /// Postings of a column.
  ///
  /// @param values of the column by row, each below `bound`
  static Postings of(int[] values, int bound, Columns columns) {
    int[] next = new int[bound + 1];
    for (int value : values) {
      next[value + 1]++;
    }
    for (int value = 0; value < bound; value++) {
      next[value + 1] += next[value];
    }
    int[] byValue = new int[values.length];
    for (int row = 0; row < values.length; row++) {
      byValue[next[values[row]]++] = row;
    }
    Draft draft = new Draft(bound, values.length + attributes(columns.masks), columns);
    int from = 0;
    for (int value = 0; value < bound; value++) {
      draft.addAll(value, byValue, from, next[value]);
      draft.addByAttribute(byValue, from, next[value]);
      from = next[value];
    }
    return draft.finish();
  }

  /// Postings of attributes alone, as those of a value 0.
  static Postings ofAttributes(Columns columns) {
    int[] all = new int[columns.size()];
    Arrays.setAll(all, row -> row);
    Draft draft = new Draft(1, attributes(columns.masks), columns);
    draft.addByAttribute(all, 0, all.length);
    return draft.finish();
  }

  private static int attributes(short[] masks) {
    int count = 0;
    for (short mask : masks) {
      count += Integer.bitCount(mask & 0xffff);
    }
    return count;
  }

  /// Finds the rows of a value, and of an attribute unless it is [#ALL], within a range of rows,
  /// until the page is full.
  ///
  /// @param starts of the day
  void find(int value, int attribute, int from, int until, long[] starts, Found found) {
    if (value + 1 >= firstList.length) {
      return; // the day is older than the value
    }
    int last = firstList[value + 1];
    for (int list = firstList[value]; list < last; list++) {
      if ((int) (lists[list] >>> 32) == attribute) {
        int end = (int) lists[list + 1];
        int at = from == 0 ? (int) lists[list] : atOrAfter(from, (int) lists[list], end);
        for (; at < end && rows[at] < until && !found.isFull(); at++) {
          found.add(starts, rows[at], places[at]);
        }
        return;
      }
    }
  }

  private int atOrAfter(int row, int from, int until) {
    int at = Arrays.binarySearch(rows, from, until, row);
    return at < 0 ? -at - 1 : at;
  }

  /// The same with showtimes at other places, which are given by row.
  Postings movedTo(long[] others) {
    return new Postings(firstList, lists, rows, inOrder(rows, others));
  }

  private static long[] inOrder(int[] rows, long[] places) {
    long[] ordered = new long[rows.length];
    for (int at = 0; at < rows.length; at++) {
      ordered[at] = places[rows[at]];
    }
    return ordered;
  }

  /// Postings while their lists are being added, value by value.
  private static final class Draft {
    private final Columns columns;
    private final int[] firstList;
    private final int[] rows;
    private long[] lists = new long[64];
    private int count;
    private int length;

    Draft(int bound, int entries, Columns columns) {
      this.columns = columns;
      firstList = new int[bound + 1];
      rows = new int[entries];
    }

    /// Begins a value with the list of all its rows, which stand between two indices.
    void addAll(int value, int[] its, int from, int until) {
      firstList[value] = count;
      if (from < until) {
        begin(ALL);
        System.arraycopy(its, from, rows, length, until - from);
        length += until - from;
      }
    }

    /// Adds a list for each attribute that is among the rows.
    void addByAttribute(int[] its, int from, int until) {
      int[] next = new int[Short.SIZE];
      for (int at = from; at < until; at++) {
        for (int left = mask(its[at]); left != 0; left &= left - 1) {
          next[Integer.numberOfTrailingZeros(left)]++;
        }
      }
      for (int attribute = 0; attribute < next.length; attribute++) {
        int many = next[attribute];
        next[attribute] = length;
        if (many > 0) {
          begin(attribute);
          length += many;
        }
      }
      for (int at = from; at < until; at++) {
        for (int left = mask(its[at]); left != 0; left &= left - 1) {
          rows[next[Integer.numberOfTrailingZeros(left)]++] = its[at];
        }
      }
    }

    private int mask(int row) {
      return columns.masks[row] & 0xffff;
    }

    private void begin(int what) {
      if (count + 1 >= lists.length) {
        lists = Arrays.copyOf(lists, 2 * lists.length);
      }
      lists[count++] = (long) what << 32 | length;
    }

    Postings finish() {
      firstList[firstList.length - 1] = count;
      lists = Arrays.copyOf(lists, count + 1);
      lists[count] = length;
      return new Postings(firstList, lists, rows, inOrder(rows, columns.places));
    }
  }
}
