package org.marquee.listing;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What became different, commit by commit, for followers who keep a copy (docs/api.md, "Follow
/// changes").
///
/// A change has its record as it is now, not as it was then. So a record may refer to one that came
/// later: that one is sent first, before its own turn. A follower who takes changes in order
/// therefore never holds a record that refers to one that it has not (docs/decisions/0127).
///
/// Implementations are safe for many threads and may block; they throw [ListingsUnavailable] when
/// the data cannot be reached.
public interface ChangeFeed {
  /// Reads what follows a position.
  ///
  /// @param kinds of the records to send
  /// @param breadth what counts as a change; the next page may have another one
  /// @param limit changes at most, at least 1
  ChangeReading read(ChangePosition since, Set<Kind> kinds, Breadth breadth, int limit);

  /// What counts as a change of a record.
  enum Breadth {
    /// Its own members.
    RECORDS,
    /// Its details, too.
    WITH_DETAILS
  }

  /// The newest state.
  Revision newest();

  /// How long ago a revision was committed, by the clock of the database; a day where that is not
  /// remembered.
  Duration age(Revision revision);

  /// What reading gave.
  sealed interface ChangeReading {
    /// Changes in order; they may be none.
    ///
    /// @param next where the next reading goes on
    /// @param more whether something follows already
    /// @param state in which all of it was read
    /// @param freshness of the records, or where there are none, of the kinds
    /// @param runs with details: the running times of the showtimes' films in minutes, by their ids
    record Changes(
        List<Change> changes,
        ChangePosition next,
        boolean more,
        Revision state,
        Freshness freshness,
        Map<String, Integer> runs)
        implements ChangeReading {
      public Changes {
        changes = List.copyOf(changes);
        runs = Map.copyOf(runs);
      }

      /// Those of a reading without details.
      public Changes(
          List<Change> changes,
          ChangePosition next,
          boolean more,
          Revision state,
          Freshness freshness) {
        this(changes, next, more, state, freshness, Map.of());
      }
    }

    /// What follows the position is not remembered any more, or belongs to another database.
    record Expired() implements ChangeReading {}
  }

  /// One record that became different.
  ///
  /// @param at when that was committed
  /// @param after the position behind this change
  record Change(Kind kind, String id, Instant at, Fate state, ChangePosition after) {}

  /// What became of a record.
  sealed interface Fate {
    /// It is there.
    record Present(ListedRecord record) implements Fate {}

    /// It is gone.
    record Gone() implements Fate {}

    /// It is gone, and another record answers for its id.
    record Merged(String into) implements Fate {}
  }
}
