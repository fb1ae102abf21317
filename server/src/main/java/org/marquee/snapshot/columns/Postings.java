package org.marquee.snapshot.columns;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.IntConsumer;
import org.marquee.checkpoint.CheckpointSink;
import org.marquee.checkpoint.CheckpointSource;
import org.marquee.checkpoint.UnusableCheckpoint;
import org.marquee.snapshot.record.OffHeapChunk;

/// The rows of a day for each value of a column, and of these the ones with each attribute, in
/// order: a page needs no look at the others.
///
/// What costs time here is memory that is not at hand, so whatever is looked at together lies
/// together: a list is one number (what it holds in the upper half, where it starts in the lower),
/// the lists of a value follow each other, and so do the places of what is found. Rows are looked
/// at only where a range begins or ends within the day.
final class Postings {
  /// The list of all rows of a value, whatever their attributes.
  static final int ALL = Short.SIZE;

  private final int bound;
  private final MemorySegment firstList;
  private final MemorySegment lists;
  private final MemorySegment rows;
  private final MemorySegment places;

  private Postings(
      int bound,
      MemorySegment firstList,
      MemorySegment lists,
      MemorySegment rows,
      MemorySegment places) {
    this.bound = bound;
    this.firstList = firstList;
    this.lists = lists;
    this.rows = rows;
    this.places = places;
  }

  /// Postings of a column.
  ///
  /// @param values of the column by row, each below `bound`
  /// @param chunk where they are going to lie
  static Postings of(int[] values, int bound, Columns columns, OffHeapChunk chunk) {
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
    return draft.finish(chunk);
  }

  /// Postings of attributes alone, as those of a value 0.
  static Postings ofAttributes(Columns columns, OffHeapChunk chunk) {
    int[] all = new int[columns.size()];
    Arrays.setAll(all, row -> row);
    Draft draft = new Draft(1, attributes(columns.masks), columns);
    draft.addByAttribute(all, 0, all.length);
    return draft.finish(chunk);
  }

  /// Writes itself to a checkpoint.
  void write(CheckpointSink sink) throws IOException {
    sink.integer(bound);
    sink.memory(firstList);
    sink.memory(lists);
    sink.memory(rows);
    sink.memory(places);
  }

  /// Reads what [#write] wrote.
  static Postings read(CheckpointSource source, OffHeapChunk chunk)
      throws IOException, UnusableCheckpoint {
    return new Postings(
        source.integer(),
        chunk.read(source),
        chunk.read(source),
        chunk.read(source),
        chunk.read(source));
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
  /// @param size of the day; a range that ends there, or begins at 0, ends and begins with the list
  void find(int value, int attribute, int from, int until, int size, RowHits found) {
    if (value >= bound) {
      return; // the day is older than the value
    }
    int last = firstList.getAtIndex(JAVA_INT, value + 1);
    for (int at = firstList.getAtIndex(JAVA_INT, value); at < last; at++) {
      long list = lists.getAtIndex(JAVA_LONG, at);
      if ((int) (list >>> 32) == attribute) {
        int end = (int) lists.getAtIndex(JAVA_LONG, at + 1);
        int first = from == 0 ? (int) list : SortedSearch.atOrAfter(rows, (int) list, end, from);
        int stop = until == size ? end : SortedSearch.atOrAfter(rows, first, end, until);
        for (int next = first; next < stop && !found.isFull(); next++) {
          found.add(places.getAtIndex(JAVA_INT, next));
        }
        return;
      }
    }
  }

  /// Passes on the rows of a value that are within a range, in order.
  void eachRow(int value, int from, int until, IntConsumer taker) {
    int end = placeOf(value, until);
    for (int next = placeOf(value, from); next < end; next++) {
      taker.accept(rows.getAtIndex(JAVA_INT, next));
    }
  }

  /// How many rows of a value are within a range.
  int count(int value, int from, int until) {
    return placeOf(value, until) - placeOf(value, from);
  }

  /// Where the first row of a value that is at or after another stands, or would stand.
  private int placeOf(int value, int row) {
    // The list of all rows is the first one of a value; a day may be older than the value.
    int at = value < bound ? firstList.getAtIndex(JAVA_INT, value) : 0;
    return value >= bound || at == firstList.getAtIndex(JAVA_INT, value + 1)
        ? 0
        : SortedSearch.atOrAfter(
            rows,
            (int) lists.getAtIndex(JAVA_LONG, at),
            (int) lists.getAtIndex(JAVA_LONG, at + 1),
            row);
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

    Postings finish(OffHeapChunk chunk) {
      firstList[firstList.length - 1] = count;
      lists = Arrays.copyOf(lists, count + 1);
      lists[count] = length;
      return new Postings(
          firstList.length - 1,
          chunk.ints(firstList),
          chunk.longs(lists),
          chunk.ints(rows),
          chunk.ints(places()));
    }

    private int[] places() {
      int[] places = new int[rows.length];
      for (int at = 0; at < rows.length; at++) {
        places[at] = columns.places[rows[at]];
      }
      return places;
    }
  }
}
