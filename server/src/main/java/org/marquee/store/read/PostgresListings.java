package org.marquee.store.read;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.listing.Chain;
import org.marquee.listing.Cinema;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.Film;
import org.marquee.listing.Freshness;
import org.marquee.listing.Kind;
import org.marquee.listing.ListedRecord;
import org.marquee.listing.Listings;
import org.marquee.listing.Page;
import org.marquee.listing.Position;
import org.marquee.listing.ProgrammeEntry.Programmes;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.Provenance;
import org.marquee.listing.Revision;
import org.marquee.listing.Screen;
import org.marquee.listing.Showtime;
import org.marquee.listing.ShowtimeQuery;
import org.marquee.store.record.FilmColumns;
import org.marquee.store.sql.Outage;
import org.marquee.store.sql.Revisions;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.Work;

/// Reads what is published with SQL: keyset paging, one transaction a call, one statement text a
/// shape of question.
public final class PostgresListings implements Listings {
  private final ReadTransactions transactions;

  /// @param pool of [Database#pool]: its transactions see one state each
  public PostgresListings(DataSource pool) {
    this(new ReadTransactions.Pooled(pool));
  }

  private PostgresListings(ReadTransactions transactions) {
    this.transactions = transactions;
  }

  @Override
  public Revision revision() {
    return read(Revisions::current);
  }

  @Override
  public Page<Showtime> showtimes(
      ShowtimeQuery query, Position.@Nullable ByStart after, int limit) {
    StringBuilder where = new StringBuilder(" where s.starts_at >= :from and s.starts_at < :until");
    if (after != null) {
      where.append(" and (s.starts_at, s.id) > (:start, :id)");
    }
    if (query.cinemaId() != null) {
      where.append(" and s.cinema_id = :cinema");
    }
    if (query.filmId() != null) {
      where.append(" and s.film_id = :film");
    }
    for (Attribute attribute : query.attributes().list()) {
      // A literal for each bit: the planner keeps statistics of these expressions and none of a
      // parameter's.
      where
          .append(" and (s.attribute_mask & ")
          .append(Attributes.of(attribute).mask())
          .append(") <> 0");
    }
    String text =
        RecordQuery.SHOWTIMES.select() + where + " order by s.starts_at, s.id limit :most";
    return read(connection -> {
      String cinema = record(connection, query.cinemaId());
      Sql sql =
          Sql.of(text)
              .bind("from", query.window().after())
              .bind("until", query.window().before())
              .bind("start", after == null ? null : after.start())
              .bind("id", after == null ? null : after.id())
              .bind("cinema", cinema)
              .bind("film", record(connection, query.filmId()))
              .bind("most", limit + 1);
      return ReadRows.page(
          sql.list(connection, RecordQuery.SHOWTIMES::read),
          limit,
          last -> new Position.ByStart(last.startsAt(), last.id()),
          Showtime::provenance,
          () -> observed(connection, cinema, Kind.SHOWTIME),
          Function.identity());
    });
  }

  /// The id of the record that answers for an id. Asked by itself: what stands in place of a value
  /// in the statement for a page would hide from the planner how common it is.
  static @Nullable String record(Connection connection, @Nullable String id) throws SQLException {
    return id == null ? null : survivor(connection, id);
  }

  private static String survivor(Connection connection, String id) throws SQLException {
    return Sql.of("select survivor from alias where id = :id")
        .bind("id", id)
        .first(connection, rows -> rows.getString(1))
        .orElse(id);
  }

  @Override
  public Page<Film> films(Position.@Nullable ByName after, int limit) {
    return read(
        connection -> byName(connection, RecordQuery.FILMS, Filter.NONE, after, limit, null));
  }

  @Override
  public Page<Chain> chains(Position.@Nullable ByName after, int limit) {
    return read(
        connection -> byName(connection, RecordQuery.CHAINS, Filter.NONE, after, limit, null));
  }

  /// Which records of a kind are listed.
  ///
  /// @param and SQL, from its `and` on
  /// @param values binds what it has
  private record Filter(String and, UnaryOperator<Sql> values) {
    static final Filter NONE = new Filter("", sql -> sql);
  }

  private record KeyedRow<T>(T record, Position.ByName position) {}

  /// A list by (sorting key, id).
  ///
  /// @param cinema of which all records are; null for those of no or any cinema
  private static <T extends ListedRecord> Page<T> byName(
      Connection connection,
      RecordQuery<T> query,
      Filter filter,
      Position.@Nullable ByName after,
      int limit,
      @Nullable String cinema)
      throws SQLException {
    String order = "%1$s.sort_key, %1$s.id".formatted(query.row());
    String page = after == null ? "" : " and (" + order + ") > (:key, :id)";
    List<KeyedRow<T>> found =
        filter
            .values()
            .apply(
                query.where("true" + filter.and() + page + " order by " + order + " limit :most"))
            .bind("key", after == null ? null : after.key())
            .bind("id", after == null ? null : after.id())
            .bind("most", limit + 1)
            .list(
                connection,
                rows -> {
                  T record = query.read(rows);
                  String key = rows.getString("sort_key");
                  return new KeyedRow<>(record, new Position.ByName(key, record.id()));
                });
    return ReadRows.page(
        found,
        limit,
        KeyedRow::position,
        each -> each.record().provenance(),
        () -> observed(connection, cinema, query.kind()),
        KeyedRow::record);
  }

  @Override
  public List<Film.Titles> titles(@Nullable Collection<String> ids) {
    return read(connection ->
        Sql.of(
                "select id, title, other_titles from film"
                    + (ids == null ? " order by sort_key, id" : " where id = any(:ids)"))
            .bind("ids", ids == null ? null : ids.toArray(String[]::new))
            .list(connection, FilmColumns::titles));
  }

  @Override
  public Optional<Film> findFilm(String id) {
    return read(connection -> RecordQuery.FILMS.find(connection, survivor(connection, id)));
  }

  @Override
  public Optional<Cinema> findCinema(String id) {
    return read(connection -> RecordQuery.CINEMAS.find(connection, survivor(connection, id)));
  }

  @Override
  public Page<Cinema> cinemas(CinemaQuery query, @Nullable Position after, int limit) {
    CinemaQuery.Around around = query.around();
    if (around != null) {
      return read(connection -> {
        List<CinemasAround.Found> found =
            CinemasAround.find(
                connection, query, around, (Position.@Nullable ByDistance) after, limit + 1);
        return ReadRows.page(
            found,
            limit,
            last -> new Position.ByDistance(last.kilometres(), last.cinema().id()),
            each -> each.cinema().provenance(),
            () -> observed(connection, null, Kind.CINEMA),
            CinemasAround.Found::cinema);
      });
    }
    StringBuilder filters = new StringBuilder();
    CinemasAround.appendFilters(query, filters);
    Filter filter = new Filter(filters.toString(), sql -> CinemasAround.bindFilters(query, sql));
    Position.ByName place = (Position.@Nullable ByName) after;
    return read(connection -> byName(connection, RecordQuery.CINEMAS, filter, place, limit, null));
  }

  @Override
  public Page<Screen> screens(String cinemaId, Position.@Nullable ByName after, int limit) {
    return read(connection -> {
      String cinema = survivor(connection, cinemaId);
      Filter filter = new Filter(" and r.cinema_id = :cinema", sql -> sql.bind("cinema", cinema));
      return byName(connection, RecordQuery.SCREENS, filter, after, limit, cinema);
    });
  }

  @Override
  public Programmes programmes(
      ProgrammeQuery query, @Nullable Position after, int limit, Instant now) {
    return read(connection -> {
      ProgrammeReader.Found found =
          new ProgrammeReader(connection, query, after, limit, now).read();
      List<Provenance> provenances = new ArrayList<>();
      found.cinemas().forEach(cinema -> provenances.addAll(cinema.provenances()));
      return new Programmes(
          found.cinemas(),
          found.next(),
          provenances.isEmpty()
              ? observed(connection, record(connection, query.onlyCinema()), Kind.SHOWTIME)
              : Freshness.of(provenances, Function.identity()),
          found.expires());
    });
  }

  @Override
  public Freshness origin() {
    return read(PostgresListings::origin);
  }

  private static Freshness origin(Connection connection) throws SQLException {
    return Freshness.observed(LogState.of(connection).madeAt());
  }

  /// What an empty page claims: when the cinema asked for was last observed, else the newest
  /// observation of the kind, else when the database was made (docs/api.md, "Freshness").
  private static Freshness observed(Connection connection, @Nullable String cinemaId, Kind kind)
      throws SQLException {
    if (cinemaId != null) {
      Optional<Cinema> cinema = RecordQuery.CINEMAS.find(connection, cinemaId);
      if (cinema.isPresent()) {
        return Freshness.observed(cinema.get().provenance().observedAt());
      }
    }
    Optional<Instant> newest =
        Sql.of("select newest from kind_observed where kind = :kind")
            .bind("kind", kind.word())
            .first(connection, rows -> Sql.instant(rows, "newest"));
    return newest.isPresent() ? Freshness.observed(newest.get()) : origin(connection);
  }

  @Override
  public <T> T inOneState(Function<Listings, T> reading) {
    return read(
        connection -> reading.apply(new PostgresListings(new ReadTransactions.Within(connection))));
  }

  private <T> T read(Work<T> reading) {
    try {
      return transactions.read(reading);
    } catch (SQLException e) {
      throw Outage.whileReading(e);
    }
  }
}
