package org.marquee.ops;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Revision;

/// What a node answers from; its answers do not show it.
///
/// @param memory what it holds in memory; empty until the first snapshot stands
/// @param trouble why memory cannot take what is stored, although the database answers; empty: it
///   can
/// @param lacksMemory whether that is because the machine has too little
/// @param failures how many times it could not, since the start
/// @param fromMemory how many questions were answered from memory since the start
/// @param fromDatabase how many had to be read from the database
public record Answering(
    Optional<Memory> memory,
    Optional<String> trouble,
    boolean lacksMemory,
    long failures,
    long fromMemory,
    long fromDatabase) {
  /// A snapshot in memory.
  ///
  /// @param revision the state of the data that it shows
  /// @param from windows that begin at or after it are answered from memory
  /// @param showtimes how many it holds
  /// @param bytes of memory that their records take
  /// @param details how many different details they share
  /// @param lackDetails how many had no room for their details
  /// @param refreshedAt when it last replaced another; null where that is not known
  /// @param refreshTook from the question whether something is new to the new snapshot
  /// @param restored whether it comes from a file, and no database has confirmed it since the start
  public record Memory(
      Revision revision,
      Instant from,
      long showtimes,
      long bytes,
      int details,
      int lackDetails,
      @Nullable Instant refreshedAt,
      @Nullable Duration refreshTook,
      boolean restored) {}
}
