-- The log of changes becomes a feed that others follow (docs/decisions/0127): what each commit did to each published record.
-- It is told in an order in which no record refers to one that a follower has not.

create sequence change_written;

alter table change
  -- The order of writing; null of entries of earlier programs.
  add column written bigint,
  -- What it is told as, and where within its commit: see change_place. Null where it is not told: what is published is as
  -- it was, or another entry of the commit tells of the record.
  add column place   smallint,
  -- Of a change or a withdrawal: a digest of what was published before.
  add column before  bigint;
alter table change alter column written set default nextval('change_written');

create index change_told on change (n, place, written) where place is not null;
-- When what others refer to came.
create index change_came on change (id) where place in (1, 3, 5, 7);
create unique index revision_at_number on revision_at (n);

-- First what comes or changes, then what goes. Referred to is a kind that comes earlier and goes later.
--   + came, ~ changed, < refers to something else than before: told where the record is gone by now, since what it
--   referred to may go next; - went.
create function change_place(kind text, what text) returns smallint language sql immutable as $$
  select (case what when '+' then 2 * k - 1 when '~' then 2 * k when '<' then 21 - 2 * k when '-' then 22 - 2 * k end)::smallint
  from array_position(array['chain', 'film', 'cinema', 'screen', 'showtime'], kind) k
$$;

-- SQL of a digest of what is published of a record, the time of its observation aside.
create function published_digest(relation regclass, alias text) returns text language sql stable as $$
  select format('hashtextextended(row(%s)::text, 0)', string_agg(format('%s.%I', alias, attname), ', ' order by attnum))
  from pg_attribute
  where attrelid = relation and attnum > 0 and not attisdropped
    and attname not in ('id', 'observed_at', 'observed_updated_at', 'sort_key', 'folded_name', 'time_zone', 'postcode_key',
      'postcode_missing', 'search_text', 'source_film_id', 'merged')
$$;

create or replace function log_added() returns trigger language plpgsql as $$
begin
  insert into change (n, kind, id, what, place)
  select r.n, tg_table_name, a.id, '+', change_place(tg_table_name, '+') from revision r, added a;
  return null;
end
$$;

create or replace function log_withdrawn() returns trigger language plpgsql as $$
begin
  if not exists (select from withdrawn) then
    return null;
  end if;
  execute format(
    'insert into change (n, kind, id, what, place, before)
     select r.n, %1$L, w.id, ''-'', change_place(%1$L, ''-''), %2$s from revision r, withdrawn w',
    tg_table_name, published_digest(tg_relid, 'w'));
  return null;
end
$$;

-- As before, and what was published before is noted where something else is now.
create or replace function log_changed() returns trigger language plpgsql as $$
declare
  content text;
  referring text;
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
     select n, %1$L, id, case when same then ''='' else ''~'' end,
       case when not same and earlier <> later then change_place(%1$L, ''~'') end,
       case when not same and earlier <> later then earlier end
     from (
       select r.n, l.id, %2$s as same, case when not (%2$s) then %3$s end as earlier, case when not (%2$s) then %4$s end as later
       from revision r, later l join earlier e on e.id = l.id) c',
    tg_table_name, content, published_digest(tg_relid, 'e'), published_digest(tg_relid, 'l'));
  if tg_table_name in ('screen', 'showtime') then
    select string_agg(format('l.%1$I is distinct from e.%1$I', attname), ' or ') into referring
    from pg_attribute
    where attrelid = tg_relid and attname in ('film_id', 'cinema_id', 'screen_id');
    execute format(
      'insert into change (n, kind, id, what, place)
       select r.n, %1$L, l.id, ''<'', change_place(%1$L, ''<'')
       from revision r, later l join earlier e on e.id = l.id where %2$s',
      tg_table_name, referring);
  end if;
  return null;
end
$$;

-- At the end of a commit: a record that several statements wrote is told once, as what they did to it in all.
create function settle_changes() returns trigger language plpgsql as $$
declare
  records text;
  settled record;
begin
  foreach records in array array['chain', 'film', 'cinema', 'screen', 'showtime'] loop
    continue when not exists (
      select from change c
      where c.n = new.n and c.place in (change_place(records, '~'), change_place(records, '-')));
    for settled in execute format(
      'select w.entries, w.referring, w.last, case
         when r.id is null then case when w.first = ''+'' then null else ''-'' end
         when w.first = ''+'' then ''+''
         when %2$s <> w.before then ''~'' end as told
       from (
         select c.id,
           array_agg(c.ctid) as entries,
           (array_agg(c.ctid) filter (where c.what = ''<''))[1] as referring,
           (array_agg(c.what order by c.written) filter (where c.what <> ''<''))[1] as first,
           (array_agg(c.before order by c.written) filter (where c.what <> ''<''))[1] as before,
           (array_agg(c.ctid order by c.written desc) filter (where c.what <> ''<''))[1] as last
         from change c
         where c.n = $1 and c.place = any ($2)
         group by c.id having count(*) filter (where c.what <> ''<'') > 1) w
       left join %1$I r on r.id = w.id', records, published_digest(records::regclass, 'r'))
      using new.n, array[change_place(records, '+'), change_place(records, '~'), change_place(records, '<'), change_place(records, '-')]
    loop
      update change c set place = case
        when c.ctid = settled.last then change_place(records, settled.told)
        when c.ctid = settled.referring and settled.told = '~' then change_place(records, '<') end
      where c.ctid = any (settled.entries);
    end loop;
  end loop;
  return null;
end
$$;

create trigger revision_made after insert on revision_at for each row execute function settle_changes();
