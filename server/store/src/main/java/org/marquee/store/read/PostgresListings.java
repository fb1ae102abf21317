package org.marquee.store.read;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.FilmEntry;
import org.marquee.listing.Freshness;
import org.marquee.listing.Kind;
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
import org.marquee.page.json.DetailsOfPage;
import org.marquee.page.json.JsonRecordEncoder;
import org.marquee.page.json.ProgrammeWriter;
import org.marquee.page.json.RecordPlaces;
import org.marquee.store.record.FilmColumns;
import org.marquee.store.sql.Revisions;
import org.marquee.store.sql.Sql;

/// Reads the showtimes and programmes of days that no snapshot holds with SQL: keyset paging, one
/// transaction a call, one statement text a shape of question. A call may block.
public final class PostgresListings implements Pages {
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
    return transactions.read(Revisions::current);
  }

  @Override
  public PageInfo showtimes(
      ShowtimeQuery query, Position.@Nullable ByStart after, int limit, OutputBuffer buffer) {
    return transactions.read(connection -> {
      List<Showtime> found = find(connection, query, after, limit + 1);
      List<Showtime> kept = found.subList(0, Math.min(limit, found.size()));
      RecordPlaces places = new RecordPlaces(buffer);
      for (int at = 0; at < kept.size(); at++) {
        if (at > 0) {
          buffer.add(',');
        }
        places.note();
        buffer.add(JsonRecordEncoder.write(kept.get(at)).text());
        places.note();
      }
      if (buffer.takesDetails()) {
        Map<String, Integer> runs = RunningTimes.of(connection, kept);
        DetailsOfPage.print(
            kept.size(),
            at -> places.print(at, kept.get(at), runs.get(kept.get(at).filmId())),
            buffer);
      }
      return new PageInfo(
          Revisions.current(connection),
          found.size() > limit
              ? new Position.ByStart(kept.getLast().startsAt(), kept.getLast().id())
              : null,
          kept.isEmpty()
              ? observed(connection, query.cinemaId())
              : Freshness.of(kept, Showtime::provenance));
    });
  }

  /// The first `most` showtimes of a query after the position given.
  static List<Showtime> find(
      Connection connection, ShowtimeQuery query, Position.@Nullable ByStart after, int most)
      throws SQLException {
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
    return RecordQuery.SHOWTIMES
        .where(where + " order by s.starts_at, s.id limit :most")
        .bind("from", query.window().after())
        .bind("until", query.window().before())
        .bind("start", after == null ? null : after.start())
        .bind("id", after == null ? null : after.id())
        .bind("cinema", RecordQuery.survivorOrNull(connection, query.cinemaId()))
        .bind("film", RecordQuery.survivorOrNull(connection, query.filmId()))
        .bind("most", most)
        .list(connection, RecordQuery.SHOWTIMES::read);
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
  public List<Film.Titles> titles(@Nullable Collection<String> ids) {
    return transactions.read(connection ->
        Sql.of(
                "select id, title, other_titles from film where not hidden"
                    + (ids == null ? " order by sort_key, id" : " and id = any(:ids)"))
            .bind("ids", ids == null ? null : ids.toArray(String[]::new))
            .list(connection, FilmColumns::titles));
  }

  @Override
  public PageInfo programmes(
      ProgrammeQuery query, @Nullable Position after, int limit, Instant now, OutputBuffer buffer) {
    return transactions.read(connection -> {
      ProgrammeReader.ReadProgrammes found =
          new ProgrammeReader(connection, query, after, limit, now).read();
      ProgrammeWriter writer = new ProgrammeWriter(buffer);
      List<Provenance> provenances = new ArrayList<>();
      for (FilmEntry each : found.films()) {
        writer.write(each);
        each.provenances().forEach(provenances::add);
      }
      if (query.byFilm()) {
        writer.writeBeside(found.cinemas());
      }
      for (ProgrammeEntry each : found.cinemas()) {
        if (!query.byFilm()) {
          writer.write(each);
        }
        provenances.addAll(each.provenances());
      }
      return new PageInfo(
          Revisions.current(connection),
          found.next(),
          provenances.isEmpty()
              ? observed(connection, query.onlyCinema())
              : Freshness.of(provenances, Function.identity()),
          found.expires());
    });
  }

  /// What an empty page claims: when the cinema asked for was last observed, else the newest
  /// observation of a showtime, else when the database was made (docs/api.md, "Freshness").
  private static Freshness observed(Connection connection, @Nullable String cinemaId)
      throws SQLException {
    if (cinemaId != null) {
      Optional<Cinema> cinema = RecordQuery.CINEMAS.find(connection, cinemaId);
      if (cinema.isPresent()) {
        return Freshness.observed(cinema.get().provenance().observedAt());
      }
    }
    Optional<Instant> newest =
        Sql.of("select newest from kind_observed where kind = :kind")
            .bind("kind", Kind.SHOWTIME.word())
            .first(connection, rows -> Sql.instant(rows, "newest"));
    return Freshness.observed(newest.isPresent() ? newest.get() : LogState.of(connection).madeAt());
  }

  @Override
  public <T> T inOneState(Function<Pages, T> reading) {
    return transactions.read(
        connection -> reading.apply(new PostgresListings(new ReadTransactions.Within(connection))));
  }
}
