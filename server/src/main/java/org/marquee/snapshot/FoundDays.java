package org.marquee.snapshot;

import java.time.Instant;
import java.time.LocalDate;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
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

    private boolean isOf(Instant now) {
      return now.isBefore(expires) && !now.isBefore(written);
    }
  }

  /// What is kept of a day; null where nothing is that is right now.
  ///
  /// @param cinema its number in the [Dictionary]
  /// @param date by the clock of the cinema, which is the same as long as the snapshot
  @Nullable Found find(int cinema, LocalDate date, Instant now) {
    long number = date.toEpochDay() - firstDate;
    if (number < 0 || number >= dates.length()) {
      return null;
    }
    @Nullable Found[] ofDate = dates.get((int) number);
    Found found = ofDate == null ? null : ofDate[cinema];
    return found == null || !found.isOf(now) ? null : found;
  }

  /// Keeps one of several days that are written, as long as there is room.
  ///
  /// @param day makes it, with a copy of its text
  void keep(int cinema, LocalDate date, int length, Instant now, Supplier<Found> day) {
    long number = date.toEpochDay() - firstDate;
    if (length < SHORTEST
        || number < 0
        || number >= dates.length()
        || ThreadLocalRandom.current().nextInt(KEPT_ONE_OF) != 0
        || !makeRoom((int) number, now)) {
      return;
    }
    @Nullable Found[] ofDate = ofDate((int) number);
    Found before = ofDate[cinema];
    Found found = day.get();
    room.addAndGet((before == null ? 0 : before.size()) - found.size());
    ofDate[cinema] = found;
  }

  /// Whether there is room for one more day. Days that have passed everywhere make some, then those
  /// after it, the latest first: most people ask for the next ones.
  private boolean makeRoom(int number, Instant now) {
    int passed = Micros.day(Micros.of(now)) - 1 - firstDate;
    for (int date = 0; date < Math.min(passed, dates.length()) && room.get() <= 0; date++) {
      drop(date);
    }
    for (int date = dates.length() - 1; date > number && room.get() <= 0; date--) {
      drop(date);
    }
    return room.get() > 0;
  }

  private void drop(int date) {
    @Nullable Found[] ofDate = dates.getAndSet(date, null);
    if (ofDate != null) {
      for (Found found : ofDate) {
        room.addAndGet(found == null ? 0 : found.size());
      }
    }
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
