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
import org.marquee.listing.Cinema;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.Film;
import org.marquee.listing.Freshness;
import org.marquee.listing.Kind;
import org.marquee.listing.ListedRecord;
import org.marquee.listing.Position;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.Provenance;
import org.marquee.listing.Revision;
import org.marquee.listing.Showtime;
import org.marquee.listing.ShowtimeQuery;
import org.marquee.page.OutputBuffer;
import org.marquee.page.PageInfo;
import org.marquee.page.Pages;
import org.marquee.page.ProgrammeWriter;
import org.marquee.page.RecordEncoder;
import org.marquee.store.record.FilmColumns;
import org.marquee.store.sql.Revisions;
import org.marquee.store.sql.Sql;

/// Reads what is published with SQL when it is asked for: keyset paging, one transaction a call,
/// one statement text a shape of question. A call may block.
public final class PostgresListings implements Pages {
  private final ReadTransactions transactions;
  private final RecordEncoder encoder;

  /// @param pool of [Database#pool]: its transactions see one state each
  /// @param encoder writes each record
  public PostgresListings(DataSource pool, RecordEncoder encoder) {
    this(new ReadTransactions.Pooled(pool), encoder);
  }

  private PostgresListings(ReadTransactions transactions, RecordEncoder encoder) {
    this.transactions = transactions;
    this.encoder = encoder;
  }

  @Override
  public Revision revision() {
    return transactions.read(Revisions::current);
  }

  @Override
  public PageInfo showtimes(
      ShowtimeQuery query, Position.@Nullable ByStart after, int limit, OutputBuffer buffer) {
    StringBuilder where = new StringBuilder("s.starts_at >= :from and s.starts_at < :until");
    if (after != null) {
      where.append(" and (s.starts_at, s.id) > (:start, :id)");
    }
    if (query.cinemaId() != null) {
      where.append(" and s.cinema_id = :cinema");
    }
    if (query.filmId() != null) {
      where.append(" and s.film_id = :film");
    }
    appendAttributes(query.attributes(), where);
    return transactions.read(connection -> {
      String cinema = RecordQuery.survivorOrNull(connection, query.cinemaId());
      List<Placed<Showtime>> found =
          RecordQuery.SHOWTIMES
              .where(where + " order by s.starts_at, s.id limit :most")
              .bind("from", query.window().after())
              .bind("until", query.window().before())
              .bind("start", after == null ? null : after.start())
              .bind("id", after == null ? null : after.id())
              .bind("cinema", cinema)
              .bind("film", RecordQuery.survivorOrNull(connection, query.filmId()))
              .bind("most", limit + 1)
              .list(
                  connection,
                  rows -> {
                    Showtime showtime = RecordQuery.SHOWTIMES.read(rows);
                    return new Placed<>(
                        showtime, new Position.ByStart(showtime.startsAt(), showtime.id()));
                  });
      return page(connection, found, limit, Kind.SHOWTIME, cinema, buffer);
    });
  }

  /// Adds the condition that a showtime `s` has all of some attributes: a literal for each bit. The
  /// planner keeps statistics of these expressions and none of a parameter's.
  static void appendAttributes(Attributes attributes, StringBuilder where) {
    for (Attribute attribute : attributes.list()) {
      where
          .append(" and (s.attribute_mask & ")
          .append(Attributes.of(attribute).mask())
          .append(") <> 0");
    }
  }

  @Override
  public PageInfo films(Position.@Nullable ByName after, int limit, OutputBuffer buffer) {
    return byName(RecordQuery.FILMS, after, limit, buffer);
  }

  @Override
  public PageInfo chains(Position.@Nullable ByName after, int limit, OutputBuffer buffer) {
    return byName(RecordQuery.CHAINS, after, limit, buffer);
  }

  private <T extends ListedRecord> PageInfo byName(
      RecordQuery<T> query, Position.@Nullable ByName after, int limit, OutputBuffer buffer) {
    return transactions.read(connection ->
        page(
            connection,
            query.byName("", after, limit + 1).list(connection, query::named),
            limit,
            query.kind(),
            null,
            buffer));
  }

  @Override
  public PageInfo screens(
      String cinemaId, Position.@Nullable ByName after, int limit, OutputBuffer buffer) {
    return transactions.read(connection -> {
      String cinema = RecordQuery.survivor(connection, cinemaId);
      return page(
          connection,
          RecordQuery.SCREENS
              .byName(" and r.cinema_id = :cinema", after, limit + 1)
              .bind("cinema", cinema)
              .list(connection, RecordQuery.SCREENS::named),
          limit,
          Kind.SCREEN,
          cinema,
          buffer);
    });
  }

  @Override
  public PageInfo cinemas(
      CinemaQuery query, @Nullable Position after, int limit, OutputBuffer buffer) {
    return transactions.read(connection -> {
      OrderedCinemas cinemas =
          new OrderedCinemas(connection, query.search(), query.chainId(), null);
      List<Placed<Cinema>> found =
          query.around() == null
              ? cinemas.byName((Position.@Nullable ByName) after, limit + 1)
              : cinemas.around(query.around(), (Position.@Nullable ByDistance) after, limit + 1);
      return page(connection, found, limit, Kind.CINEMA, null, buffer);
    });
  }

  /// Writes a page of the rows that a statement found.
  ///
  /// @param found one row more than the page has where the list continues
  /// @param cinema that was asked for; null for none
  private <T extends ListedRecord> PageInfo page(
      Connection connection,
      List<Placed<T>> found,
      int limit,
      Kind kind,
      @Nullable String cinema,
      OutputBuffer buffer)
      throws SQLException {
    List<Placed<T>> kept = found.size() > limit ? found.subList(0, limit) : found;
    for (int at = 0; at < kept.size(); at++) {
      if (at > 0) {
        buffer.add(',');
      }
      buffer.add(encoder.write(kept.get(at).record()).text());
    }
    return new PageInfo(
        Revisions.current(connection),
        found.size() > limit ? kept.getLast().position() : null,
        kept.isEmpty()
            ? observed(connection, cinema, kind)
            : Freshness.of(kept, each -> each.record().provenance()));
  }

  @Override
  public List<Film.Titles> titles(@Nullable Collection<String> ids) {
    return transactions.read(connection ->
        Sql.of(
                "select id, title, other_titles from film where not hidden"
                    + (ids == null ? " order by sort_key, id" : " and id = any(:ids)"))
            .bind("ids", ids == null ? null : ids.toArray(String[]::new))
            .list(connection, FilmColumns::titles));
  }

  @Override
  public Optional<PageInfo> film(String id, OutputBuffer buffer) {
    return one(RecordQuery.FILMS, id, buffer);
  }

  @Override
  public Optional<PageInfo> cinema(String id, OutputBuffer buffer) {
    return one(RecordQuery.CINEMAS, id, buffer);
  }

  private <T extends ListedRecord> Optional<PageInfo> one(
      RecordQuery<T> query, String id, OutputBuffer buffer) {
    return transactions.read(connection -> {
      Optional<T> found = query.find(connection, id);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      buffer.add(encoder.write(found.get()).text());
      return Optional.of(
          new PageInfo(
              Revisions.current(connection), null, Freshness.of(found.get().provenance())));
    });
  }

  @Override
  public PageInfo programmes(
      ProgrammeQuery query, @Nullable Position after, int limit, Instant now, OutputBuffer buffer) {
    return transactions.read(connection -> {
      ProgrammeReader.ReadProgrammes found =
          new ProgrammeReader(connection, query, after, limit, now).read();
      ProgrammeWriter writer = new ProgrammeWriter(buffer);
      List<Provenance> provenances = new ArrayList<>();
      for (ProgrammeEntry each : found.cinemas()) {
        writer.write(each, encoder);
        provenances.addAll(each.provenances());
      }
      return new PageInfo(
          Revisions.current(connection),
          found.next(),
          provenances.isEmpty()
              ? observed(
                  connection,
                  RecordQuery.survivorOrNull(connection, query.onlyCinema()),
                  Kind.SHOWTIME)
              : Freshness.of(provenances, Function.identity()),
          found.expires());
    });
  }

  @Override
  public PageInfo origin() {
    return transactions.read(connection -> {
      LogState state = LogState.of(connection);
      return new PageInfo(state.revision(), null, Freshness.observed(state.madeAt()));
    });
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
    return Freshness.observed(newest.isPresent() ? newest.get() : LogState.of(connection).madeAt());
  }

  @Override
  public <T> T inOneState(Function<Pages, T> reading) {
    return transactions.read(connection ->
        reading.apply(new PostgresListings(new ReadTransactions.Within(connection), encoder)));
  }
}
