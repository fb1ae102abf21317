package org.marquee.snapshot;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.marquee.checkpoint.CheckpointSink;
import org.marquee.checkpoint.CheckpointSource;
import org.marquee.checkpoint.UnusableCheckpoint;
import org.marquee.listing.Kind;
import org.marquee.listing.Revision;
import org.marquee.listing.SourceStatement;
import org.marquee.page.RecordEncoder;
import org.marquee.snapshot.columns.Day;
import org.marquee.snapshot.columns.Dictionary;
import org.marquee.snapshot.columns.ProgrammeIndex;
import org.marquee.snapshot.record.Chunks;
import org.marquee.snapshot.record.Observation;
import org.marquee.snapshot.record.ObservationScope;
import org.marquee.snapshot.record.ShowtimeStore;
import org.marquee.snapshot.search.CinemaIndex;
import org.marquee.snapshot.search.ProgrammeLinks;
import org.marquee.snapshot.search.SnapshotContents;
import org.marquee.snapshot.search.SortedIndex;
import org.marquee.snapshot.search.StatementFields;

/// Writes the contents of a snapshot to a checkpoint and reads them back. Classes of the layout
/// write themselves; this adds what is a plain map or list.
final class SnapshotCheckpoint {
  private static final int NONE = -1;

  private final CheckpointSink sink;

  private SnapshotCheckpoint(CheckpointSink sink) {
    this.sink = sink;
  }

  static void write(SnapshotContents contents, CheckpointSink sink) throws IOException {
    new SnapshotCheckpoint(sink).write(contents);
  }

  private void write(SnapshotContents contents) throws IOException {
    writeRevision(contents.revision(), sink);
    sink.integer(contents.from());
    sink.instant(contents.madeAt());
    map(contents.newest(), kind -> sink.text(kind.name()), sink::instant);
    sink.each(List.of(contents.days()), day -> day.write(sink));
    contents.programmes().write(sink);
    contents.store().write(sink);
    contents.films().write(sink, sink::text);
    contents.cinemas().write(sink, sink::text);
    contents.scopes().write(sink, scope -> scope.write(sink));
    observations(contents.observations());
    contents.filmIndex().write(sink);
    contents.chainIndex().write(sink);
    contents.cinemaIndex().write(sink);
    map(contents.screens(), sink::text, index -> index.write(sink));
    map(contents.aliases(), sink::text, sink::text);
    map(
        contents.links().statements(),
        sink::text,
        all -> sink.each(all, each -> StatementFields.write(each, sink)));
  }

  private <K, V> void map(
      Map<K, V> map, CheckpointSink.Writing<K> key, CheckpointSink.Writing<V> value)
      throws IOException {
    sink.each(
        map.entrySet(),
        entry -> {
          key.write(entry.getKey());
          value.write(entry.getValue());
        });
  }

  /// Most scopes share an observation with others. Those that nothing refers to have none.
  private void observations(Observation[] observations) throws IOException {
    IdentityHashMap<Observation, Integer> numbers = new IdentityHashMap<>();
    List<Observation> distinct = new ArrayList<>();
    int[] references = new int[observations.length];
    for (int scope = 0; scope < observations.length; scope++) {
      Observation observation = observations[scope];
      if (observation == null) {
        references[scope] = NONE;
      } else {
        Integer number = numbers.putIfAbsent(observation, distinct.size());
        if (number == null) {
          distinct.add(observation);
        }
        references[scope] = number == null ? distinct.size() - 1 : number;
      }
    }
    sink.each(distinct, observation -> observation.write(sink));
    sink.integers(references);
  }

  /// Reads what [#write] wrote.
  ///
  /// @param encoder the one that the records were written with
  static SnapshotContents read(CheckpointSource source, Chunks chunks, RecordEncoder encoder)
      throws IOException, UnusableCheckpoint {
    Revision revision = readRevision(source);
    int from = source.integer();
    Instant madeAt = source.instant();
    Map<Kind, Instant> newest = new EnumMap<>(Kind.class);
    source.each(() -> newest.put(Kind.valueOf(source.text()), source.instant()) == null);
    Day[] days = source.each(() -> new Day(source, chunks)).toArray(Day[]::new);
    ProgrammeIndex programmes = ProgrammeIndex.read(source, chunks);
    ShowtimeStore store = ShowtimeStore.read(source, chunks);
    Dictionary<String> films = Dictionary.read(source, source::text);
    Dictionary<String> cinemas = Dictionary.read(source, source::text);
    Dictionary<ObservationScope> scopes =
        Dictionary.read(source, () -> ObservationScope.read(source));
    Observation[] observations = readObservations(source, encoder);
    SortedIndex filmIndex = SortedIndex.read(Kind.FILM, source);
    SortedIndex chainIndex = SortedIndex.read(Kind.CHAIN, source);
    CinemaIndex cinemaIndex = CinemaIndex.read(source);
    Map<String, SortedIndex> screens = readMap(source, () -> SortedIndex.read(Kind.SCREEN, source));
    Map<String, String> aliases = readMap(source, source::text);
    Map<String, List<SourceStatement>> statements =
        readMap(source, () -> source.each(() -> StatementFields.read(source)));
    return new SnapshotContents(
        revision,
        from,
        madeAt,
        newest,
        days,
        programmes,
        store,
        films,
        cinemas,
        scopes,
        observations,
        filmIndex,
        chainIndex,
        cinemaIndex,
        screens,
        aliases,
        ProgrammeLinks.of(films, filmIndex, cinemas, cinemaIndex, statements));
  }

  private static <V> Map<String, V> readMap(
      CheckpointSource source, CheckpointSource.Reading<V> value)
      throws IOException, UnusableCheckpoint {
    Map<String, V> map = new HashMap<>();
    source.each(() -> map.put(source.text(), value.read()) == null);
    return map;
  }

  private static Observation[] readObservations(CheckpointSource source, RecordEncoder encoder)
      throws IOException, UnusableCheckpoint {
    List<Observation> distinct = source.each(() -> Observation.read(source, encoder));
    int[] references = source.integers();
    Observation[] observations = new Observation[references.length];
    for (int scope = 0; scope < references.length; scope++) {
      if (references[scope] != NONE) {
        observations[scope] = distinct.get(references[scope]);
      }
    }
    return observations;
  }

  private static void writeRevision(Revision revision, CheckpointSink sink) throws IOException {
    sink.text(revision.epoch().toString());
    sink.number(revision.number());
    sink.text(revision.mark().toString());
  }

  private static Revision readRevision(CheckpointSource source)
      throws IOException, UnusableCheckpoint {
    UUID epoch = UUID.fromString(source.text());
    long number = source.number();
    return new Revision(epoch, number, UUID.fromString(source.text()));
  }
}
