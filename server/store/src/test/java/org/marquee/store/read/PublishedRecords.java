package org.marquee.store.read;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Chain;
import org.marquee.listing.Cinema;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.listing.ListedRecord;
import org.marquee.listing.Position;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.Revision;
import org.marquee.listing.Screen;
import org.marquee.listing.Showtime;
import org.marquee.listing.ShowtimeQuery;
import org.marquee.page.JsonRecordEncoder;
import org.marquee.page.OutputBuffer;
import org.marquee.page.PageInfo;
import org.marquee.page.Pages;
import org.marquee.page.RecordEncoder;

/// What [PostgresListings] answers, as the records that it writes.
@NullMarked
public final class PublishedRecords {
  private final DataSource pool;

  public PublishedRecords(DataSource pool) {
    this.pool = pool;
  }

  /// A page of a list.
  public record Page<T>(List<T> records, @Nullable Position next) {}

  public Revision revision() {
    return new PostgresListings(pool, new JsonRecordEncoder()).revision();
  }

  public Page<Showtime> showtimes(
      ShowtimeQuery query, Position.@Nullable ByStart after, int limit) {
    return page(Showtime.class, (pages, out) -> pages.showtimes(query, after, limit, out));
  }

  public Page<Film> films(Position.@Nullable ByName after, int limit) {
    return page(Film.class, (pages, out) -> pages.films(after, limit, out));
  }

  public Page<Chain> chains(Position.@Nullable ByName after, int limit) {
    return page(Chain.class, (pages, out) -> pages.chains(after, limit, out));
  }

  public Page<Cinema> cinemas(CinemaQuery query, @Nullable Position after, int limit) {
    return page(Cinema.class, (pages, out) -> pages.cinemas(query, after, limit, out));
  }

  public Page<Screen> screens(String cinemaId, Position.@Nullable ByName after, int limit) {
    return page(Screen.class, (pages, out) -> pages.screens(cinemaId, after, limit, out));
  }

  public Optional<Film> findFilm(String id) {
    return noted(Film.class, pages -> pages.film(id, new OutputBuffer(512))).stream().findFirst();
  }

  public Optional<Cinema> findCinema(String id) {
    return noted(Cinema.class, pages -> pages.cinema(id, new OutputBuffer(512))).stream()
        .findFirst();
  }

  /// A page of programmes.
  public record Programmes(
      List<ProgrammeEntry> cinemas, @Nullable Position next, Instant expires) {}

  public Programmes programmes(
      ProgrammeQuery query, @Nullable Position after, int limit, Instant now) {
    ProgrammeReader.ReadProgrammes found =
        new ReadTransactions.Pooled(pool)
            .read(connection -> new ProgrammeReader(connection, query, after, limit, now).read());
    return new Programmes(found.cinemas(), found.next(), found.expires());
  }

  private interface Reading {
    PageInfo read(Pages pages, OutputBuffer out);
  }

  private <T extends ListedRecord> Page<T> page(Class<T> type, Reading reading) {
    List<@Nullable Position> next = new ArrayList<>();
    List<T> records =
        noted(type, pages -> next.add(reading.read(pages, new OutputBuffer(4096)).next()));
    return new Page<>(records, next.getFirst());
  }

  private <T extends ListedRecord> List<T> noted(Class<T> type, Consumer<Pages> reading) {
    List<T> records = new ArrayList<>();
    reading.accept(
        new PostgresListings(pool, new Noting(record -> records.add(type.cast(record)))));
    return records;
  }

  /// Notes each record that it writes.
  private record Noting(Consumer<ListedRecord> records, JsonRecordEncoder encoder)
      implements RecordEncoder {
    Noting(Consumer<ListedRecord> records) {
      this(records, new JsonRecordEncoder());
    }

    private <T extends ListedRecord> T noted(T record) {
      records.accept(record);
      return record;
    }

    @Override
    public MarkedShowtime mark(Showtime showtime) {
      return encoder.mark(noted(showtime));
    }

    @Override
    public Written write(Film film) {
      return encoder.write(noted(film));
    }

    @Override
    public Written write(Cinema cinema) {
      return encoder.write(noted(cinema));
    }

    @Override
    public Written write(Chain chain) {
      return encoder.write(noted(chain));
    }

    @Override
    public Written write(Screen screen) {
      return encoder.write(noted(screen));
    }

    @Override
    public byte[] observation(Kind kind, Instant observedAt, @Nullable Instant sourceUpdatedAt) {
      return encoder.observation(kind, observedAt, sourceUpdatedAt);
    }
  }
}
