package org.marquee.snapshot.columns;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.IntConsumer;
import org.marquee.files.checkpoint.CheckpointSink;
import org.marquee.files.checkpoint.CheckpointSource;
import org.marquee.files.checkpoint.UnusableCheckpoint;
import org.marquee.listing.Attribute;
import org.marquee.snapshot.record.OffHeapChunk;

/// The rows of a day for each value of a column, and of these the ones with each attribute, in
/// order: a page needs no look at the others.
///
/// Questions with several attributes take the runs of rows whose mask has them all, and merge
/// these: what has not all of them is never touched, however rare the answer is among the rows and
/// however common each attribute alone.
final class Postings {
  /// The list of all rows of a value, whatever their attributes.
  private static final int ALL = Short.SIZE;

  private final RowLists lists;

  /// Of the rows of `lists`, in the same order: what is found need not be looked up.
  private final MemorySegment places;

  /// The rows of a value by their masks.
  private final RowLists runs;

  private Postings(RowLists lists, MemorySegment places, RowLists runs) {
    this.lists = lists;
    this.places = places;
    this.runs = runs;
  }

  /// Postings of a column.
  ///
  /// @param values of the column by row, each below `bound`
  /// @param chunk where they are going to lie
  static Postings of(int[] values, int bound, Columns columns, OffHeapChunk chunk) {
    int[] byValue = RowLists.sorted(allRows(columns), row -> values[row], bound);
    RowLists.Draft draft = new RowLists.Draft(bound, 2 * values.length);
    for (int from = 0; from < byValue.length; ) {
      int value = values[byValue[from]];
      int until = from;
      draft.begin(value, ALL);
      for (; until < byValue.length && values[byValue[until]] == value; until++) {
        draft.add(byValue[until]);
      }
      addByAttribute(draft, value, Arrays.copyOfRange(byValue, from, until), columns);
      from = until;
    }
    return finish(draft, values, bound, columns, chunk);
  }

  /// Postings of attributes alone, as those of a value 0.
  static Postings ofAttributes(Columns columns, OffHeapChunk chunk) {
    RowLists.Draft draft = new RowLists.Draft(1, columns.size());
    addByAttribute(draft, 0, allRows(columns), columns);
    return finish(draft, new int[columns.size()], 1, columns, chunk);
  }

  private static int[] allRows(Columns columns) {
    int[] all = new int[columns.size()];
    Arrays.setAll(all, row -> row);
    return all;
  }

  /// Adds a list for each attribute that is among the rows.
  private static void addByAttribute(RowLists.Draft draft, int value, int[] rows, Columns columns) {
    int any = 0;
    for (int row : rows) {
      any |= columns.masks[row];
    }
    for (; any != 0; any &= any - 1) {
      int attribute = Integer.numberOfTrailingZeros(any);
      draft.begin(value, attribute);
      for (int row : rows) {
        if ((columns.masks[row] >>> attribute & 1) != 0) {
          draft.add(row);
        }
      }
    }
  }

  private static Postings finish(
      RowLists.Draft draft, int[] values, int bound, Columns columns, OffHeapChunk chunk) {
    int[] places = draft.rows();
    for (int at = 0; at < places.length; at++) {
      places[at] = columns.places[places[at]];
    }
    return new Postings(
        draft.finish(chunk), chunk.ints(places), runs(values, bound, columns, chunk));
  }

  private static RowLists runs(int[] values, int bound, Columns columns, OffHeapChunk chunk) {
    short[] masks = columns.masks;
    int[] byMask = RowLists.sorted(allRows(columns), row -> masks[row], 1 << Attribute.ALL.size());
    RowLists.Draft draft = new RowLists.Draft(bound, values.length);
    int last = -1;
    for (int row : RowLists.sorted(byMask, row -> values[row], bound)) {
      if (last < 0 || values[row] != values[last] || masks[row] != masks[last]) {
        draft.begin(values[row], masks[row]);
      }
      draft.add(row);
      last = row;
    }
    return draft.finish(chunk);
  }

  /// Writes itself to a checkpoint.
  void write(CheckpointSink sink) throws IOException {
    lists.write(sink);
    sink.memory(places);
    runs.write(sink);
  }

  /// Reads what [#write] wrote.
  static Postings read(CheckpointSource source, OffHeapChunk chunk)
      throws IOException, UnusableCheckpoint {
    return new Postings(
        RowLists.read(source, chunk), chunk.read(source), RowLists.read(source, chunk));
  }

  /// Finds the rows of a value that carry all attributes of a mask, within a range of rows, until
  /// the page is full.
  void find(int value, int mask, int from, int until, Day day, RowHits found) {
    if (value >= lists.bound()) {
      return; // the day is older than the value
    }
    if ((mask & mask - 1) != 0) {
      merge(value, mask, from, until, day, found);
      return;
    }
    int key = mask == 0 ? ALL : Integer.numberOfTrailingZeros(mask);
    int last = lists.last(value);
    for (int list = lists.first(value); list < last; list++) {
      if (lists.key(list) == key) {
        // A range that ends with the day ends with the list.
        int end = until == day.size() ? lists.start(list + 1) : lists.start(list, until);
        for (int next = lists.start(list, from); next < end && !found.isFull(); next++) {
          found.add(places.getAtIndex(JAVA_INT, next));
        }
        return;
      }
    }
  }

  private void merge(int value, int mask, int from, int until, Day day, RowHits found) {
    RowLists.Merge merge = runs.new Merge();
    int last = runs.last(value);
    for (int run = runs.first(value); run < last; run++) {
      if ((runs.key(run) & mask) == mask) {
        merge.add(run, from, until);
      }
    }
    for (int row = merge.next(); row < until && !found.isFull(); row = merge.next()) {
      found.add(day.place(row));
    }
  }

  /// Passes on the rows of a value that are within a range, in order.
  void eachRow(int value, int from, int until, IntConsumer taker) {
    int end = placeOf(value, until);
    for (int next = placeOf(value, from); next < end; next++) {
      taker.accept(lists.rows().getAtIndex(JAVA_INT, next));
    }
  }

  /// Where the first row of a value that is at or after another stands, or would stand. The list of
  /// all rows is the first one of a value; a day may be older than the value.
  private int placeOf(int value, int row) {
    return value >= lists.bound() || lists.first(value) == lists.last(value)
        ? 0
        : lists.start(lists.first(value), row);
  }
}
