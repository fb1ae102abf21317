package org.marquee.snapshot.columns;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.marquee.snapshot.record.Chunks;
import org.marquee.snapshot.record.Micros;
import org.marquee.snapshot.record.ShowtimeStore;
import org.marquee.snapshot.record.ShowtimeStoreDraft;

/// The days of the next snapshot. Those on which nothing changed are the same as in the last one.
///
/// First come the ids that changed, with [#drop], then the new rows, with [#add]. Call
/// [#emptyPieces()] before the [ShowtimeStore] is finished and [#finish] is called.
public final class DaysDraft {
  private final ShowtimeStore lastStore;
  private final ShowtimeStoreDraft store;
  private final Map<Integer, DayDraft> drafts = new TreeMap<>();
  private final BitSet changedCinemas = new BitSet();
  private final Chunks chunks;
  private final List<ForkJoinTask<DayDraft>> dropping = new ArrayList<>();

  /// @param last the days of the last snapshot, by date
  /// @param lastStore where their records lie
  /// @param chunks to take memory of
  public DaysDraft(Day[] last, ShowtimeStore lastStore, ShowtimeStoreDraft store, Chunks chunks) {
    this.chunks = chunks;
    this.lastStore = lastStore;
    this.store = store;
    for (Day day : last) {
      drafts.put(day.date(), new DayDraft(day.date(), day));
    }
  }

  /// Adds a showtime that is new or has changed, in any order.
  public void add(long start, int place, int hash, int film, int cinema, short mask) {
    changedCinemas.set(cinema);
    int date = Micros.day(start);
    drafts
        .computeIfAbsent(date, _ -> new DayDraft(date, null))
        .add(start, place, hash, film, cinema, mask);
  }

  /// Begins to leave out whatever the last snapshot had of some showtimes, and of days before
  /// `from`: the days are looked through while [#add] goes on.
  public void drop(ChangedIds ids, int from) {
    drafts.forEach((date, draft) ->
        dropping.add(
            ForkJoinPool.commonPool()
                .submit(() -> {
                  if (date < from) {
                    draft.dropAll();
                  } else {
                    draft.drop(ids, lastStore);
                  }
                  return draft;
                })));
  }

  /// Whether [#drop] was called.
  public boolean isDropping() {
    return !dropping.isEmpty();
  }

  /// Waits until all days were looked through. The last one that was asked for is waited for first:
  /// who waits for work that nobody has begun does it.
  private void awaitDropped() {
    dropping.reversed().forEach(ForkJoinTask::quietlyJoin);
  }

  private void noteDropped(DayDraft draft) {
    Day day = draft.last();
    if (day != null) {
      draft.dropped().stream()
          .forEach(row -> {
            store.drop(day.place(row));
            changedCinemas.set(day.cinema(row));
          });
    }
  }

  /// Moves what is left in pieces that are mostly unused, so that memory does not grow for ever.
  public void emptyPieces() {
    awaitDropped();
    take(dropping, this::noteDropped);
    BitSet worth = store.worthEmptying();
    for (DayDraft draft : drafts.values()) {
      Day day = draft.last();
      int[] places = day == null || worth.isEmpty() ? new int[0] : day.places();
      for (int row = 0; day != null && row < places.length; row++) {
        if (worth.get(ShowtimeStore.piece(places[row])) && !draft.dropped().get(row)) {
          draft.move(day, row, store.move(places[row]));
          changedCinemas.set(day.cinema(row));
        }
      }
    }
  }

  /// The cinemas whose showtimes are not all as and where they were.
  public BitSet changedCinemas() {
    return changedCinemas;
  }

  /// The days by date.
  ///
  /// They are made side by side by as many processors as there are: most of the time that a small
  /// change takes is this.
  ///
  /// @param films how many there are
  public List<Day> finish(ShowtimeStore all, int films) {
    List<Day> days = new ArrayList<>();
    List<Callable<Optional<Day>>> work = new ArrayList<>();
    for (DayDraft draft : drafts.values()) {
      Day last = draft.last();
      if (last != null && draft.isAsBefore()) {
        days.add(last);
      } else {
        work.add(() -> draft.finish(all, films, chunks));
      }
    }
    together(work, day -> day.ifPresent(days::add));
    days.sort(Comparator.comparingInt(Day::date));
    return days;
  }

  /// Does work side by side, and takes the results as they were asked for. All of it is waited for,
  /// even if some fails: memory can be given back then.
  private static <T> void together(List<Callable<T>> work, Consumer<T> taker) {
    take(ForkJoinPool.commonPool().invokeAllUninterruptibly(work), taker);
  }

  private static <T> void take(List<? extends Future<T>> done, Consumer<T> taker) {
    @Nullable Throwable failure = null;
    for (Future<T> each : done) {
      if (each.state() == Future.State.SUCCESS) {
        taker.accept(each.resultNow());
      } else {
        failure = each.exceptionNow();
      }
    }
    if (failure != null) {
      throw new IllegalStateException("a day cannot be made: " + failure, failure);
    }
  }

  /// Waits until nobody reads the last snapshot for the days any more.
  public void abandon() {
    awaitDropped();
  }
}
