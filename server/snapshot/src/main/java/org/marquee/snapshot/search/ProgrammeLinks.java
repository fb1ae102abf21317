package org.marquee.snapshot.search;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.Coverage.Reason;
import org.marquee.coverage.SourceSpan;
import org.marquee.coverage.SourceStatement;
import org.marquee.coverage.SourceStatement.Trouble;
import org.marquee.files.checkpoint.CheckpointSink;
import org.marquee.files.checkpoint.CheckpointSource;
import org.marquee.files.checkpoint.UnusableCheckpoint;
import org.marquee.snapshot.columns.Showtimes;
import org.marquee.snapshot.record.Dictionary;
import org.marquee.snapshot.record.WrittenRecord;

/// What a programme is put together by: the films of the showtimes, the clocks of the cinemas and
/// the statements of the sources on each. Immutable.
///
/// @param films by their number in the [Dictionary]; null where a film is gone
/// @param cinemas by their ids
/// @param clocks of all cinemas; equal ones are one object
/// @param clockOf cinemas by their number in the [Dictionary]; null where one is gone
/// @param statements by the cinemas' ids
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ProgrammeLinks(
    @Nullable WrittenRecord[] films,
    Map<String, CinemaLinks> cinemas,
    Set<ZoneId> clocks,
    @Nullable ZoneId[] clockOf,
    Map<String, List<SourceStatement>> statements) {
  static final ProgrammeLinks NONE =
      new ProgrammeLinks(new WrittenRecord[0], Map.of(), Set.of(), new ZoneId[0], Map.of());

  /// The links between some showtimes and other records.
  public static ProgrammeLinks of(
      Showtimes showtimes, RecordLists lists, Map<String, List<SourceStatement>> statements) {
    @Nullable WrittenRecord[] films = new WrittenRecord[showtimes.films().count()];
    showtimes.films().each((id, number) -> films[number] = lists.film(id));
    Map<String, CinemaLinks> cinemas = HashMap.newHashMap(lists.cinemas().byName().size());
    Map<ZoneId, ZoneId> clocks = new HashMap<>();
    @Nullable ZoneId[] clockOf = new ZoneId[showtimes.cinemas().count()];
    for (IndexedCinema cinema : lists.cinemas().byName().all()) {
      String id = cinema.entry().id();
      List<SourceStatement> its = statements.getOrDefault(id, List.of());
      ZoneId named = cinema.clock();
      ZoneId clock =
          clocks.computeIfAbsent(named == null ? SourceStatement.clock(its) : named, same -> same);
      int number = showtimes.cinemas().find(id);
      cinemas.put(id, new CinemaLinks(number, clock, SourceSpan.of(its, clock)));
      if (number != Dictionary.NONE) {
        clockOf[number] = clock;
      }
    }
    return new ProgrammeLinks(films, cinemas, Set.copyOf(clocks.keySet()), clockOf, statements);
  }

  /// The links of one cinema.
  CinemaLinks of(IndexedCinema cinema) {
    return Objects.requireNonNull(cinemas.get(cinema.entry().id()));
  }

  /// Writes to a checkpoint what cannot be made of the rest: the statements.
  void write(CheckpointSink sink) throws IOException {
    RecordLists.write(sink, statements, all -> sink.each(all, each -> write(each, sink)));
  }

  /// Reads what [#write] wrote.
  static ProgrammeLinks read(CheckpointSource source, Showtimes showtimes, RecordLists lists)
      throws IOException, UnusableCheckpoint {
    return of(
        showtimes, lists, RecordLists.read(source, () -> source.each(() -> readStatement(source))));
  }

  private static void write(SourceStatement statement, CheckpointSink sink) throws IOException {
    sink.instantOrNull(statement.observedAt());
    sink.instant(statement.lastFeedAt());
    sink.instantOrNull(statement.from());
    sink.instantOrNull(statement.until());
    sink.textOrNull(Objects.toString(statement.lastDay(), null));
    sink.textOrNull(Objects.toString(statement.lateAfter(), null));
    Trouble trouble = statement.trouble();
    sink.textOrNull(trouble == null ? null : trouble.reason().name());
    sink.instantOrNull(trouble == null ? null : trouble.since());
    sink.textOrNull(Objects.toString(statement.offsetMinutes(), null));
  }

  private static SourceStatement readStatement(CheckpointSource source)
      throws IOException, UnusableCheckpoint {
    return new SourceStatement(
        source.instantOrNull(),
        source.instant(),
        source.instantOrNull(),
        source.instantOrNull(),
        read(source.textOrNull(), LocalDate::parse),
        read(source.textOrNull(), Duration::parse),
        trouble(source.textOrNull(), source.instantOrNull()),
        read(source.textOrNull(), Integer::valueOf));
  }

  private static @Nullable Trouble trouble(@Nullable String reason, @Nullable Instant since) {
    return reason == null || since == null ? null : new Trouble(Reason.valueOf(reason), since);
  }

  private static <T> @Nullable T read(@Nullable String text, Function<String, T> reader) {
    return text == null ? null : reader.apply(text);
  }
}
