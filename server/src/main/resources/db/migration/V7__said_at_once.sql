-- A condition within a part of a union keeps its indexes from being used in joins: each import of one cinema read all showtimes.
-- Around the union it is passed on to the parts.
create or replace view showtime_said as
  select id, provider_id, external_id, film_id, said_film_id, cinema_id, starts_at, offset_minutes, screen_id, observed_at, record_id
  from (
    select id, provider_id, external_id, film_id, said_film_id, cinema_id, starts_at, offset_minutes, screen_id, observed_at,
      null as record_id, merged
    from showtime
    union all
    select id, provider_id, external_id, film_id, said_film_id, cinema_id, starts_at, offset_minutes, screen_id, observed_at,
      record_id, null
    from showtime_word) said
  where merged is null;
