package org.marquee.snapshot.search;

import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.SourceStatement;
import org.marquee.snapshot.columns.Dictionary;
import org.marquee.snapshot.record.WrittenRecord;

/// What a programme is put together by: the films of the showtimes, the clocks of the cinemas and
/// the statements of the sources on each. Immutable.
///
/// @param films by their number in the [Dictionary]; null where a film is gone
/// @param cinemas in the order of their list
/// @param clocks of all cinemas; equal ones are one object
/// @param clockOf cinemas by their number in the [Dictionary]; null where one is gone
/// @param statements by the cinemas' ids
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ProgrammeLinks(
    @Nullable WrittenRecord[] films,
    CinemaLinks[] cinemas,
    Set<ZoneId> clocks,
    @Nullable ZoneId[] clockOf,
    Map<String, List<SourceStatement>> statements) {
  static final ProgrammeLinks NONE =
      new ProgrammeLinks(
          new WrittenRecord[0], new CinemaLinks[0], Set.of(), new ZoneId[0], Map.of());

  public static ProgrammeLinks of(
      Dictionary<String> films,
      SortedIndex filmIndex,
      Dictionary<String> numbers,
      CinemaIndex cinemas,
      Map<String, List<SourceStatement>> statements) {
    @Nullable WrittenRecord[] byNumber = new WrittenRecord[films.count()];
    films.each((id, number) -> byNumber[number] = filmIndex.find(id));
    CinemaLinks[] links = new CinemaLinks[cinemas.size()];
    Map<ZoneId, ZoneId> clocks = new HashMap<>();
    @Nullable ZoneId[] clockOf = new ZoneId[numbers.count()];
    for (int at = 0; at < links.length; at++) {
      IndexedCinema cinema = cinemas.at(at);
      String id = cinema.entry().id();
      List<SourceStatement> its = statements.getOrDefault(id, List.of());
      ZoneId named = cinema.clock();
      ZoneId clock = named == null ? SourceStatement.clock(its) : named;
      int number = numbers.find(id);
      links[at] = new CinemaLinks(number, clocks.computeIfAbsent(clock, same -> same), its);
      if (number != Dictionary.NONE) {
        clockOf[number] = links[at].clock();
      }
    }
    return new ProgrammeLinks(byNumber, links, Set.copyOf(clocks.keySet()), clockOf, statements);
  }

  /// Those of one cinema.
  public CinemaLinks of(IndexedCinema cinema) {
    return cinemas[cinema.number()];
  }
}
