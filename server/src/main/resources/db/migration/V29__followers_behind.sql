-- Followers who are several commits behind ask for the entries next to one of the same record. When showtimes came is not asked
-- for: those are most of the log.
create index change_record on change (id, n) where place <> 9;
create index change_arrival on change (id, n) where place in (1, 3, 5, 7);
drop index change_came;

-- Nobody reads any more what began to refer to something else (`<`): it is not written.
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
     select n, %1$L, id, case when same then ''='' else ''~'' end,
       case when not same and earlier <> later then change_place(%1$L, ''~'') end,
       case when not same and earlier <> later then earlier end
     from (
       select r.n, l.id, %2$s as same, case when not (%2$s) then %3$s end as earlier, case when not (%2$s) then %4$s end as later
       from revision r, later l join earlier e on e.id = l.id) c',
    tg_table_name, content, published_digest(tg_relid, 'e'), published_digest(tg_relid, 'l'));
  return null;
end
$$;

-- At the end of a commit: a record that several statements wrote is told once, as what they did to it in all.
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
         when r.id is null then case when w.first = ''+'' then null else ''-'' end
         when w.first = ''+'' then ''+''
         when %2$s <> w.before then ''~'' end as told
       from (
         select c.id,
           array_agg(c.ctid) as entries,
           (array_agg(c.what order by c.written))[1] as first,
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

-- What waits for a film or a cinema.
create index held_back_film on held_back (film_id) where film_id is not null;
create index held_back_cinema on held_back (cinema_id) where cinema_id is not null;
