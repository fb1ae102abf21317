package org.marquee.listing;

import java.time.Instant;
import java.util.List;

/// What pages show that no answer of the interface has. Each call may block and throw
/// [org.marquee.listing.ListingsUnavailable].
public interface Overview {
  /// The films that were first listed since a moment, the newest first.
  ///
  /// @param most films
  List<NewFilm> listedSince(Instant since, int most);

  /// Whether a record with this id was published within the time that changes are kept, and is
  /// gone.
  boolean isGone(String id);

  /// What people have corrected of a record. Never fails: while that cannot be read, it is what was
  /// read last.
  List<HandCorrection> correctionsOf(String id);

  /// Fields that a person has corrected, as the interface calls them, and why.
  record HandCorrection(List<String> fields, String note) {
    public HandCorrection {
      fields = List.copyOf(fields);
    }
  }

  /// A film and when it was first listed.
  record NewFilm(String filmId, Instant listedAt) {}
}
