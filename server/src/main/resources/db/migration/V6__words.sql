-- What each provider says of a film or a cinema is its word; the published record is made of the words that are about
-- one thing (docs/decisions/0030).

-- Whose word counts, where two say different things: the higher one, then the older word.
alter table provider add column rank integer not null default 0;
update provider set rank = 1000 where name = 'house';

create table film_word (like film);
alter table film_word
  add primary key (id),
  alter column title drop not null,
  alter column sort_key drop not null,
  -- The published record that it is part of.
  add column record_id   text collate "C",
  -- The revision in which that record's id came up.
  add column record_born bigint,
  -- The revision in which the word came up.
  add column born        bigint,
  -- The revision that last wrote it: what has to be published anew.
  add column written     bigint,
  -- Whether the rules have seen it as it is.
  add column judged      boolean not null default false,
  -- Its title as the rules compare it (matching.FilmWord.Title); made when it is judged.
  add column title_key   text,
  add column title_name  text,
  add column title_year  integer,
  add column plain       boolean not null default false;
insert into film_word (id, provider_id, external_id, title, sort_key, duration_minutes, certification, poster_url,
  release_date, ext_catalog_a_id, ext_catalog_b_id, source_updated_at, observed_at, observed_updated_at,
  record_id, record_born, born, written)
select id, provider_id, external_id, title, sort_key, duration_minutes, certification, poster_url,
  release_date, ext_catalog_a_id, ext_catalog_b_id, source_updated_at, observed_at, observed_updated_at, id, 0, 0, 0
from film;
alter table film_word
  alter column record_id set not null, alter column record_born set not null,
  alter column born set not null, alter column written set not null;
create index film_word_record on film_word (record_id);

create table cinema_word (like cinema);
alter table cinema_word
  add primary key (id),
  alter column country_code drop not null,
  alter column locality drop not null,
  alter column postcode drop not null,
  alter column postcode_key drop not null,
  add column record_id   text collate "C",
  add column record_born bigint,
  add column born        bigint,
  add column written     bigint,
  add column judged      boolean not null default false;
insert into cinema_word (id, provider_id, external_id, chain_id, name, sort_key, time_zone, country_code, locality,
  postcode, postcode_key, address, latitude, longitude, search_text, source_updated_at, observed_at,
  observed_updated_at, record_id, record_born, born, written)
select id, provider_id, external_id, chain_id, name, sort_key, time_zone, country_code, locality,
  postcode, postcode_key, address, latitude, longitude, search_text, source_updated_at, observed_at,
  observed_updated_at, id, 0, 0, 0
from cinema;
alter table cinema_word
  alter column record_id set not null, alter column record_born set not null,
  alter column born set not null, alter column written set not null;
-- A provider has one word on a cinema: what it says of the programme needs no other key.
alter table cinema_word add unique (record_id, provider_id) deferrable initially deferred;

-- Ids of words that are part of a record with another id, and of records that were merged away. A survivor is never an
-- alias.
create table alias (
  id       text collate "C" primary key,
  survivor text collate "C" not null
);
create index alias_survivor on alias (survivor);

-- What persons have said of two words; the first id is the lower one.
create table decision (
  one     text collate "C" not null,
  other   text collate "C" not null,
  same    boolean not null,
  made_at timestamptz not null default now(),
  primary key (one, other)
);

-- The word that the provider's showtime refers to, where that is not the one that gave the film its id.
alter table showtime add column said_film_id text collate "C";

-- Two providers may call screens of one cinema by the same id and mean different ones.
alter table screen drop constraint screen_cinema_id_external_id_key;
alter table screen add unique (cinema_id, external_id, provider_id) deferrable initially deferred;

-- Where several providers list one showing: what each of them says. The published showtime is made of these; one that a
-- single provider lists is its own word.
create table showtime_word (like showtime);
alter table showtime_word
  add primary key (id),
  -- The published showtime that it is part of.
  add column record_id text collate "C" not null,
  -- The revision in which the provider listed it, 0 where that is not known: the oldest gives the record its id.
  add column since     bigint not null,
  add column written   bigint not null;
create index showtime_word_record on showtime_word (record_id);
create index showtime_word_cinema on showtime_word (cinema_id, film_id, starts_at);
create index showtime_word_film on showtime_word (film_id);

-- True where it is made of words.
alter table showtime add column merged boolean;

-- Each provider's own showtimes, whatever is published of them.
create view showtime_said as
  select id, provider_id, external_id, film_id, said_film_id, cinema_id, starts_at, offset_minutes, screen_id, observed_at, null as record_id
  from showtime where merged is null
  union all
  select id, provider_id, external_id, film_id, said_film_id, cinema_id, starts_at, offset_minutes, screen_id, observed_at, record_id
  from showtime_word;
