-- An import reads the source records that what is new or changed may be linked with, and no others (docs/decisions/0003).

-- What two source records of cinemas share that may be one (matching.CinemaRules): hashes, a line each. Null where a program
-- of before has written the row; it is compared with all then.
alter table cinema_source add column keys text;
create index cinema_source_keys on cinema_source using gin (string_to_array(keys, E'\n')) with (fastupdate = off);
create index cinema_source_keyless on cinema_source (id) where keys is null;

-- A program of before knows no keys, so it leaves those of another name or place.
create function forget_keys() returns trigger language plpgsql as $$
begin
  new.keys := null;
  return new;
end
$$;
create trigger cinema_source_keys before update of name, locality, postcode, latitude, longitude on cinema_source
  for each row when (new.keys = old.keys
    and row(new.name, new.locality, new.postcode, new.latitude, new.longitude)
      is distinct from row(old.name, old.locality, old.postcode, old.latitude, old.longitude))
  execute function forget_keys();

-- The same of films (matching.FilmRules): ids in catalogues, names of titles, directors with the beginning of the title.
-- They are cut, as an index has room for short texts only: more are compared then.
create function film_keys(title_name text, other_names text, catalog_a text, catalog_b text, directors text) returns text[]
  language sql immutable parallel safe as $$
  select array(
    select left(key, 60) from unnest(
      array['a ' || catalog_a, 'b ' || catalog_b, 't ' || title_name, 'd ' || left(title_name, 2) || directors]
        || array(select 't ' || name from string_to_table(other_names, E'\n') name)) key
    where key is not null)
$$;
create index film_source_keys on film_source
  using gin (film_keys(title_name, other_names, ext_catalog_a_id, ext_catalog_b_id, directors)) with (fastupdate = off);

-- Whatever a program of before has linked by other rules: from now on only what is new or changed is linked again.
update film_source set judged = false;
update cinema_source set judged = false;
