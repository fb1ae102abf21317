package org.marquee.store.read;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
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
    String text = RecordColumns.SHOWTIMES + where + " order by s.starts_at, s.id limit :most";
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
          sql.list(connection, RecordColumns::showtime),
          limit,
          last -> new Position.ByStart(last.startsAt(), last.id()),
          Showtime::provenance,
          () -> observed(connection, cinema, Kind.SHOWTIME));
    });
  }

  /// The id of the record that answers for an id. Asked by itself: what stands in place of a value
  /// in the statement for a page would hide from the planner how common it is.
  static @Nullable String record(Connection connection, @Nullable String id) throws SQLException {
    return id == null
        ? null
        : Sql.of("select survivor from alias where id = :id")
            .bind("id", id)
            .first(connection, rows -> rows.getString(1))
            .orElse(id);
  }

  @Override
  public Page<Film> films(Position.@Nullable ByName after, int limit) {
    return read(connection ->
        named(
            connection,
            RecordColumns.FILMS,
            RecordColumns::film,
            Film::provenance,
            "f",
            after,
            limit,
            Kind.FILM));
  }

  @Override
  public Page<Chain> chains(Position.@Nullable ByName after, int limit) {
    return read(connection ->
        named(
            connection,
            RecordColumns.CHAINS,
            RecordColumns::chain,
            Chain::provenance,
            "h",
            after,
            limit,
            Kind.CHAIN));
  }

  /// A list of all records of a kind by (sorting key, id).
  private static <T> Page<T> named(
      Connection connection,
      String select,
      Sql.Row<T> row,
      Function<T, Provenance> provenance,
      String alias,
      Position.@Nullable ByName after,
      int limit,
      Kind kind)
      throws SQLException {
    String key = "(" + alias + ".sort_key, " + alias + ".id)";
    List<KeyedRow<T>> found =
        Sql.of(
                select
                    + (after == null ? "" : " where " + key + " > (:key, :id)")
                    + " order by "
                    + alias
                    + ".sort_key, "
                    + alias
                    + ".id limit :most")
            .bind("key", after == null ? null : after.key())
            .bind("id", after == null ? null : after.id())
            .bind("most", limit + 1)
            .list(connection, rows -> KeyedRow.read(rows, row));
    return KeyedRow.page(found, limit, provenance, () -> observed(connection, null, kind));
  }

  @Override
  public List<Film.Titles> titles(@Nullable Collection<String> ids) {
    return read(connection -> RecordColumns.titles(connection, ids));
  }

  @Override
  public Optional<Film> findFilm(String id) {
    return read(connection ->
        Sql.of(RecordColumns.FILMS + " where f.id = :id")
            .bind("id", record(connection, id))
            .first(connection, RecordColumns::film));
  }

  @Override
  public Optional<Cinema> findCinema(String id) {
    return read(connection ->
        Sql.of(RecordColumns.CINEMAS + " where c.id = :id")
            .bind("id", record(connection, id))
            .first(connection, RecordColumns::cinema));
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
    Position.ByName place = (Position.@Nullable ByName) after;
    StringBuilder where = new StringBuilder(" where true");
    CinemasAround.appendFilters(query, where);
    if (place != null) {
      where.append(" and (c.sort_key, c.id) > (:key, :id)");
    }
    Sql sql =
        CinemasAround.bindFilters(
                query,
                Sql.of(RecordColumns.CINEMAS + where + " order by c.sort_key, c.id limit :most"))
            .bind("key", place == null ? null : place.key())
            .bind("id", place == null ? null : place.id())
            .bind("most", limit + 1);
    return read(connection ->
        KeyedRow.page(
            sql.list(connection, rows -> KeyedRow.read(rows, RecordColumns::cinema)),
            limit,
            Cinema::provenance,
            () -> observed(connection, null, Kind.CINEMA)));
  }

  @Override
  public Page<Screen> screens(String cinemaId, Position.@Nullable ByName after, int limit) {
    String text =
        RecordColumns.SCREENS
            + " where r.cinema_id = :cinema"
            + (after == null ? "" : " and (r.sort_key, r.id) > (:key, :id)")
            + " order by r.sort_key, r.id limit :most";
    return read(connection -> {
      String cinema = record(connection, cinemaId);
      Sql sql =
          Sql.of(text)
              .bind("cinema", cinema)
              .bind("key", after == null ? null : after.key())
              .bind("id", after == null ? null : after.id())
              .bind("most", limit + 1);
      return KeyedRow.page(
          sql.list(connection, rows -> KeyedRow.read(rows, RecordColumns::screen)),
          limit,
          Screen::provenance,
          () -> observed(connection, cinema, Kind.SCREEN));
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
      Optional<Cinema> cinema =
          Sql.of(RecordColumns.CINEMAS + " where c.id = :id")
              .bind("id", cinemaId)
              .first(connection, RecordColumns::cinema);
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
