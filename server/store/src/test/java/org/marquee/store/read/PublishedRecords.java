package org.marquee.store.read;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Chain;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Position;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.Revision;
import org.marquee.listing.Screen;
import org.marquee.listing.Showtime;
import org.marquee.listing.ShowtimeQuery;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.Revisions;

/// What is published: showtimes and programmes as SQL finds them, all else in a copy that is made
/// for each question and sorted here.
@NullMarked
public final class PublishedRecords {
  private final Database database;

  public PublishedRecords(Database database) {
    this.database = database;
  }

  /// A page of showtimes.
  public record Page(List<Showtime> records, Position.@Nullable ByStart next) {}

  private ReadTransactions transactions() {
    return new ReadTransactions.Pooled(database.pool());
  }

  public Revision revision() {
    return transactions().read(Revisions::current);
  }

  public Page showtimes(ShowtimeQuery query, Position.@Nullable ByStart after, int limit) {
    List<Showtime> found =
        transactions()
            .read(connection -> PostgresListings.find(connection, query, after, limit + 1));
    List<Showtime> kept = found.subList(0, Math.min(limit, found.size()));
    return new Page(
        kept,
        found.size() > limit
            ? new Position.ByStart(kept.getLast().startsAt(), kept.getLast().id())
            : null);
  }

  public List<Film> films() {
    return copy().list(Film.class);
  }

  public List<Chain> chains() {
    return copy().list(Chain.class);
  }

  public List<Cinema> cinemas() {
    return copy().list(Cinema.class);
  }

  /// Those whose search text has some folded words.
  public List<Cinema> searchCinemas(String words) {
    CopiedLists copy = copy();
    return copy.list(Cinema.class).stream()
        .filter(each -> copy.searchText(each).contains(words))
        .toList();
  }

  public List<Screen> screens(String cinemaId) {
    CopiedLists copy = copy();
    return copy.list(Screen.class).stream()
        .filter(each -> each.cinemaId().equals(copy.survivor(cinemaId)))
        .toList();
  }

  public Optional<Film> findFilm(String id) {
    return copy().find(Film.class, id);
  }

  public Optional<Cinema> findCinema(String id) {
    return copy().find(Cinema.class, id);
  }

  private CopiedLists copy() {
    CopiedLists copy = new CopiedLists();
    new PostgresChanges(database).copy(null, CopiedLists.NO_SHOWTIMES, 0, copy);
    return copy;
  }

  /// A page of programmes.
  public record Programmes(
      List<ProgrammeEntry> cinemas, @Nullable Position next, Instant expires) {}

  public Programmes programmes(
      ProgrammeQuery query, @Nullable Position after, int limit, Instant now) {
    ProgrammeReader.ReadProgrammes found =
        transactions()
            .read(connection -> new ProgrammeReader(connection, query, after, limit, now).read());
    return new Programmes(found.cinemas(), found.next(), found.expires());
  }
}
