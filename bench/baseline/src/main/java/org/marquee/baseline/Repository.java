package org.marquee.baseline;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.marquee.baseline.Envelope.Freshness;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The statements: those that the server itself asks with, so that both use the same indexes. One
/// statement a page, each a transaction of its own.
@org.springframework.stereotype.Repository
class Repository {
  private static final String PROVENANCE =
      """
      , p.name as provider, %1$s.external_id,
      coalesce(%1$s.observed_at, %2$s.observed_at) as observed_at,
      coalesce(%1$s.source_updated_at, case when %1$s.observed_at is null then %2$s.source_updated_at
        else %1$s.observed_updated_at end) as source_updated_at
      """;

  private static final String SHOWTIMES =
      """
      select s.id, s.film_id, s.cinema_id, s.starts_at, s.offset_minutes, s.booking_url, s.attribute_mask,
        s.screen_id, s.screen_name
      """
          + PROVENANCE.formatted("s", "g")
          + """
          from showtime s
          join provider p on p.id = s.provider_id
          left join programme g on g.cinema_id = s.cinema_id and g.provider_id = s.provider_id
          """;

  private static final String FILM =
      """
      select f.id, f.title, f.duration_minutes, f.certification, f.poster_url, f.release_date,
        f.ext_catalog_a_id, f.ext_catalog_b_id
      """
          + PROVENANCE.formatted("f", "p")
          + " from film f join provider p on p.id = f.provider_id where f.id = :id";

  private static final String CINEMA =
      """
      select c.id, c.chain_id, c.name, c.country_code, c.locality, c.postcode, c.address, c.latitude,
        c.longitude
      """
          + PROVENANCE.formatted("c", "g")
          + """
          from cinema c
          join provider p on p.id = c.provider_id
          left join programme g on g.cinema_id = c.id and g.provider_id = c.provider_id
          where c.id = :id
          """;

  private final JdbcClient jdbc;

  Repository(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  List<Showtime> showtimes(ShowtimeQuery query) {
    StringBuilder sql =
        new StringBuilder(SHOWTIMES).append("where s.starts_at >= :from and s.starts_at < :until");
    if (query.after() != null) {
      sql.append(" and (s.starts_at, s.id) > (:start, :after)");
    }
    if (query.cinemaId() != null) {
      sql.append(" and s.cinema_id = :cinema");
    }
    if (query.filmId() != null) {
      sql.append(" and s.film_id = :film");
    }
    for (int bit : query.attributeBits()) {
      sql.append(" and (s.attribute_mask & ").append(1 << bit).append(") <> 0");
    }
    sql.append(" order by s.starts_at, s.id limit :most");
    JdbcClient.StatementSpec statement =
        jdbc.sql(sql.toString())
            .param("from", query.from())
            .param("until", query.until())
            .param("most", query.limit() + 1);
    if (query.after() != null) {
      statement =
          statement.param("start", query.after().start()).param("after", query.after().id());
    }
    if (query.cinemaId() != null) {
      statement = statement.param("cinema", query.cinemaId());
    }
    if (query.filmId() != null) {
      statement = statement.param("film", query.filmId());
    }
    return statement.query(Rows::showtime).list();
  }

  Optional<Film> film(String id) {
    return jdbc.sql(FILM).param("id", id).query(Rows::film).optional();
  }

  Optional<Cinema> cinema(String id) {
    return jdbc.sql(CINEMA).param("id", id).query(Rows::cinema).optional();
  }

  /// What an empty page claims.
  Freshness nothing(ShowtimeQuery query) {
    if (query.cinemaId() != null) {
      Optional<Cinema> cinema = cinema(query.cinemaId());
      if (cinema.isPresent()) {
        return new Freshness(cinema.get().provenance().observedAt(), null);
      }
    }
    Instant newest =
        jdbc.sql("select newest from kind_observed where kind = 'showtime'")
            .query(OffsetDateTime.class)
            .single()
            .toInstant();
    return new Freshness(newest, null);
  }

  /// Whether a key with this SHA-256 may read now.
  boolean admits(byte[] hash) {
    return jdbc.sql(
                """
                select count(*) from api_key k
                join organization o on o.name = k.organization
                join entitlement e on e.organization = o.name
                where k.hash = :hash and k.revoked is null and (k.expires is null or k.expires > now())
                  and not o.suspended and e.valid_from <= now()
                  and (e.valid_until is null or e.valid_until > now())
                """)
            .param("hash", hash)
            .query(Integer.class)
            .single()
        > 0;
  }
}
