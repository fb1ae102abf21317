-- In which weeks, and in which countries, each provider shows a film: with an equal title that is evidence that two words
-- are about one film (docs/decisions/0077).
create table film_period (
  -- The provider's word.
  film_id      text collate "C" not null,
  country_code text not null,
  -- The days of its showtimes, with seven more on either side: within two weeks of each other, two of them overlap.
  days         datemultirange not null,
  primary key (film_id, country_code)
);

create index film_word_title on film_word (title_name);

-- A word takes its periods along, whatever removes it.
create function forget_periods() returns trigger language plpgsql as $$
begin
  delete from film_period p using gone g where g.id = p.film_id;
  return null;
end
$$;
create trigger film_word_gone after delete on film_word referencing old table as gone
  for each statement execute function forget_periods();

-- The next import judges all films by it.
update film_word set judged = false;
