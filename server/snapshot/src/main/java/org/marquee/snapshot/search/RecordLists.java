package org.marquee.snapshot.search;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.files.checkpoint.CheckpointSink;
import org.marquee.files.checkpoint.CheckpointSource;
import org.marquee.files.checkpoint.UnusableCheckpoint;
import org.marquee.listing.Kind;
import org.marquee.snapshot.record.WrittenRecord;

/// The lists of all records but showtimes. Immutable.
///
/// @param screens by cinema
/// @param survivors the records that answer for ids of others
public record RecordLists(
    FilmIndex films,
    SortedIndex<WrittenRecord> chains,
    CinemaIndex cinemas,
    Map<String, SortedIndex<WrittenRecord>> screens,
    Map<String, String> survivors) {
  static final RecordLists NONE =
      new RecordLists(FilmIndex.EMPTY, SortedIndex.none(), CinemaIndex.EMPTY, Map.of(), Map.of());

  /// The id of the record that answers for an id.
  String survivor(String id) {
    return survivors.getOrDefault(id, id);
  }

  /// A film, by its id or that of a record that was merged into it.
  @Nullable WrittenRecord film(String id) {
    IndexedFilm film = films.byTitle().find(survivor(id));
    return film == null ? null : film.entry();
  }

  /// The same with a cinema.
  @Nullable IndexedCinema cinema(String id) {
    return cinemas.byName().find(survivor(id));
  }

  void write(CheckpointSink sink) throws IOException {
    CheckpointSink.ValueWriter<WrittenRecord> record = each -> each.write(sink);
    films.byTitle().write(sink, film -> film.entry().write(sink));
    chains.write(sink, record);
    cinemas.byName().write(sink, cinema -> cinema.write(sink));
    write(sink, screens, index -> index.write(sink, record));
    write(sink, survivors, sink::text);
  }

  static RecordLists read(CheckpointSource source) throws IOException, UnusableCheckpoint {
    return new RecordLists(
        FilmIndex.of(
            SortedIndex.read(source, () -> IndexedFilm.of(new WrittenRecord(Kind.FILM, source)))),
        records(Kind.CHAIN, source),
        CinemaIndex.of(SortedIndex.read(source, () -> IndexedCinema.read(source))),
        read(source, () -> records(Kind.SCREEN, source)),
        read(source, source::text));
  }

  private static SortedIndex<WrittenRecord> records(Kind kind, CheckpointSource source)
      throws IOException, UnusableCheckpoint {
    return SortedIndex.read(source, () -> new WrittenRecord(kind, source));
  }

  static <V> void write(
      CheckpointSink sink, Map<String, V> byId, CheckpointSink.ValueWriter<V> value)
      throws IOException {
    sink.each(
        byId.entrySet(),
        entry -> {
          sink.text(entry.getKey());
          value.write(entry.getValue());
        });
  }

  static <V> Map<String, V> read(CheckpointSource source, CheckpointSource.ValueReader<V> value)
      throws IOException, UnusableCheckpoint {
    Map<String, V> byId = new HashMap<>();
    source.each(() -> byId.put(source.text(), value.read()) == null);
    return byId;
  }
}
