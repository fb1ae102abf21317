package org.marquee.snapshot;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.marquee.page.KeptText;
import org.marquee.page.ProgrammeWriter;

/// Days of cinemas as programmes have them: the date, how much of it is covered, and the films with
/// their showtimes. A bounded amount of one snapshot. Safe for many threads, which share nothing
/// that a hit writes.
///
/// Nearly each question for a programme has another centre, and the ten cinemas around it are those
/// of many other questions. What depends on the question stands outside: the distance.
final class FoundDays {
  /// Shorter ones are written quickly. Nor may an answer be compressed that is shorter.
  private static final int SHORTEST = 1024;

  /// One of so many that are written is kept, so that mostly those are that are asked for often: to
  /// keep one costs more than to write it.
  private static final int KEPT_ONE_OF = 16;

  /// What stands around a text in memory, about.
  private static final int AROUND = 150;

  /// What the place of a cinema takes in an array, in bytes.
  private static final int PLACE = 4;

  /// The dates that may have showtimes, in order, as days since 1970. A mistyped year must not take
  /// memory for the days between.
  private final int[] dates;

  private final int cinemas;

  /// By the index of the date, then by the number of the cinema in the [Dictionary].
  private final AtomicReferenceArray<@Nullable Found @Nullable []> found;

  /// How many bytes may still be kept.
  private final AtomicLong room;

  /// Keeps none yet.
  ///
  /// @param bytes that all days together may take, about
  FoundDays(SnapshotContents contents, long bytes) {
    // A date begins on the UTC day before it, or ends on the one after it.
    dates =
        Arrays.stream(contents.days())
            .flatMapToInt(day -> IntStream.rangeClosed(day.date() - 1, day.date() + 1))
            .sorted()
            .distinct()
            .toArray();
    found = new AtomicReferenceArray<>(dates.length);
    cinemas = contents.cinemas().count();
    room = new AtomicLong(bytes);
  }

  /// A day of a cinema that has showtimes.
  ///
  /// @param text all but its end
  /// @param observed and `updated`: of its oldest record, as of [FreshnessAccumulator#add]
  /// @param written and `expires`: from when up to when the sources cover as much of it
  record Found(KeptText text, long observed, long updated, Instant written, Instant expires) {
    void print(ProgrammeWriter writer, FreshnessAccumulator oldest) {
      writer.day(text);
      oldest.add(observed, updated);
    }

    int size() {
      return AROUND + text.size();
    }

    private boolean holdsAt(Instant now) {
      return now.isBefore(expires) && !now.isBefore(written);
    }
  }

  /// A day as it was written before; null where none is kept, or its coverage has changed since.
  ///
  /// @param cinema its number in the [Dictionary]
  /// @param date by the clock of the cinema, which is the same as long as the snapshot
  @Nullable Found find(int cinema, LocalDate date, Instant now) {
    int index = index(date);
    @Nullable Found[] ofDate = index < 0 ? null : found.get(index);
    Found known = ofDate == null ? null : ofDate[cinema];
    return known == null || !known.holdsAt(now) ? null : known;
  }

  private int index(LocalDate date) {
    return Arrays.binarySearch(dates, (int) date.toEpochDay());
  }

  /// Keeps one of several days that are written, as long as there is room.
  ///
  /// @param day makes it, with a copy of its text
  void keep(int cinema, LocalDate date, int length, Instant now, Supplier<Found> day) {
    int index = index(date);
    if (length < SHORTEST
        || index < 0
        || ThreadLocalRandom.current().nextInt(KEPT_ONE_OF) != 0
        || !makeRoom(index, now)) {
      return;
    }
    @Nullable Found[] ofDate = ofDate(index);
    Found before = ofDate[cinema];
    Found written = day.get();
    room.addAndGet((before == null ? 0 : before.size()) - written.size());
    ofDate[cinema] = written;
  }

  /// Whether there is room for one more day. Days that have passed everywhere make some, then those
  /// after it, the latest first: most people ask for the next ones.
  private boolean makeRoom(int index, Instant now) {
    int passed = Micros.day(Micros.of(now)) - 1;
    for (int at = 0; at < dates.length && dates[at] < passed && room.get() <= 0; at++) {
      drop(at);
    }
    for (int at = dates.length - 1; at > index && room.get() <= 0; at--) {
      drop(at);
    }
    return room.get() > 0;
  }

  private void drop(int index) {
    @Nullable Found[] ofDate = found.getAndSet(index, null);
    if (ofDate != null) {
      room.addAndGet(places());
      for (Found each : ofDate) {
        room.addAndGet(each == null ? 0 : each.size());
      }
    }
  }

  private @Nullable Found[] ofDate(int index) {
    @Nullable Found[] known = found.get(index);
    if (known != null) {
      return known;
    }
    @Nullable Found[] none = new Found[cinemas];
    @Nullable Found[] other = found.compareAndExchange(index, null, none);
    if (other != null) {
      return other;
    }
    room.addAndGet(-places());
    return none;
  }

  /// What the places of all cinemas on a date take, in bytes.
  private long places() {
    return (long) PLACE * cinemas;
  }
}
