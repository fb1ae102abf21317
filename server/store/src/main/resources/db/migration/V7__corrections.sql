-- What people know better than the sources (docs/corrections.md). A correction stays whatever becomes of the records.
create table correction (
  id      bigint generated always as identity primary key,
  -- cinema, film or showtime.
  kind    text collate "C" not null,
  -- Any id that the record has or had; of a merge or split one of the source records.
  record  text collate "C" not null,
  -- A field as the interface calls it, or hide, not-a-film, merge, split.
  what    text collate "C" not null,
  -- Of a field: what is published; null: nothing. Of a merge or split: the ids of the others.
  value   text,
  note    text not null,
  made_by text not null,
  made_at timestamptz not null default clock_timestamp()
);

-- Decisions of a merge or split go with it.
alter table decision add column correction bigint references correction on delete cascade;
create index decision_correction on decision (correction);
insert into correction (kind, record, what, value, note, made_by, made_at)
select case when one like 'fi\_%' then 'film' else 'cinema' end, one, case when same then 'merge' else 'split' end, other,
  'decided at a review', '?', made_at
from decision order by made_at, one, other;
update decision d set correction = c.id from correction c where c.record = d.one and c.value = d.other;

-- Records that people have hidden: they are stored and imported as the others, and not published.
alter table chain add column hidden boolean not null default false; -- never; the triggers are those of all kinds
alter table cinema add column hidden boolean not null default false;
alter table film add column hidden boolean not null default false;
alter table screen add column hidden boolean not null default false;
alter table showtime add column hidden boolean not null default false;
create index cinema_hidden on cinema (id) where hidden;
create index film_hidden on film (id) where hidden;
create index screen_hidden on screen (id) where hidden;
create index showtime_hidden on showtime (id) where hidden;

-- For the log of changes a record comes when it is shown again, and goes when it is hidden.

create or replace function published_digest(relation regclass, alias text) returns text language sql stable as $$
  select format('hashtextextended(row(%s)::text, 0)', string_agg(format('%s.%I', alias, attname), ', ' order by attnum))
  from pg_attribute
  where attrelid = relation and attnum > 0 and not attisdropped
    and attname not in ('id', 'observed_at', 'observed_updated_at', 'sort_key', 'folded_name', 'time_zone', 'postcode_key',
      'postcode_missing', 'search_text', 'source_film_id', 'merged', 'other_titles', 'hidden')
$$;

create or replace function log_withdrawn() returns trigger language plpgsql as $$
begin
  if not exists (select from withdrawn) then
    return null;
  end if;
  execute format(
    'insert into change (n, kind, id, what, place, before)
     select r.n, %1$L, w.id, ''-'', case when not w.hidden then change_place(%1$L, ''-'') end, case when not w.hidden then %2$s end
     from revision r, withdrawn w',
    tg_table_name, published_digest(tg_relid, 'w'));
  return null;
end
$$;

create or replace function log_changed() returns trigger language plpgsql as $$
declare
  content text;
begin
  if not exists (select from later) then
    return null;
  end if;
  select string_agg(format('l.%1$I is not distinct from e.%1$I', attname), ' and ') into content
  from pg_attribute
  where attrelid = tg_relid and attnum > 0 and not attisdropped
    and attname not in ('id', 'observed_at', 'observed_updated_at');
  execute format(
    'insert into change (n, kind, id, what, place, before)
     select n, %1$L, id, case when same then ''='' else ''~'' end, change_place(%1$L, told),
       case when told <> ''+'' then earlier end
     from (
       select c.*, case
         when was_hidden and is_hidden then null
         when was_hidden then ''+''
         when is_hidden then ''-''
         when not same and earlier <> later then ''~'' end as told
       from (
         select r.n, l.id, e.hidden as was_hidden, l.hidden as is_hidden, %2$s as same,
           case when not (%2$s) then %3$s end as earlier, case when not (%2$s) then %4$s end as later
         from revision r, later l join earlier e on e.id = l.id) c) c',
    tg_table_name, content, published_digest(tg_relid, 'e'), published_digest(tg_relid, 'l'));
  return null;
end
$$;

-- What was not published before has no digest in its first entry.
create or replace function settle_changes() returns trigger language plpgsql as $$
declare
  records text;
  settled record;
begin
  foreach records in array array['chain', 'film', 'cinema', 'screen', 'showtime'] loop
    continue when not exists (
      select from change c
      where c.n = new.n and c.place in (change_place(records, '~'), change_place(records, '-')));
    for settled in execute format(
      'select w.entries, w.last, case
         when r.id is null or r.hidden then case when w.before is not null then ''-'' end
         when w.before is null then ''+''
         when %2$s <> w.before then ''~'' end as told
       from (
         select c.id,
           array_agg(c.ctid) as entries,
           (array_agg(c.before order by c.written))[1] as before,
           (array_agg(c.ctid order by c.written desc))[1] as last
         from change c
         where c.n = $1 and c.place = any ($2)
         group by c.id having count(*) > 1) w
       left join %1$I r on r.id = w.id', records, published_digest(records::regclass, 'r'))
      using new.n, array[change_place(records, '+'), change_place(records, '~'), change_place(records, '-')]
    loop
      update change c set place = case when c.ctid = settled.last then change_place(records, settled.told) end
      where c.ctid = any (settled.entries);
    end loop;
  end loop;
  return null;
end
$$;

-- A calendar shows no withdrawal of what it did not show.
create or replace function note_withdrawn() returns trigger language plpgsql as $$
begin
  if not exists (select from withdrawn) then
    return null;
  end if;
  execute
    'insert into showtime_revision as r (id, sequence, changed_at, withdrawn, starts_at, offset_minutes, cinema_id, film_id,
       title, screen_name)
     select w.id, 1, now(), true, w.starts_at, w.offset_minutes, w.cinema_id, w.film_id, coalesce(f.title, ''''), w.screen_name
     from withdrawn w left join film f on f.id = w.film_id
     where w.starts_at > now() and not w.hidden
     on conflict (id) do update set
       sequence = r.sequence + 1 + r.withdrawn::integer, changed_at = excluded.changed_at, withdrawn = true,
       starts_at = excluded.starts_at, offset_minutes = excluded.offset_minutes, cinema_id = excluded.cinema_id,
       film_id = excluded.film_id, title = excluded.title, screen_name = excluded.screen_name';
  delete from showtime_revision where starts_at < now() - interval '7 days';
  return null;
end
$$;
