-- What each source record says of details, as one document: titles, directors and time zones have columns of their own.
create function said_details(w showtime_source) returns jsonb language sql stable as $$ select w.details $$;

create function said_details(w cinema_source) returns jsonb language sql stable as $$
  select case when w.time_zone is null then w.details
    else coalesce(w.details, '{}') || jsonb_build_object('timeZone', w.time_zone) end
$$;

create function said_details(w film_source) returns jsonb language sql stable as $$
  select case when coalesce(w.titles, w.original_title, w.directors) is null then w.details
    else coalesce(w.details, '{}') || jsonb_strip_nulls(jsonb_build_object(
      'titles', (
        select jsonb_agg(jsonb_build_object('language', split_part(line, E'\t', 1),
          'title', substr(line, strpos(line, E'\t') + 1)) order by n)
        from string_to_table(w.titles, E'\n') with ordinality t(line, n) where n <= 20),
      'originalTitle', w.original_title,
      'directors', (
        select jsonb_agg(line order by n) from string_to_table(w.directors, E'\n') with ordinality t(line, n)
        where n <= 20))) end
$$;

-- The document that is published: each member from the first source that has it, of those in `united` the items of all,
-- each once. `sources` names the provider of each member that is not from `own`, the provider of the record.
create function joined_details(documents jsonb[], providers text[], own text, united text[]) returns jsonb
  language plpgsql immutable strict as $$
begin
  if cardinality(documents) = 1 and providers[1] = own then
    return documents[1];
  end if;
  return (
    with said as (
      select m.key, m.value, d.provider, d.n
      from unnest(documents, providers) with ordinality d(document, provider, n) cross join jsonb_each(d.document) m),
    item as (
      select s.key, i.item, s.provider, s.n, i.place, row_number() over (partition by s.key, i.item order by s.n, i.place) as again
      from said s cross join jsonb_array_elements(s.value) with ordinality i(item, place) where s.key = any (united)),
    kept as (
      select key, item, provider, n, row_number() over (partition by key order by n, place) as place from item where again = 1),
    giver as (select key, provider, min(n) as n from kept where place <= 20 group by key, provider),
    joined as (
      (select distinct on (key) key, value, provider from said where key <> all (united) order by key, n)
      union all
      select key, (select jsonb_agg(k.item order by k.place) from kept k where k.key = g.key and k.place <= 20),
        string_agg(provider, ', ' order by n)
      from giver g group by key)
    select jsonb_object_agg(key, value) || case when bool_or(provider <> own)
      then jsonb_build_object('sources', jsonb_object_agg(key, provider) filter (where provider <> own)) else '{}' end
    from joined);
end
$$;

-- The same with what people have corrected: a value, or null for none.
create function corrected_details(joined jsonb, corrected jsonb) returns jsonb language sql immutable as $$
  select case when corrected is null then joined else (
    select nullif(coalesce(joined, '{}') - 'sources' - keys || jsonb_strip_nulls(corrected)
      || case when sources = '{}' then '{}' else jsonb_build_object('sources', sources) end, '{}')
    from (
      select keys, coalesce(joined -> 'sources', '{}') - keys || given as sources
      from (
        select array_agg(key) as keys,
          coalesce(jsonb_object_agg(key, 'correction') filter (where value <> 'null'), '{}') as given
        from jsonb_each(corrected)) c) c) end
$$;

-- What is stored already is published without an entry in the log: nobody has followed details so far.
alter table film disable trigger film_changed;
update film f set details = j.details from (
  select w.record_id, joined_details(array_agg(d.said order by p.rank desc, w.born, w.id), array_agg(p.name order by p.rank desc, w.born, w.id),
    min(o.name), '{titles,links}') as details
  from film_source w join provider p on p.id = w.provider_id join film r on r.id = w.record_id
    join provider o on o.id = r.provider_id cross join lateral (select said_details(w) as said) d
  where d.said is not null group by w.record_id) j
where f.id = j.record_id;
alter table film enable trigger film_changed;
alter table cinema disable trigger cinema_changed;
update cinema c set details = corrected_details(j.details,
  case when c.time_zone is distinct from j.details ->> 'timeZone' then jsonb_build_object('timeZone', c.time_zone) end)
from (
  select w.record_id, joined_details(array_agg(d.said order by p.rank desc, w.born, w.id), array_agg(p.name order by p.rank desc, w.born, w.id),
    min(o.name), '{}') as details
  from cinema_source w join provider p on p.id = w.provider_id join cinema r on r.id = w.record_id
    join provider o on o.id = r.provider_id cross join lateral (select said_details(w) as said) d
  where d.said is not null group by w.record_id) j
where c.id = j.record_id;
alter table cinema enable trigger cinema_changed;


-- In the log of changes a change of details alone (d) is told behind all others, and only to those who ask for details.
alter table change add column before_details bigint;

create or replace function change_place(kind text, what text) returns smallint language sql immutable as $$
  select (case what when '+' then 2 * k - 1 when '~' then 2 * k when '-' then 22 - 2 * k when 'd' then 20 + k end)::smallint
  from array_position(array['chain', 'film', 'cinema', 'screen', 'showtime'], kind) k
$$;

-- SQL of a digest of a record's details.
create function details_digest(relation regclass, alias text) returns text language sql stable as $$
  select case when exists (select from pg_attribute where attrelid = relation and attname = 'details' and not attisdropped)
    then format('hashtextextended(%s.details::text, 0)', alias) else 'null::bigint' end
$$;

create or replace function log_withdrawn() returns trigger language plpgsql as $$
begin
  if not exists (select from withdrawn) then
    return null;
  end if;
  execute format(
    'insert into change (n, kind, id, what, place, before, before_details)
     select r.n, %1$L, w.id, ''-'', case when not w.hidden then change_place(%1$L, ''-'') end,
       case when not w.hidden then %2$s end, %3$s
     from revision r, withdrawn w',
    tg_table_name, published_digest(tg_relid, 'w'), details_digest(tg_relid, 'w'));
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
    'insert into change (n, kind, id, what, place, before, before_details)
     select n, %1$L, id, case when same then ''='' when told = ''d'' then ''d'' else ''~'' end, change_place(%1$L, told),
       case when told <> ''+'' then earlier end, case when told <> ''+'' then earlier_details end
     from (
       select c.*, case
         when was_hidden and is_hidden then null
         when was_hidden then ''+''
         when is_hidden then ''-''
         when same then null
         when earlier <> later then ''~''
         when earlier_details is distinct from later_details then ''d'' end as told
       from (
         select r.n, l.id, e.hidden as was_hidden, l.hidden as is_hidden, %2$s as same,
           case when not (%2$s) then %3$s end as earlier, case when not (%2$s) then %4$s end as later,
           case when not (%2$s) then %5$s end as earlier_details, case when not (%2$s) then %6$s end as later_details
         from revision r, later l join earlier e on e.id = l.id) c) c',
    tg_table_name, content, published_digest(tg_relid, 'e'), published_digest(tg_relid, 'l'), details_digest(tg_relid, 'e'),
    details_digest(tg_relid, 'l'));
  return null;
end
$$;

create or replace function settle_changes() returns trigger language plpgsql as $$
declare
  records text;
  settled record;
begin
  foreach records in array array['chain', 'film', 'cinema', 'screen', 'showtime'] loop
    continue when not exists (
      select from change c
      where c.n = new.n
        and c.place in (change_place(records, '~'), change_place(records, '-'), change_place(records, 'd')));
    for settled in execute format(
      'select w.entries, w.last, case
         when r.id is null or r.hidden then case when w.before is not null then ''-'' end
         when w.before is null then ''+''
         when %2$s <> w.before then ''~''
         when %3$s is distinct from w.before_details then ''d'' end as told
       from (
         select c.id,
           array_agg(c.ctid) as entries,
           (array_agg(c.before order by c.written))[1] as before,
           (array_agg(c.before_details order by c.written))[1] as before_details,
           (array_agg(c.ctid order by c.written desc))[1] as last
         from change c
         where c.n = $1 and c.place = any ($2)
         group by c.id having count(*) > 1) w
       left join %1$I r on r.id = w.id', records, published_digest(records::regclass, 'r'), details_digest(records::regclass, 'r'))
      using new.n, array[change_place(records, '+'), change_place(records, '~'), change_place(records, '-'),
        change_place(records, 'd')]
    loop
      update change c set place = case when c.ctid = settled.last then change_place(records, settled.told) end
      where c.ctid = any (settled.entries);
    end loop;
  end loop;
  return null;
end
$$;
