package org.marquee.snapshot.search;

import java.io.IOException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.marquee.files.checkpoint.CheckpointSink;
import org.marquee.files.checkpoint.CheckpointSource;
import org.marquee.files.checkpoint.UnusableCheckpoint;
import org.marquee.listing.Freshness;
import org.marquee.listing.Kind;
import org.marquee.listing.Revision;
import org.marquee.page.OutputBuffer;
import org.marquee.page.json.DetailsOfPage;
import org.marquee.page.json.RecordPlaces;
import org.marquee.snapshot.columns.RowHits;
import org.marquee.snapshot.columns.Showtimes;
import org.marquee.snapshot.record.Chunks;
import org.marquee.snapshot.record.FreshnessAccumulator;
import org.marquee.snapshot.record.Observations;
import org.marquee.snapshot.record.SharedDetails;
import org.marquee.snapshot.record.ShowtimeStore;
import org.marquee.snapshot.record.WrittenRecord;

/// What a snapshot is made of.
///
/// @param links what programmes of cinemas are put together by
public record SnapshotContents(
    ShownState state,
    Showtimes showtimes,
    Observations observations,
    RecordLists lists,
    ProgrammeLinks links) {
  /// The contents of a node that has read nothing yet.
  static final SnapshotContents NONE =
      new SnapshotContents(
          new ShownState(
              new Revision(new UUID(0, 0), -1, new UUID(0, 0)),
              Integer.MIN_VALUE,
              Instant.EPOCH,
              Map.of()),
          Showtimes.NONE,
          Observations.NONE,
          RecordLists.NONE,
          ProgrammeLinks.NONE);

  /// Which state of the data a snapshot shows.
  ///
  /// @param from the first UTC day of showtimes that it holds, counted from 1970
  /// @param newest when any record of a kind was last observed
  public record ShownState(Revision revision, int from, Instant madeAt, Map<Kind, Instant> newest) {
    private void write(CheckpointSink sink) throws IOException {
      sink.text(revision.epoch().toString());
      sink.number(revision.number());
      sink.text(revision.mark().toString());
      sink.integer(from);
      sink.instant(madeAt);
      sink.each(
          newest.entrySet(),
          entry -> {
            sink.text(entry.getKey().name());
            sink.instant(entry.getValue());
          });
    }

    private static ShownState read(CheckpointSource source) throws IOException, UnusableCheckpoint {
      UUID epoch = UUID.fromString(source.text());
      Revision revision = new Revision(epoch, source.number(), UUID.fromString(source.text()));
      int from = source.integer();
      Instant madeAt = source.instant();
      Map<Kind, Instant> newest = new EnumMap<>(Kind.class);
      source.each(() -> newest.put(Kind.valueOf(source.text()), source.instant()) == null);
      return new ShownState(revision, from, madeAt, newest);
    }
  }

  /// Writes itself to a checkpoint; each class of the layout writes itself.
  public void write(CheckpointSink sink) throws IOException {
    state.write(sink);
    showtimes.write(sink);
    observations.write(sink);
    lists.write(sink);
    links.write(sink);
  }

  /// Reads what [#write] wrote.
  ///
  /// @param chunks to take memory of
  public static SnapshotContents read(CheckpointSource source, Chunks chunks)
      throws IOException, UnusableCheckpoint {
    ShownState state = ShownState.read(source);
    Showtimes showtimes = Showtimes.read(source, chunks);
    Observations observations = Observations.read(source);
    RecordLists lists = RecordLists.read(source);
    return new SnapshotContents(
        state, showtimes, observations, lists, ProgrammeLinks.read(source, showtimes, lists));
  }

  /// Writes the showtimes of a page, with their details where they are wanted.
  Freshness print(RowHits found, OutputBuffer out) {
    FreshnessAccumulator oldest = new FreshnessAccumulator();
    RecordPlaces places = new RecordPlaces(out);
    for (int at = 0; at < found.onPage(); at++) {
      if (at > 0) {
        out.add(',');
      }
      places.note();
      showtimes.store().print(found.place(at), observations.latest(), out, oldest);
      places.note();
    }
    DetailsOfPage.print(found.onPage(), at -> printDetails(found.place(at), at, places), out);
    return oldest.freshness();
  }

  /// Writes the details of a showtime that was printed.
  ///
  /// @param place where it lies
  /// @param at its number among the places
  void printDetails(int place, int at, RecordPlaces places) {
    ShowtimeStore store = showtimes.store();
    WrittenRecord film = links.films()[store.film(place)];
    int note = store.detailsNote(place);
    places.print(
        at,
        store.details().of(note),
        SharedDetails.minutes(note),
        film == null ? 0 : film.minutes());
  }

  /// Memory outside the heap, in bytes.
  public long bytes() {
    AtomicLong bytes = new AtomicLong();
    showtimes.eachChunk(chunk -> bytes.addAndGet(chunk.size()));
    return bytes.get();
  }
}
