package org.marquee.snapshot.search;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.marquee.listing.Kind;
import org.marquee.listing.Revision;
import org.marquee.snapshot.columns.Day;
import org.marquee.snapshot.columns.Dictionary;
import org.marquee.snapshot.columns.ProgrammeIndex;
import org.marquee.snapshot.record.Observation;
import org.marquee.snapshot.record.ObservationScope;
import org.marquee.snapshot.record.ShowtimeStore;

/// What a snapshot is made of.
///
/// @param from the first UTC day of showtimes that it holds, counted from 1970
/// @param newest when any record of a kind was last observed
/// @param days by date
/// @param programmes of the cinemas, the same showtimes once more
/// @param films numbers of the films that have showtimes
/// @param cinemas numbers of the cinemas that have showtimes
/// @param scopes numbers of the observations
/// @param screens by cinema
/// @param aliases the records that answer for ids of others
/// @param links what programmes of cinemas are put together by
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SnapshotContents(
    Revision revision,
    int from,
    Instant madeAt,
    Map<Kind, Instant> newest,
    Day[] days,
    ProgrammeIndex programmes,
    ShowtimeStore store,
    Dictionary<String> films,
    Dictionary<String> cinemas,
    Dictionary<ObservationScope> scopes,
    Observation[] observations,
    SortedIndex filmIndex,
    SortedIndex chainIndex,
    CinemaIndex cinemaIndex,
    Map<String, SortedIndex> screens,
    Map<String, String> aliases,
    ProgrammeLinks links) {
  /// Of a node that has read nothing yet.
  static final SnapshotContents NONE =
      new SnapshotContents(
          new Revision(new UUID(0, 0), -1, new UUID(0, 0)),
          Integer.MIN_VALUE,
          Instant.EPOCH,
          Map.of(),
          new Day[0],
          ProgrammeIndex.EMPTY,
          ShowtimeStore.EMPTY,
          Dictionary.none(),
          Dictionary.none(),
          Dictionary.none(),
          new Observation[0],
          SortedIndex.EMPTY,
          SortedIndex.EMPTY,
          CinemaIndex.EMPTY,
          Map.of(),
          Map.of(),
          ProgrammeLinks.NONE);

  /// Memory outside the heap, in bytes.
  public long bytes() {
    long bytes = store.bytes() + programmes.bytes();
    for (Day day : days) {
      bytes += day.chunk().size();
    }
    return bytes;
  }

  /// Takes a share in its memory.
  void hold() {
    store.hold();
    programmes.hold();
    for (Day day : days) {
      day.chunk().hold();
    }
  }

  /// Gives the share back.
  void letGo() {
    store.letGo();
    programmes.letGo();
    for (Day day : days) {
      day.chunk().letGo();
    }
  }
}
