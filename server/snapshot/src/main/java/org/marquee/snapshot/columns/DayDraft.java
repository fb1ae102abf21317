package org.marquee.snapshot.columns;

import java.util.BitSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
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

  /// Leaves out what the last day had of some showtimes. To read the id of a row is to wait for
  /// memory, so its hash is looked at first.
  ///
  /// @param idHashes those of the ids
  /// @param lastStock where the records of the last day lie
  void drop(Set<String> ids, Set<Integer> idHashes, ShowtimeStore lastStock) {
    if (last != null) {
      int[] hashes = last.hashes();
      for (int row = 0; row < hashes.length; row++) {
        if (idHashes.contains(hashes[row]) && ids.contains(lastStock.id(last.place(row)))) {
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
  /// @param store where the records lie now
  /// @param films how many there are
  Optional<Day> finish(ShowtimeStore store, int films, Chunks chunks) {
    Columns all = kept();
    int kept = all.size();
    all.add(added);
    added = new Columns(0); // memory for other days
    return all.size() == 0
        ? Optional.empty()
        : Optional.of(new Day(date, all.inOrder(kept, store), films, chunks.chunk()));
  }

  /// Whatever lies between two rows that are left out is copied at once.
  private Columns kept() {
    int size = last == null ? 0 : last.size();
    Columns kept = new Columns(size - dropped.cardinality() + added.size());
    for (int row = dropped.nextClearBit(0); row < size; ) {
      int next = dropped.nextSetBit(row);
      int end = next < 0 ? size : next;
      int at = kept.size();
      kept.add(Objects.requireNonNull(last), row, end);
      if (places != null) {
        System.arraycopy(places, row, kept.places, at, end - row);
      }
      row = dropped.nextClearBit(end);
    }
    return kept;
  }
}
