-- A film has one title of several (docs/decisions/0196).

-- What a source record calls the film in other languages: a line each, the language, a tab and the title. `other_names` has
-- them as they are compared.
alter table film_source
  add column original_title text,
  add column titles         text,
  add column other_names    text;

-- The titles that are not published, a line each. Films are found by them.
alter table film add column other_titles text;

-- The languages that titles are wanted in, the best first; without rows the country with most showtimes decides.
create table title_language (
  place    integer primary key,
  language text not null
);

-- No record of /v1/changes has the other titles.
create or replace function published_digest(relation regclass, alias text) returns text language sql stable as $$
  select format('hashtextextended(row(%s)::text, 0)', string_agg(format('%s.%I', alias, attname), ', ' order by attnum))
  from pg_attribute
  where attrelid = relation and attnum > 0 and not attisdropped
    and attname not in ('id', 'observed_at', 'observed_updated_at', 'sort_key', 'folded_name', 'time_zone', 'postcode_key',
      'postcode_missing', 'search_text', 'source_film_id', 'merged', 'other_titles')
$$;

-- The next import chooses the titles of films that have several.
update film_source set written = (select n + 1 from revision)
where record_id in (select record_id from film_source group by record_id having min(title) <> max(title));
