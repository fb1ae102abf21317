package org.marquee.snapshot;

import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.SourceStatement;

/// What a programme is put together by: the films of the showtimes, the clocks of the cinemas and
/// the statements of the sources on each. Immutable.
///
/// @param films by their number in the [Dictionary]; null where a film is gone
/// @param clocks of the cinemas in the order of their list
/// @param distinctClocks each once
/// @param statements by the cinemas' ids
@SuppressWarnings("ArrayRecordComponent") // never compared
record ProgrammeLinks(
    @Nullable WrittenRecord[] films,
    ZoneId[] clocks,
    Set<ZoneId> distinctClocks,
    Map<String, List<SourceStatement>> statements) {
  static final ProgrammeLinks NONE =
      new ProgrammeLinks(new WrittenRecord[0], new ZoneId[0], Set.of(), Map.of());

  static ProgrammeLinks of(
      Dictionary<String> films,
      SortedIndex filmIndex,
      CinemaIndex cinemas,
      Map<String, List<SourceStatement>> statements) {
    @Nullable WrittenRecord[] byNumber = new WrittenRecord[films.count()];
    films.each((id, number) -> byNumber[number] = filmIndex.find(id));
    ZoneId[] clocks = new ZoneId[cinemas.size()];
    for (int number = 0; number < clocks.length; number++) {
      IndexedCinema cinema = cinemas.at(number);
      ZoneId named = cinema.clock();
      clocks[number] =
          named == null
              ? SourceStatement.clock(statements.getOrDefault(cinema.entry().id(), List.of()))
              : named;
    }
    return new ProgrammeLinks(byNumber, clocks, new HashSet<>(List.of(clocks)), statements);
  }

  /// The statements of the sources on a cinema.
  List<SourceStatement> statements(String cinemaId) {
    return statements.getOrDefault(cinemaId, List.of());
  }
}
