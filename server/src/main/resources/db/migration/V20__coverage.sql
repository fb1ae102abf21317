-- For which time the feeds of a provider speak for a cinema: tells "nothing on" from "not known" (docs/decisions/0121).
alter table programme
  -- Since when full feeds cover the cinema without a gap.
  add column spoken_from    timestamptz,
  -- How far the feeds say that they cover the cinema; null where they do not say.
  add column spoken_until   timestamptz,
  -- The last day of the programme, from 05:00 to 05:00, where the feeds do not say how far they speak.
  add column last_day       date,
  -- The offset of the first upcoming showtime: the clock of a cinema whose time zone nobody names.
  add column offset_minutes smallint,
  -- The first file or address of the feed that last covered the cinema.
  add column feed           text;

-- Until the next feed of a cinema: what the stored showtimes tell.
update programme g set spoken_from = g.observed_at, last_day = l.last_day
from (
  select cinema_id, provider_id,
    max(((starts_at at time zone 'UTC') + offset_minutes * interval '1 minute' - interval '5 hours')::date) as last_day
  from provider_showtime group by cinema_id, provider_id) l
where l.cinema_id = g.cinema_id and l.provider_id = g.provider_id and g.observed_at is not null;
update programme set spoken_from = observed_at where spoken_from is null and observed_at is not null;

-- Feeds that could not be downloaded, read or believed the last time.
create table source_trouble (
  provider_id integer not null,
  -- The first file or address of the feed; empty where none was found.
  feed        text collate "C" not null,
  -- source_failed or source_shrunk.
  reason      text not null,
  -- When the first such feed was taken, or where there was none, when that run began.
  since       timestamptz not null,
  primary key (provider_id, feed)
);
