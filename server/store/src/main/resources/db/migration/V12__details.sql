-- Facts beside a record (docs/api.md, "Details"): one document a record, by the table of members in the program. Null where
-- no source says any.
alter table film_source add column details jsonb;
alter table cinema_source add column details jsonb;
alter table showtime_source add column details jsonb;
alter table film add column details jsonb;
alter table cinema add column details jsonb;
alter table showtime add column details jsonb;

-- Details are no part of the record: who follows without them is not told of them.
create or replace function published_digest(relation regclass, alias text) returns text language sql stable as $$
  select format('hashtextextended(row(%s)::text, 0)', string_agg(format('%s.%I', alias, attname), ', ' order by attnum))
  from pg_attribute
  where attrelid = relation and attnum > 0 and not attisdropped
    and attname not in ('id', 'observed_at', 'observed_updated_at', 'sort_key', 'folded_name', 'time_zone', 'postcode_key',
      'postcode_missing', 'search_text', 'source_film_id', 'merged', 'other_titles', 'hidden', 'details')
$$;
