-- When a film was first listed at a cinema on a day, from 05:00 to 05:00: what feeds tell of new films and dates at a place,
-- once each (docs/pages.md, "Feeds of a place"). A row never changes and stays, whatever becomes of its showtimes.
create table first_listed (
  cinema_id text collate "C" not null,
  film_id   text collate "C" not null,
  day       date not null,
  listed_at timestamptz not null,
  primary key (cinema_id, film_id, day)
);
create index first_listed_order on first_listed (cinema_id, listed_at);

create function programme_day(starts_at timestamptz, offset_minutes smallint) returns date language sql immutable as $$
  select (starts_at at time zone 'UTC' + make_interval(mins => offset_minutes - 5 * 60))::date
$$;

-- When what is there was first listed is not known: it is no news.
insert into first_listed
select distinct cinema_id, film_id, programme_day(starts_at, offset_minutes), 'epoch'::timestamptz from showtime;

-- Planned for each call, because the first one of a session may be for no rows and the next for a million.
create function note_first_listed() returns trigger language plpgsql as $$
begin
  execute format(
    'insert into first_listed
     select distinct l.cinema_id, l.film_id, programme_day(l.starts_at, l.offset_minutes), now()
     from later l %s
     where l.starts_at > now() and not l.hidden
     on conflict do nothing',
    case tg_op when 'UPDATE' then
      'join earlier e on e.id = l.id and (l.cinema_id, l.film_id, l.starts_at, l.offset_minutes, l.hidden)
         is distinct from (e.cinema_id, e.film_id, e.starts_at, e.offset_minutes, e.hidden)' end);
  return null;
end
$$;

create trigger showtime_first_listed after insert on showtime referencing new table as later
  for each statement execute function note_first_listed();
create trigger showtime_listed_again after update on showtime referencing old table as earlier new table as later
  for each statement execute function note_first_listed();
