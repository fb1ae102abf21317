package org.marquee.snapshot.columns;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.BitSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.snapshot.record.Chunks;
import org.marquee.snapshot.record.ShowtimeStore;

/// What becomes of one day: rows of the last snapshot that are dropped, others whose records were
/// moved, and showtimes that are new.
final class DayDraft {
  private final int date;
  private final @Nullable Day last;
  private final BitSet dropped = new BitSet();
  private Columns added = new Columns(0);

  /// Of the last day's rows, where their records lie now; null if none was moved.
  private int @Nullable [] places;

  /// @param last the day as it was; null where there was none
  DayDraft(int date, @Nullable Day last) {
    this.date = date;
    this.last = last;
  }

  /// The day as it was; null where there was none.
  @Nullable Day last() {
    return last;
  }

  /// Adds a showtime, in any order.
  void add(long start, int place, int hash, int film, int cinema, short mask) {
    added.add(start, place, hash, film, cinema, mask);
  }

  /// Leaves out what the last day had of some showtimes.
  ///
  /// @param lastStock where the records of the last day lie
  void drop(ChangedIds ids, ShowtimeStore lastStock) {
    if (last != null) {
      int[] hashes = last.hashes();
      for (int row = 0; row < hashes.length; row++) {
        if (ids.mayHold(hashes[row]) && ids.holds(lastStock.id(last.place(row)))) {
          dropped.set(row);
        }
      }
    }
  }

  /// Leaves out all that the last day had.
  void dropAll() {
    if (last != null) {
      dropped.set(0, last.size());
    }
  }

  /// The rows of the last day that are left out.
  BitSet dropped() {
    return dropped;
  }

  /// Notes that the record of a row of the last day lies elsewhere now.
  void move(Day day, int row, int place) {
    int[] all = places;
    if (all == null) {
      all = day.places();
      places = all;
    }
    all[row] = place;
  }

  /// Whether nothing was done to the day.
  boolean isAsBefore() {
    return dropped.isEmpty() && added.size() == 0 && places == null;
  }

  /// The day as it is now; empty if nothing is left of it. To be called once.
  ///
  /// @param lastStock where the records of the last day lay
  /// @param store where they, and those of what was added, lie now
  /// @param films how many there are
  Optional<Day> finish(ShowtimeStore lastStock, ShowtimeStore store, int films, Chunks chunks) {
    Columns rows = added.inOrder(store);
    added = new Columns(0); // memory for other days
    if (last != null) {
      rows = merged(last, rows, lastStock, store);
    }
    return rows.size() == 0
        ? Optional.empty()
        : Optional.of(new Day(date, rows, films, chunks.chunk()));
  }

  /// Whatever lies between two changes is copied at once.
  private Columns merged(Day day, Columns fresh, ShowtimeStore lastStock, ShowtimeStore store) {
    Columns all = new Columns(day.size() - dropped.cardinality() + fresh.size());
    int row = 0;
    for (int next = 0; next < fresh.size(); next++) {
      byte[] id = store.id(fresh.places[next]).getBytes(US_ASCII);
      int until = day.rowAfter(new SeekKey(fresh.starts[next], id), lastStock);
      addKept(all, day, row, until);
      all.add(fresh, next);
      row = until;
    }
    addKept(all, day, row, day.size());
    return all;
  }

  private void addKept(Columns all, Day day, int from, int until) {
    int row = dropped.nextClearBit(from);
    while (row < until) {
      int next = dropped.nextSetBit(row);
      int end = next < 0 ? until : Math.min(next, until);
      int at = all.size();
      all.add(day, row, end);
      if (places != null) {
        System.arraycopy(places, row, all.places, at, end - row);
      }
      row = dropped.nextClearBit(end);
    }
  }
}
