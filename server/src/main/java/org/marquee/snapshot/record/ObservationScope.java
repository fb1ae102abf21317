package org.marquee.snapshot.record;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.marquee.checkpoint.CheckpointSink;
import org.marquee.checkpoint.CheckpointSource;
import org.marquee.checkpoint.UnusableCheckpoint;

/// Whose word confirms records together: a provider's on one cinema, or on its films and chains.
///
/// @param cinemaId null for films and chains
public record ObservationScope(String provider, @Nullable String cinemaId) {
  /// Writes itself to a checkpoint.
  public void write(CheckpointSink sink) throws IOException {
    sink.text(provider);
    sink.textOrNull(cinemaId);
  }

  /// Reads what [#write] wrote.
  public static ObservationScope read(CheckpointSource source)
      throws IOException, UnusableCheckpoint {
    return new ObservationScope(source.text(), source.textOrNull());
  }
}
