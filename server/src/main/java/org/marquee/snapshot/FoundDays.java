package org.marquee.snapshot;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
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

  private final int firstDate;
  private final int cinemas;

  /// By date, then by the number of the cinema in the [Dictionary].
  private final AtomicReferenceArray<@Nullable Found @Nullable []> dates;

  /// How many bytes may still be kept.
  private final AtomicLong room;

  /// Keeps none yet.
  ///
  /// @param bytes that all days together may take, about
  FoundDays(SnapshotContents contents, long bytes) {
    Day[] days = contents.days();
    // A date begins on the UTC day before it, or ends on the one after it.
    firstDate = days.length == 0 ? 0 : days[0].date() - 1;
    dates =
        new AtomicReferenceArray<>(
            days.length == 0 ? 0 : days[days.length - 1].date() - firstDate + 2);
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
    long number = date.toEpochDay() - firstDate;
    if (number < 0 || number >= dates.length()) {
      return null;
    }
    @Nullable Found[] ofDate = dates.get((int) number);
    return ofDate == null ? null : ofDate[cinema];
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
    long number = date.toEpochDay() - firstDate;
    if (out.length() - from < SHORTEST
        || number < 0
        || number >= dates.length()
        || ThreadLocalRandom.current().nextInt(KEPT_ONE_OF) != 0
        || !hasRoom(now)) {
      return;
    }
    byte[] text = Arrays.copyOfRange(out.bytes(), from, out.length());
    Found found =
        new Found(new KeptText(text, beginning - from), oldest.observed(), oldest.updated());
    room.addAndGet(-found.size());
    ofDate((int) number)[cinema] = found;
  }

  /// Whether there is room. Days that have passed everywhere make some.
  private boolean hasRoom(Instant now) {
    if (room.get() > 0) {
      return true;
    }
    int passed = Math.min(Micros.day(Micros.of(now)) - 1 - firstDate, dates.length());
    for (int number = 0; number < passed; number++) {
      @Nullable Found[] ofDate = dates.getAndSet(number, null);
      if (ofDate != null) {
        for (Found found : ofDate) {
          room.addAndGet(found == null ? 0 : found.size());
        }
      }
    }
    return room.get() > 0;
  }

  private @Nullable Found[] ofDate(int number) {
    @Nullable Found[] known = dates.get(number);
    if (known != null) {
      return known;
    }
    @Nullable Found[] none = new Found[cinemas];
    @Nullable Found[] other = dates.compareAndExchange(number, null, none);
    return other == null ? none : other;
  }
}
