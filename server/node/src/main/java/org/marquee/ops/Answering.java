package org.marquee.ops;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.snapshot.SnapshotPages;
import org.marquee.snapshot.SnapshotRefresher;

/// What a node answers from; its answers do not show it.
///
/// @param memory what it holds in memory; empty until the first snapshot stands
/// @param restored whether that comes from a file, and no database has confirmed it since the start
/// @param refresh that last replaced it; null where that is not known
/// @param trouble why memory cannot take what is stored, although the database answers; empty: it
///   can
/// @param lacksMemory whether that is because the machine has too little
/// @param failures how many times it could not, since the start
/// @param fromMemory how many questions were answered from memory since the start
/// @param fromDatabase how many had to be read from the database
public record Answering(
    Optional<SnapshotPages.Holdings> memory,
    boolean restored,
    SnapshotRefresher.@Nullable Refresh refresh,
    Optional<String> trouble,
    boolean lacksMemory,
    long failures,
    long fromMemory,
    long fromDatabase) {
  /// How many showtimes had no room for their details in memory.
  public int lackDetails() {
    return memory.map(held -> held.details().leftOut()).orElse(0);
  }
}
