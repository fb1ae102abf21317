package org.marquee.store.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a feed would take from one cinema's programme, and whether a broken source does such things
/// (docs/decisions/0050 has the figures, and where they were measured).
///
/// Only what is still to be shown counts, and what was merely moved is not gone.
///
/// @param from when the feed was taken, or where what it speaks for begins
/// @param stored how many showtimes were known
/// @param gone how many of them are not listed
/// @param missed those of them that no new showtime of the same day stands in for
/// @param beyond those of them that start after the last one listed
/// @param listed how many showtimes are listed
/// @param lastStored when the last known one starts
/// @param lastListed when the last listed one starts; null where none is
record Loss(
    Instant from,
    long stored,
    long gone,
    long missed,
    long beyond,
    long listed,
    Instant lastStored,
    @Nullable Instant lastListed) {
  /// Below so many showtimes a programme may shrink as it likes, but not vanish.
  static final long TOO_FEW_TO_TELL = 3;

  /// A horizon that comes nearer by this much has not collapsed.
  private static final Duration SLIGHT = Duration.ofDays(2);

  /// Why a cinema keeps what it had.
  enum Reason {
    /// Nothing is listed at all.
    EMPTY("it lists nothing"),
    /// More than half is gone, and not replaced.
    SHRUNK("more than half of its programme is gone"),
    /// The programme is cut off at some day: by more than a fifth of its reach, and hardly anything
    /// is gone before.
    HORIZON("its programme is cut off");

    private final String words;

    Reason(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  /// The reason for the cinema to keep what it had; empty where it may go.
  Optional<Reason> reason() {
    if (gone == 0) {
      return Optional.empty();
    }
    if (lastListed == null) {
      return Optional.of(Reason.EMPTY);
    }
    if (stored >= TOO_FEW_TO_TELL && missed * 2 > stored) {
      return Optional.of(Reason.SHRUNK);
    }
    return isCutOff(lastListed) ? Optional.of(Reason.HORIZON) : Optional.empty();
  }

  private boolean isCutOff(Instant last) {
    Duration before = Duration.between(from, lastStored);
    Duration lost = Duration.between(last, lastStored);
    return beyond >= TOO_FEW_TO_TELL
        && beyond * 2 > gone
        && lost.compareTo(SLIGHT) > 0
        && lost.multipliedBy(5).compareTo(before) > 0;
  }
}
