package org.marquee.listing;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What pages show that no answer of the interface has. Each call may block and throw
/// [org.marquee.listing.ListingsUnavailable].
public interface Overview {
  /// The films that were first listed since a moment, the newest first.
  ///
  /// @param most films
  List<NewFilm> listedSince(Instant since, int most);

  /// What was first listed at some cinemas since a moment, the newest first. It is the same each
  /// time, whatever became of the showtimes.
  ///
  /// @param filmId only of this film; null: of all
  /// @param most entries
  List<FirstListed> firstListed(
      Collection<String> cinemaIds, @Nullable String filmId, Instant since, int most);

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

  /// A film that was not listed at some cinemas before, or a further day of it.
  ///
  /// @param filmId as it is now
  /// @param toldAs the id that the film had then: it stays when films are merged
  /// @param day the first one listed then, or the further one
  record FirstListed(
      String filmId, String toldAs, LocalDate day, boolean isFurtherDay, Instant listedAt) {}

  /// A film and when it was first listed.
  record NewFilm(String filmId, Instant listedAt) {}
}
