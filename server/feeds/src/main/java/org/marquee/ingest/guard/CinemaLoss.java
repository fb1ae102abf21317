package org.marquee.ingest.guard;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a feed would withdraw from one cinema's programme, and whether that looks like a broken
/// source (docs/decisions/0050 has the figures, and where they were measured).
///
/// Only upcoming showtimes count. A showtime that was moved or cancelled is not lost.
///
/// @param from when the feed was taken, or where its scope begins
/// @param stored how many showtimes are stored
/// @param gone how many of them are not listed
/// @param missed how many of those no new showtime of the same day replaces
/// @param beyond how many of the gone ones start after the last one listed
/// @param listed how many showtimes are listed
/// @param lastStored when the last stored one starts
/// @param lastListed when the last listed one starts; null: none is listed
public record CinemaLoss(
    Instant from,
    long stored,
    long gone,
    long missed,
    long beyond,
    long listed,
    Instant lastStored,
    @Nullable Instant lastListed) {
  /// A programme with fewer showtimes may shrink, but not vanish.
  private static final long FEWEST_JUDGED = 3;

  /// A horizon that comes nearer by no more than this is not cut off.
  private static final Duration SLIGHT = Duration.ofDays(2);

  /// A horizon is cut off if it comes nearer by more than one part in so many of its reach.
  private static final int REACH_PARTS = 5;

  /// Why a cinema keeps what it had.
  public enum Reason {
    /// Nothing is listed, or all of it was refused.
    EMPTY("it lists nothing that was accepted"),
    /// More than half is gone and not replaced.
    SHRUNK("more than half of its programme is gone"),
    /// The programme ends earlier: by more than a fifth of its reach, while hardly anything before
    /// that is gone.
    HORIZON("its programme is cut off");

    private final String words;

    Reason(String words) {
      this.words = words;
    }

    /// As a report words it.
    public String words() {
      return words;
    }
  }

  /// Why the cinema keeps what it had; empty: the loss is believed.
  public Optional<Reason> reason() {
    if (gone == 0) {
      return Optional.empty();
    }
    if (lastListed == null) {
      return Optional.of(Reason.EMPTY);
    }
    if (stored >= FEWEST_JUDGED && missed * 2 > stored) {
      return Optional.of(Reason.SHRUNK);
    }
    return isCutOff(lastListed) ? Optional.of(Reason.HORIZON) : Optional.empty();
  }

  private boolean isCutOff(Instant last) {
    Duration before = Duration.between(from, lastStored);
    Duration lost = Duration.between(last, lastStored);
    return beyond >= FEWEST_JUDGED
        && beyond * 2 > gone
        && lost.compareTo(SLIGHT) > 0
        && lost.multipliedBy(REACH_PARTS).compareTo(before) > 0;
  }
}
