package org.marquee.snapshot.columns;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.marquee.files.checkpoint.CheckpointSink;
import org.marquee.files.checkpoint.CheckpointSource;
import org.marquee.files.checkpoint.UnusableCheckpoint;
import org.marquee.snapshot.record.Chunks;
import org.marquee.snapshot.record.Dictionary;
import org.marquee.snapshot.record.OffHeapChunk;
import org.marquee.snapshot.record.ShowtimeStore;

/// All showtimes of a snapshot. Immutable; [ShowtimesDraft] makes the next ones.
///
/// @param days by date
/// @param programmes of the cinemas, the same showtimes once more
/// @param store where they lie, as they are printed
/// @param films numbers of the films that have showtimes
/// @param cinemas numbers of the cinemas that have showtimes
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Showtimes(
    Day[] days,
    ProgrammeIndex programmes,
    ShowtimeStore store,
    Dictionary<String> films,
    Dictionary<String> cinemas) {
  /// None.
  public static final Showtimes NONE =
      new Showtimes(
          new Day[0],
          ProgrammeIndex.EMPTY,
          ShowtimeStore.EMPTY,
          Dictionary.none(),
          Dictionary.none());

  /// Writes itself to a checkpoint.
  public void write(CheckpointSink sink) throws IOException {
    sink.each(List.of(days), day -> day.write(sink));
    programmes.write(sink);
    store.write(sink);
    films.write(sink, sink::text);
    cinemas.write(sink, sink::text);
  }

  /// Reads what [#write] wrote.
  ///
  /// @param chunks to take memory of
  public static Showtimes read(CheckpointSource source, Chunks chunks)
      throws IOException, UnusableCheckpoint {
    return new Showtimes(
        source.each(() -> new Day(source, chunks)).toArray(Day[]::new),
        ProgrammeIndex.read(source, chunks),
        ShowtimeStore.read(source, chunks),
        Dictionary.read(source, source::text),
        Dictionary.read(source, source::text));
  }

  /// How many there are.
  public long count() {
    long count = 0;
    for (Day day : days) {
      count += day.size();
    }
    return count;
  }

  /// Passes on all memory outside the heap.
  public void eachChunk(Consumer<OffHeapChunk> taker) {
    for (Day day : days) {
      taker.accept(day.chunk());
    }
    programmes.eachChunk(taker);
    store.eachChunk(taker);
  }
}
