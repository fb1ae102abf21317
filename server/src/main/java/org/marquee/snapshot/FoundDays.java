package org.marquee.snapshot;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.marquee.page.KeptText;
import org.marquee.page.OutputBuffer;
import org.marquee.page.ProgrammeWriter;

/// What cinemas show on a day, as programmes have it: the films with their showtimes. Of a bounded
/// amount of days of one snapshot. Safe for many threads, which share nothing that a hit writes.
///
/// Nearly each question for a programme has another centre, and the ten cinemas around it are those
/// of many other questions. What depends on the question or the time stands outside: the distance,
/// and how much of the day is covered.
final class FoundDays {
  /// Shorter ones are written quickly. Nor may an answer be compressed that is shorter.
  private static final int SHORTEST = 1024;

  /// One of so many that are found is kept, so that mostly those are that are found often. None
  /// makes room for another one: where more are asked for than there is room for, that costs more
  /// than it saves.
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
  /// @param observed and `updated`: of its oldest record, as of [FreshnessAccumulator#add]
  record Found(KeptText text, long observed, long updated) {
    void print(ProgrammeWriter writer, FreshnessAccumulator oldest) {
      writer.films(text);
      oldest.add(observed, updated);
    }

    int size() {
      return AROUND + text.size();
    }
  }

  /// What is kept of a day; null where nothing is.
  ///
  /// @param cinema its number in the [Dictionary]
  /// @param date by the clock of the cinema, which is the same as long as the snapshot
  @Nullable Found find(int cinema, LocalDate date) {
    int index = index(date);
    @Nullable Found[] ofDate = index < 0 ? null : found.get(index);
    return ofDate == null ? null : ofDate[cinema];
  }

  private int index(LocalDate date) {
    return Arrays.binarySearch(dates, (int) date.toEpochDay());
  }

  /// Keeps one of several days that are written, as long as there is room.
  ///
  /// @param from where it begins in `out`, which ends with it
  /// @param beginning where its second showtime or film begins
  /// @param oldest of its records alone
  void keep(
      int cinema,
      LocalDate date,
      OutputBuffer out,
      int from,
      int beginning,
      FreshnessAccumulator oldest,
      Instant now) {
    int index = index(date);
    if (out.length() - from < SHORTEST
        || index < 0
        || ThreadLocalRandom.current().nextInt(KEPT_ONE_OF) != 0
        || !hasRoom(now)) {
      return;
    }
    byte[] text = Arrays.copyOfRange(out.bytes(), from, out.length());
    Found written =
        new Found(new KeptText(text, beginning - from), oldest.observed(), oldest.updated());
    room.addAndGet(-written.size());
    ofDate(index)[cinema] = written;
  }

  /// Whether there is room. Days that have passed everywhere make some.
  private boolean hasRoom(Instant now) {
    if (room.get() > 0) {
      return true;
    }
    int passed = Micros.day(Micros.of(now)) - 1;
    for (int index = 0; index < dates.length && dates[index] < passed; index++) {
      @Nullable Found[] ofDate = found.getAndSet(index, null);
      if (ofDate != null) {
        room.addAndGet(places());
        for (Found each : ofDate) {
          room.addAndGet(each == null ? 0 : each.size());
        }
      }
    }
    return room.get() > 0;
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
