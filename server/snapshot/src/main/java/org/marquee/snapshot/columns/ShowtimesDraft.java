package org.marquee.snapshot.columns;

import static java.util.stream.Collectors.toUnmodifiableSet;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ChangeSink.Observed;
import org.marquee.listing.Showtime;
import org.marquee.snapshot.record.Chunks;
import org.marquee.snapshot.record.Dictionary;
import org.marquee.snapshot.record.Micros;
import org.marquee.snapshot.record.ShowtimeStore;
import org.marquee.snapshot.record.ShowtimeStoreDraft;

/// The showtimes of the next snapshot. Days on which nothing changed are the same as in the last
/// one, and so is the memory of every showtime that did not.
///
/// First come the ids that changed, with [#drop], then the new showtimes, with [#add].
public final class ShowtimesDraft {
  private final Showtimes last;
  private final Chunks chunks = new Chunks();
  private final ShowtimeStoreDraft store;
  private final Dictionary.Draft<String> films;
  private final Dictionary.Draft<String> cinemas;
  private final Map<Integer, DayDraft> drafts = new TreeMap<>();
  private final BitSet changedCinemas = new BitSet();

  /// Goes on from the showtimes of the last snapshot.
  public ShowtimesDraft(Showtimes last) {
    this.last = last;
    store = new ShowtimeStoreDraft(last.store(), chunks);
    films = new Dictionary.Draft<>(last.films());
    cinemas = new Dictionary.Draft<>(last.cinemas());
    for (Day day : last.days()) {
      drafts.put(day.date(), new DayDraft(day.date(), day));
    }
  }

  /// Makes room for so many showtimes.
  public void expect(int showtimes) {
    store.expect(showtimes);
  }

  /// Adds a showtime that is new or has changed, in any order.
  ///
  /// @param note see [org.marquee.snapshot.record.ObservationNote]
  public void add(Showtime showtime, Observed observed, int note) {
    long start = Micros.of(showtime.startsAt());
    int film = films.of(showtime.filmId());
    int place = store.add(showtime, start, observed, note, film);
    int cinema = cinemas.of(showtime.cinemaId());
    changedCinemas.set(cinema);
    int date = Micros.day(start);
    drafts
        .computeIfAbsent(date, _ -> new DayDraft(date, null))
        .add(
            start,
            place,
            showtime.id().hashCode(),
            film,
            cinema,
            (short) showtime.attributes().mask());
  }

  /// Leaves out whatever the last snapshot had of some showtimes.
  public void drop(Set<String> showtimes) {
    Set<Integer> hashes = showtimes.stream().map(String::hashCode).collect(toUnmodifiableSet());
    drafts.values().parallelStream().forEach(draft -> draft.drop(showtimes, hashes, last.store()));
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
  private void emptyPieces() {
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

  /// The showtimes as they are now; to be called once, last.
  ///
  /// @param from the first day that is held
  public Showtimes finish(int from) {
    drafts.forEach((date, draft) -> {
      if (date < from) {
        draft.dropAll();
      }
      noteDropped(draft);
    });
    emptyPieces();
    ShowtimeStore all = store.finish();
    List<Day> days = days(all);
    return new Showtimes(
        days.toArray(Day[]::new),
        last.programmes().with(changedCinemas, cinemas.count(), days, chunks),
        all,
        films.finish(),
        cinemas.finish());
  }

  /// The days by date. They are made side by side by as many processors as there are: most of the
  /// time that a small change takes is this.
  private List<Day> days(ShowtimeStore all) {
    List<Day> days = new ArrayList<>();
    List<Callable<Optional<Day>>> work = new ArrayList<>();
    for (DayDraft draft : drafts.values()) {
      Day before = draft.last();
      if (before != null && draft.isAsBefore()) {
        days.add(before);
      } else {
        work.add(() -> draft.finish(all, films.count(), chunks));
      }
    }
    collectResults(
        ForkJoinPool.commonPool().invokeAllUninterruptibly(work), day -> day.ifPresent(days::add));
    days.sort(Comparator.comparingInt(Day::date));
    return days;
  }

  /// Takes the results of work as they were asked for. All of it is done, even if some failed:
  /// memory can be given back then.
  private static <T> void collectResults(List<? extends Future<T>> done, Consumer<T> taker) {
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

  /// Gives back the memory that was taken for showtimes that will not be.
  public void abandon() {
    chunks.abandon();
  }
}
