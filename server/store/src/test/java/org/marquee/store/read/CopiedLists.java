package org.marquee.store.read;

import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.SourceStatement;
import org.marquee.listing.Chain;
import org.marquee.listing.ChangeSink;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.listing.ListedRecord;
import org.marquee.listing.Screen;
import org.marquee.listing.Showtime;

/// A whole copy of everything but showtimes, in the order of (sorting key, id).
@NullMarked
final class CopiedLists implements ChangeSink {
  /// The time from which on to copy showtimes, so that there are none.
  static final Instant NO_SHOWTIMES = Instant.parse("9000-01-01T00:00:00Z");

  private final Map<String, ListedRecord> records = new TreeMap<>();
  private final Map<String, String> searchTexts = new HashMap<>();
  private final Map<String, String> survivors = new HashMap<>();

  /// All records of a type.
  <T extends ListedRecord> List<T> list(Class<T> type) {
    return records.values().stream().filter(type::isInstance).map(type::cast).toList();
  }

  /// The record that answers for an id.
  <T extends ListedRecord> Optional<T> find(Class<T> type, String id) {
    return list(type).stream().filter(each -> each.id().equals(survivor(id))).findFirst();
  }

  String survivor(String id) {
    return survivors.getOrDefault(id, id);
  }

  String searchText(Cinema cinema) {
    return searchTexts.getOrDefault(cinema.id(), "");
  }

  private void add(ListedRecord record, String sortKey) {
    records.put(sortKey + '\0' + record.id(), record);
  }

  @Override
  public void alias(String id, String survivor) {
    survivors.put(id, survivor);
  }

  @Override
  public void film(Film film, String sortKey, Observed observed) {
    add(film, sortKey);
  }

  @Override
  public void chain(Chain chain, String sortKey, Observed observed) {
    add(chain, sortKey);
  }

  @Override
  public void screen(Screen screen, String sortKey, Observed observed) {
    add(screen, sortKey);
  }

  @Override
  public void cinema(
      Cinema cinema,
      String sortKey,
      @Nullable String postcodeKey,
      String searchText,
      @Nullable ZoneId clock,
      Observed observed) {
    add(cinema, sortKey);
    searchTexts.put(cinema.id(), searchText);
  }

  @Override
  public void begin(Edition edition) {}

  @Override
  public void confirmed(
      String provider,
      @Nullable String cinemaId,
      Instant observedAt,
      @Nullable Instant sourceUpdatedAt) {}

  @Override
  public void statement(String cinemaId, SourceStatement statement) {}

  @Override
  public void changed(Kind kind, Set<String> ids) {}

  @Override
  public void showtime(Showtime showtime, Observed observed) {}
}
