package org.marquee.snapshot.record;

import org.marquee.listing.ChangeSink.Observed;

/// What a row notes of its observation, as one number: that it has its own, or whose it shares, and
/// whether at least the time of the source's update is its own.
final class ObservationNote {
  /// The record's own observation.
  static final int ALONE = -1;

  /// Set where the showtime is a [TemplatedShowtime], whose observation is shared as a whole.
  private static final int TEMPLATED = 1 << 30;

  private ObservationNote() {}

  /// @param number of the shared observation
  static int note(Observed observed, int number) {
    return switch (observed) {
      case ALONE -> ALONE;
      case TOGETHER -> number << 1;
      case TOGETHER_UPDATED_ALONE -> number << 1 | 1;
    };
  }

  static int number(int note) {
    return (note & ~TEMPLATED) >> 1;
  }

  /// The note of a templated showtime.
  static int templated(int note) {
    return note | TEMPLATED;
  }

  static boolean isTemplated(int note) {
    return note >= TEMPLATED;
  }

  /// Whether nothing of the observation is the record's own.
  static boolean isShared(int note) {
    return note >= 0 && !isUpdatedAlone(note);
  }

  static boolean isUpdatedAlone(int note) {
    return (note & 1) != 0;
  }
}
