package org.marquee.collect.providers;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// When the feeds of a provider are collected.
public sealed interface Schedule {
  /// Whether it is time at `now`. A beginning that is to come was noted while the clock was ahead,
  /// and counts as none.
  ///
  /// @param last when collecting last began; null if it never did
  boolean isDue(Instant now, @Nullable Instant last);

  /// The longest time from one collection to the next; empty where only an operator decides.
  Optional<Duration> longestPause();

  /// Only when an operator starts it.
  record ByHand() implements Schedule {
    @Override
    public boolean isDue(Instant now, @Nullable Instant last) {
      return false;
    }

    @Override
    public Optional<Duration> longestPause() {
      return Optional.empty();
    }
  }

  /// Again and again, from beginning to beginning.
  record Every(Duration period) implements Schedule {
    @Override
    public boolean isDue(Instant now, @Nullable Instant last) {
      return last == null || last.isAfter(now) || !now.isBefore(last.plus(period));
    }

    @Override
    public Optional<Duration> longestPause() {
      return Optional.of(period);
    }
  }

  /// At times of the day. One that was missed is made up for, once.
  ///
  /// @param times at least one. A time that a clock change skips is moved forward by the gap, one
  ///   that it repeats is the earlier one
  record At(List<LocalTime> times, ZoneId zone) implements Schedule {
    public At {
      times = times.stream().distinct().sorted().toList();
    }

    @Override
    public boolean isDue(Instant now, @Nullable Instant last) {
      return last == null || last.isAfter(now) || last.isBefore(latest(now));
    }

    @Override
    public Optional<Duration> longestPause() {
      Duration longest =
          Duration.ofDays(1).minus(Duration.between(times.getFirst(), times.getLast()));
      for (int at = 1; at < times.size(); at++) {
        Duration pause = Duration.between(times.get(at - 1), times.get(at));
        longest = pause.compareTo(longest) > 0 ? pause : longest;
      }
      return Optional.of(longest);
    }

    private Instant latest(Instant now) {
      LocalDate today = LocalDate.ofInstant(now, zone);
      Instant latest = Instant.MIN;
      for (LocalDate day : List.of(today.minusDays(1), today)) {
        for (LocalTime time : times) {
          Instant at = ZonedDateTime.of(day, time, zone).toInstant();
          if (!at.isAfter(now) && at.isAfter(latest)) {
            latest = at;
          }
        }
      }
      return latest;
    }
  }
}
