-- The whole schema (docs/architecture.md).
--
-- Ids and sorting keys compare by code point (collate "C"), so every order is the same on every node. Records have no
-- foreign keys: all writing goes through one reconciliation, which checks references for whole feeds at a time.


-- The state of the data ----------------------------------------------------------------------------------------------

-- One row, locked by the transaction that reconciles a feed: revisions are in commit order, without a gap.
create table revision (
  only_row      boolean primary key default true check (only_row),
  epoch         uuid not null,
  n             bigint not null default 0,
  made_at       timestamptz not null default now(),
  -- The log of changes has every change of the revisions after this one.
  changes_after bigint not null default 0,
  -- A number alone does not name a state: a replica that is promoted without the last transactions gives their numbers
  -- out again. Each state has a random mark beside its number (docs/decisions/0084).
  mark          uuid not null default gen_random_uuid()
);
insert into revision (epoch) values (gen_random_uuid());

-- When each revision was made: tells which part of the log of changes is old.
create table revision_at (
  n       bigint not null,
  made_at timestamptz not null,
  -- The mark of the state that this revision was made from. With the mark in `revision` these are the history: a node
  -- whose number and mark are not in it has another past and reads everything.
  follows uuid
);
create unique index revision_at_number on revision_at (n);
create index revision_at_order on revision_at (made_at);

-- When any record of a kind was last observed: what an empty page claims.
create table kind_observed (
  kind   text collate "C" primary key,
  newest timestamptz not null
);

-- The oldest program that may use this database, by the newest migration that it knows (docs/decisions/0083). Nodes of two
-- releases may run side by side as long as migrations only add; one that an older program could not work with raises the
-- number: update compatibility set oldest_program = <its own number>.
create table compatibility (oldest_program integer not null);
insert into compatibility values (1);


-- Providers, and what their feeds speak for --------------------------------------------------------------------------

create table provider (
  id                integer generated always as identity primary key,
  name              text collate "C" not null unique,
  -- The last full feed without limits: it confirmed the films and chains that have no observation of their own.
  observed_at       timestamptz,
  source_updated_at timestamptz,
  -- The last feed of any kind.
  last_feed_at      timestamptz,
  -- Whose source record counts, where two say different things: the higher one, then the older record.
  rank              integer not null default 0
);

-- A provider's word on one cinema. A full feed that covers the cinema moves observed_at, which confirms every record of
-- the cinema that has no observation of its own, and rewrites none of them.
create table programme (
  cinema_id         text collate "C" not null,
  provider_id       integer not null,
  observed_at       timestamptz,
  source_updated_at timestamptz,
  -- The last feed of any kind that spoke of the cinema.
  last_feed_at      timestamptz not null,
  -- The rest tells for which time the feeds speak: "nothing on" from "not known" (docs/decisions/0050). Since when full
  -- feeds cover the cinema without a gap.
  spoken_from       timestamptz,
  -- How far the feeds say that they cover the cinema; null where they do not say.
  spoken_until      timestamptz,
  -- The last day of the programme, from 05:00 to 05:00, where the feeds do not say how far they speak.
  last_day          date,
  -- The offset of the first upcoming showtime: the clock of a cinema whose time zone nobody names.
  offset_minutes    smallint,
  -- The first file or address of the feed that last covered the cinema.
  feed              text,
  primary key (cinema_id, provider_id)
);
create index programme_provider on programme (provider_id);

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

-- Cinemas whose programme shrank as that of a broken source does: they keep what they had until the source recovers
-- (docs/decisions/0050).
create table guarded (
  provider_id integer not null,
  cinema_id   text collate "C" not null,
  -- empty, shrunk or horizon.
  reason      text not null,
  -- What was still to be shown, how much of that was not listed, and how much was listed in all.
  stored      bigint not null,
  gone        bigint not null,
  listed      bigint not null,
  -- When the first and the last feed was taken that was found so.
  since       timestamptz not null,
  seen        timestamptz not null,
  primary key (provider_id, cinema_id)
);

-- Providers of whom no newer feed is expected: no age of their last one is an alarm (docs/collecting.md).
create table never_renewed (
  provider text collate "C" primary key
);

-- After how long without a newer feed a provider is late, where its schedule says so (docs/collecting.md, `every`;
-- docs/decisions/0050). Without a row it is two days; those of never_renewed are never late.
create table lateness (
  provider text collate "C" primary key,
  seconds  bigint not null check (seconds > 0)
);

-- Whom a provider wants to be named, and the licence of its data (docs/collecting.md, "Whom to name").
create table source_terms (
  provider        text collate "C" primary key,
  attribution     text,
  attribution_url text,
  licence         text,
  licence_url     text
);


-- What is published --------------------------------------------------------------------------------------------------

-- In every table of records:
--   source_updated_at    what the source says of this record
--   observed_at          null: as the programme (cinema, screen, showtime) or the provider (film, chain) was confirmed;
--                        else when this record was last confirmed by itself
--   observed_updated_at  with observed_at: what that feed said of the whole source

create table chain (
  id                  text collate "C" primary key,
  provider_id         integer not null,
  external_id         text collate "C" not null,
  name                text not null,
  sort_key            text collate "C" not null,
  website_url         text,
  source_updated_at   timestamptz,
  observed_at         timestamptz,
  observed_updated_at timestamptz,
  -- Never true: the triggers are those of all kinds.
  hidden              boolean not null default false
);
create index chain_order on chain (sort_key, id);
create index chain_provider on chain (provider_id);

create table cinema (
  id                  text collate "C" primary key,
  provider_id         integer not null,
  external_id         text collate "C" not null,
  chain_id            text collate "C",
  name                text not null,
  sort_key            text collate "C" not null,
  time_zone           text,
  country_code        text not null,
  locality            text not null,
  postcode            text not null,
  -- Null where the postcode is missing.
  postcode_key        text collate "C",
  address             text,
  latitude            double precision,
  longitude           double precision,
  -- Folded name, locality, postcode, and postcode without spaces, a line each: no search holds a line break.
  search_text         text collate "C" not null,
  source_updated_at   timestamptz,
  observed_at         timestamptz,
  observed_updated_at timestamptz,
  -- Whether the postcode is a text in its place. Then it has no key, and no place in search_text.
  postcode_missing    boolean not null default false,
  -- Hidden by people: stored and imported as the others, and not published.
  hidden              boolean not null default false,
  -- Facts beside the record (docs/api.md, "Details"): a document, or null.
  details             jsonb
);
create index cinema_order on cinema (sort_key, id);
create index cinema_chain on cinema (chain_id, sort_key, id);
create index cinema_postcode on cinema (postcode_key);
create index cinema_latitude on cinema (latitude);
create index cinema_hidden on cinema (id) where hidden;

create table film (
  id                  text collate "C" primary key,
  provider_id         integer not null,
  external_id         text collate "C" not null,
  title               text not null,
  sort_key            text collate "C" not null,
  duration_minutes    integer,
  certification       text,
  poster_url          text,
  release_date        date,
  ext_catalog_a_id    text,
  ext_catalog_b_id    text,
  source_updated_at   timestamptz,
  observed_at         timestamptz,
  observed_updated_at timestamptz,
  -- The titles that are not published, a line each. Films are found by them (docs/decisions/0020).
  other_titles        text,
  -- Hidden by people: stored and imported as the others, and not published.
  hidden              boolean not null default false,
  -- Facts beside the record (docs/api.md, "Details"): a document, or null.
  details             jsonb
);
create index film_order on film (sort_key, id);
create index film_hidden on film (id) where hidden;

create table screen (
  id                  text collate "C" primary key,
  provider_id         integer not null,
  cinema_id           text collate "C" not null,
  external_id         text collate "C" not null,
  name                text not null,
  folded_name         text collate "C" not null,
  sort_key            text collate "C" not null,
  inventory           boolean not null,
  source_updated_at   timestamptz,
  observed_at         timestamptz,
  observed_updated_at timestamptz,
  -- Hidden by people: stored and imported as the others, and not published.
  hidden              boolean not null default false,
  -- Two providers may call screens of one cinema by the same id and mean different ones.
  unique (cinema_id, external_id, provider_id) deferrable initially deferred
);
create index screen_order on screen (cinema_id, sort_key, id);
create index screen_hidden on screen (id) where hidden;

create table showtime (
  id                  text collate "C" primary key,
  starts_at           timestamptz not null,
  provider_id         integer not null,
  offset_minutes      smallint not null,
  attribute_mask      smallint not null,
  film_id             text collate "C" not null,
  cinema_id           text collate "C" not null,
  external_id         text collate "C" not null,
  booking_url         text,
  screen_id           text collate "C",
  screen_name         text,
  source_updated_at   timestamptz,
  observed_at         timestamptz,
  observed_updated_at timestamptz,
  -- The source record that the provider's showtime refers to, where that is not the one that gave the film its id.
  source_film_id      text collate "C",
  -- True where it is made of source records; null where a single provider lists it.
  merged              boolean,
  -- Hidden by people: stored and imported as the others, and not published.
  hidden              boolean not null default false,
  -- Facts beside the record (docs/api.md, "Details"): a document, or null.
  details             jsonb
) with (fillfactor = 80);
create index showtime_order on showtime (starts_at, id);
create index showtime_cinema on showtime (cinema_id, starts_at, id);
create index showtime_film on showtime (film_id, starts_at, id);
create index showtime_film_provider on showtime (film_id, provider_id);
create index showtime_hidden on showtime (id) where hidden;
-- How common each attribute is decides whether a filter by it walks the order or searches; the planner would guess one
-- in two hundred for all of them.
create statistics showtime_attribute_0 on ((attribute_mask & 1) <> 0) from showtime;
create statistics showtime_attribute_1 on ((attribute_mask & 2) <> 0) from showtime;
create statistics showtime_attribute_2 on ((attribute_mask & 4) <> 0) from showtime;
create statistics showtime_attribute_3 on ((attribute_mask & 8) <> 0) from showtime;
create statistics showtime_attribute_4 on ((attribute_mask & 16) <> 0) from showtime;
create statistics showtime_attribute_5 on ((attribute_mask & 32) <> 0) from showtime;
create statistics showtime_attribute_6 on ((attribute_mask & 64) <> 0) from showtime;
create statistics showtime_attribute_7 on ((attribute_mask & 128) <> 0) from showtime;
create statistics showtime_attribute_8 on ((attribute_mask & 256) <> 0) from showtime;
create statistics showtime_attribute_9 on ((attribute_mask & 512) <> 0) from showtime;
create statistics showtime_attribute_10 on ((attribute_mask & 1024) <> 0) from showtime;
create statistics showtime_attribute_11 on ((attribute_mask & 2048) <> 0) from showtime;


-- What each provider says: source records ----------------------------------------------------------------------------

-- The published film or cinema is made of the source records that are about one thing (docs/decisions/0030).
--   record_id    the published record that it is part of
--   record_born  the revision in which that record's id came up
--   born         the revision in which the source record came up
--   written      the revision that last wrote it: what has to be published anew
--   judged       whether the rules have seen it as it is

create table film_source (
  id                  text collate "C" primary key,
  provider_id         integer not null,
  external_id         text collate "C" not null,
  title               text,
  sort_key            text collate "C",
  duration_minutes    integer,
  certification       text,
  poster_url          text,
  release_date        date,
  ext_catalog_a_id    text,
  ext_catalog_b_id    text,
  source_updated_at   timestamptz,
  observed_at         timestamptz,
  observed_updated_at timestamptz,
  record_id           text collate "C" not null,
  record_born         bigint not null,
  born                bigint not null,
  written             bigint not null,
  judged              boolean not null default false,
  -- Its title as the rules compare it (matching.FilmSource.Title); made when it is judged.
  title_key           text,
  title_name          text,
  title_year          integer,
  plain               boolean not null default false,
  -- Who directed a film tells it from another of the same title. As the provider writes it, a line for each text; null
  -- where it says nothing.
  directors           text,
  -- What it calls the film in other languages: a line each, the language, a tab and the title. `other_names` has them as
  -- they are compared (docs/decisions/0020).
  original_title      text,
  titles              text,
  other_names         text,
  -- Facts beside the record (docs/api.md, "Details"): a document, or null.
  details             jsonb
);
create index film_source_record on film_source (record_id);
create index film_source_title on film_source (title_name);
create index film_source_provider on film_source (provider_id);
create index film_source_key on film_source (title_key);
-- What an import has written by then.
create index film_source_written on film_source (written);
create index film_source_unjudged on film_source (id) where not judged;

-- In which weeks, and in which countries, each provider shows a film: with an equal title that is evidence that two source
-- records are about one film (docs/decisions/0030).
create table film_period (
  -- The source record.
  film_id      text collate "C" not null,
  country_code text not null,
  -- The days of its showtimes, with seven more on either side: within two weeks of each other, two of them overlap.
  days         datemultirange not null,
  primary key (film_id, country_code)
);

-- A source record takes its periods along, whatever removes it.
create function forget_periods() returns trigger language plpgsql as $$
begin
  delete from film_period p using gone g where g.id = p.film_id;
  return null;
end
$$;
create trigger film_source_gone after delete on film_source referencing old table as gone
  for each statement execute function forget_periods();

create table cinema_source (
  id                  text collate "C" primary key,
  provider_id         integer not null,
  external_id         text collate "C" not null,
  chain_id            text collate "C",
  name                text not null,
  sort_key            text collate "C" not null,
  time_zone           text,
  country_code        text,
  locality            text,
  postcode            text,
  postcode_key        text collate "C",
  address             text,
  latitude            double precision,
  longitude           double precision,
  search_text         text collate "C" not null,
  source_updated_at   timestamptz,
  observed_at         timestamptz,
  observed_updated_at timestamptz,
  record_id           text collate "C" not null,
  record_born         bigint not null,
  born                bigint not null,
  written             bigint not null,
  judged              boolean not null default false,
  -- What is published in place of a postcode, a country code or a locality that the feed does not have: the operator's
  -- texts, or what the position tells (docs/matching.md). They stay apart, so that nothing is ever linked or
  -- found by them.
  missing_postcode    text,
  missing_country     text,
  missing_locality    text,
  -- The country and the time zone that the provider gave before, where it moved the cinema: perhaps another one has the id
  -- now (docs/matching.md, "A cinema that moves").
  moved_from          text,
  -- Facts beside the record (docs/api.md, "Details"): a document, or null.
  details             jsonb,
  -- A provider has one source record of a cinema: what it says of the programme needs no other key.
  unique (record_id, provider_id) deferrable initially deferred
);
create index cinema_source_provider on cinema_source (provider_id);
create index cinema_source_written on cinema_source (written);
create index cinema_source_unjudged on cinema_source (id) where not judged;

-- Where several providers list one showing: what each of them says. The published showtime is made of these; one that a
-- single provider lists is its own source record.
create table showtime_source (
  id                  text collate "C" primary key,
  starts_at           timestamptz not null,
  provider_id         integer not null,
  offset_minutes      smallint not null,
  attribute_mask      smallint not null,
  film_id             text collate "C" not null,
  cinema_id           text collate "C" not null,
  external_id         text collate "C" not null,
  booking_url         text,
  screen_id           text collate "C",
  screen_name         text,
  source_updated_at   timestamptz,
  observed_at         timestamptz,
  observed_updated_at timestamptz,
  source_film_id      text collate "C",
  -- The published showtime that it is part of.
  record_id           text collate "C" not null,
  -- The revision in which the provider listed it, 0 where that is not known: the oldest gives the record its id.
  since               bigint not null,
  written             bigint not null,
  -- Facts beside the record (docs/api.md, "Details"): a document, or null.
  details             jsonb
);
create index showtime_source_record on showtime_source (record_id);
create index showtime_source_cinema on showtime_source (cinema_id, film_id, starts_at);
create index showtime_source_film on showtime_source (film_id, provider_id);
create index showtime_source_written on showtime_source (written);

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

-- Each provider's own showtimes, whatever is published of them. The condition stands around the union and not in its
-- first part: there it would keep indexes from being used in joins, and each import of one cinema would read all showtimes.
create view provider_showtime as
  select id, provider_id, external_id, film_id, source_film_id, cinema_id, starts_at, offset_minutes, screen_id, observed_at,
    record_id
  from (
    select id, provider_id, external_id, film_id, source_film_id, cinema_id, starts_at, offset_minutes, screen_id, observed_at,
      null as record_id, merged
    from showtime
    union all
    select id, provider_id, external_id, film_id, source_film_id, cinema_id, starts_at, offset_minutes, screen_id, observed_at,
      record_id, null
    from showtime_source) listed
  where merged is null;

-- Ids of source records that are part of a record with another id, and of records that were merged away. A survivor is
-- never an alias.
create table alias (
  id       text collate "C" primary key,
  survivor text collate "C" not null
);
create index alias_survivor on alias (survivor);

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

-- What persons have said of two source records; the first id is the lower one.
create table decision (
  one     text collate "C" not null,
  other   text collate "C" not null,
  same    boolean not null,
  made_at timestamptz not null default now(),
  -- Decisions of a merge or split go with it.
  correction bigint references correction on delete cascade,
  primary key (one, other)
);
create index decision_correction on decision (correction);

-- The languages that titles are wanted in, the best first; without rows the country with most showtimes decides.
create table title_language (
  place    integer primary key,
  language text not null
);

-- Records that are sound but wait for something: laid out as a feed gave them, to be tried again with each later feed of
-- their provider.
create table held_back (
  provider_id         integer not null,
  kind                text collate "C" not null,
  id                  text collate "C" not null,
  cinema_id           text collate "C",
  film_id             text collate "C",
  -- When it starts, or would if its local time were in UTC: decides whether a full feed still has to list it.
  starts_at           timestamptz,
  reason              text not null,
  record              jsonb not null,
  observed_at         timestamptz not null,
  observed_updated_at timestamptz,
  primary key (id)
);
create index held_back_provider on held_back (provider_id);
create index held_back_kind on held_back (kind) where kind <> 'showtime';
-- What waits for a film or a cinema.
create index held_back_film on held_back (film_id) where film_id is not null;
create index held_back_cinema on held_back (cinema_id) where cinema_id is not null;

-- Providers whose held-back records wait for a look: what they waited for may be there.
create table release_due (
  provider_id integer primary key
);


-- Ids of showtimes ---------------------------------------------------------------------------------------------------

-- Showtimes that go on under the id they had when they were known by another external id: `key_id` is the id that their
-- present external id would have, `id` the one that they have (docs/decisions/0050). Nothing is ever taken out: no id is
-- used again.
create table rekeyed (
  provider_id integer not null,
  key_id      text collate "C" primary key,
  id          text collate "C" not null
);
create index rekeyed_id on rekeyed (id);
create index rekeyed_provider on rekeyed (provider_id);

-- Showtimes that would share an id, because it is made of facts that they share: which of them has which id
-- (docs/decisions/0071).
create table key_collision (
  provider_id integer not null,
  -- The id that the shared facts give.
  key_id      text collate "C" not null,
  -- What tells the showtime from the others.
  version     text not null,
  booking_url text,
  -- The id that its external id gives: that of the key, or one of its own.
  id          text collate "C" primary key,
  external_id text collate "C" not null
);
create index key_collision_key on key_collision (provider_id, key_id);


-- The log of changes -------------------------------------------------------------------------------------------------

-- What each commit did to each published record: nodes refresh by it, and others follow it (docs/decisions/0127).
-- It is told in an order in which no record refers to one that a follower has not.

create sequence change_written;

-- Appended in the order of n, by the triggers below. A record that is touched several times may stand here several
-- times. No key on the id: ids are random.
create table change (
  n       bigint not null,
  -- As in feeds: the name of the record's table.
  kind    text collate "C" not null,
  id      text collate "C" not null,
  -- + added, ~ changed, - withdrawn, = observed: nothing but when the record itself was last confirmed,
  -- d details alone.
  what    "char" not null,
  -- The order of writing.
  written bigint default nextval('change_written'),
  -- What it is told as, and where within its commit: see change_place. Null where it is not told: what is published is as
  -- it was, or another entry of the commit tells of the record.
  place   smallint,
  -- Of a change or a withdrawal: a digest of what was published before.
  before  bigint,
  -- The same of its details.
  before_details bigint
);
create index change_order on change (n);
create index change_told on change (n, place, written) where place is not null;
-- Followers who are several commits behind ask for the entries next to one of the same record. When showtimes came is not
-- asked for: those are most of the log.
create index change_record on change (id, n) where place <> 9;
create index change_arrival on change (id, n) where place in (1, 3, 5, 7);

-- First what comes (+) or changes (~), then what goes (-). Referred to is a kind that comes earlier and goes later. Last
-- comes a change of details alone (d), only for those who ask for details.
create function change_place(kind text, what text) returns smallint language sql immutable as $$
  select (case what when '+' then 2 * k - 1 when '~' then 2 * k when '-' then 22 - 2 * k when 'd' then 20 + k end)::smallint
  from array_position(array['chain', 'film', 'cinema', 'screen', 'showtime'], kind) k
$$;

-- SQL of a digest of what is published of a record, the time of its observation aside. Of the columns that are left out, no
-- record of /v1/changes has anything. Details are told apart.
create function published_digest(relation regclass, alias text) returns text language sql stable as $$
  select format('hashtextextended(row(%s)::text, 0)', string_agg(format('%s.%I', alias, attname), ', ' order by attnum))
  from pg_attribute
  where attrelid = relation and attnum > 0 and not attisdropped
    and attname not in ('id', 'observed_at', 'observed_updated_at', 'sort_key', 'folded_name', 'time_zone', 'postcode_key',
      'postcode_missing', 'search_text', 'source_film_id', 'merged', 'other_titles', 'hidden', 'details')
$$;

-- SQL of a digest of a record's details.
create function details_digest(relation regclass, alias text) returns text language sql stable as $$
  select case when exists (select from pg_attribute where attrelid = relation and attname = 'details' and not attisdropped)
    then format('hashtextextended(%s.details::text, 0)', alias) else 'null::bigint' end
$$;

-- Triggers, so that nothing that writes a record can forget the log; one call for each statement, whatever it writes.
-- The revision has been raised before, in the same transaction.
create function log_added() returns trigger language plpgsql as $$
begin
  insert into change (n, kind, id, what, place)
  select r.n, tg_table_name, a.id, '+', change_place(tg_table_name, '+') from revision r, added a;
  return null;
end
$$;

-- For the log a record comes when it is shown again, and goes when it is hidden.
create function log_withdrawn() returns trigger language plpgsql as $$
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

-- Whatever columns there are, by now or later: two of them are an observation. What was published before is noted where
-- something else is now. Planned for each call, because the first one of a session may be for no rows and the next for a
-- million.
create function log_changed() returns trigger language plpgsql as $$
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

create trigger chain_added after insert on chain referencing new table as added
  for each statement execute function log_added();
create trigger chain_changed after update on chain referencing old table as earlier new table as later
  for each statement execute function log_changed();
create trigger chain_withdrawn after delete on chain referencing old table as withdrawn
  for each statement execute function log_withdrawn();

create trigger cinema_added after insert on cinema referencing new table as added
  for each statement execute function log_added();
create trigger cinema_changed after update on cinema referencing old table as earlier new table as later
  for each statement execute function log_changed();
create trigger cinema_withdrawn after delete on cinema referencing old table as withdrawn
  for each statement execute function log_withdrawn();

create trigger film_added after insert on film referencing new table as added
  for each statement execute function log_added();
create trigger film_changed after update on film referencing old table as earlier new table as later
  for each statement execute function log_changed();
create trigger film_withdrawn after delete on film referencing old table as withdrawn
  for each statement execute function log_withdrawn();

create trigger screen_added after insert on screen referencing new table as added
  for each statement execute function log_added();
create trigger screen_changed after update on screen referencing old table as earlier new table as later
  for each statement execute function log_changed();
create trigger screen_withdrawn after delete on screen referencing old table as withdrawn
  for each statement execute function log_withdrawn();

create trigger showtime_added after insert on showtime referencing new table as added
  for each statement execute function log_added();
create trigger showtime_changed after update on showtime referencing old table as earlier new table as later
  for each statement execute function log_changed();
create trigger showtime_withdrawn after delete on showtime referencing old table as withdrawn
  for each statement execute function log_withdrawn();

-- At the end of a commit: a record that several statements wrote is told once, as what they did to it in all.
-- What was not published before has no digest in its first entry.
create function settle_changes() returns trigger language plpgsql as $$
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

create trigger revision_made after insert on revision_at for each row execute function settle_changes();


-- Calendars ----------------------------------------------------------------------------------------------------------

-- Showtimes to come that were moved or withdrawn after they were published: what calendars show of that (RFC 5545,
-- 3.8.7.4; docs/decisions/0146). One that is stored again after it was withdrawn is not withdrawn, whatever stands here.
create table showtime_revision (
  id             text collate "C" primary key,
  -- How often it was moved, withdrawn or brought back.
  sequence       integer not null,
  changed_at     timestamptz not null,
  withdrawn      boolean not null,
  -- The rest is what it was when it was withdrawn.
  starts_at      timestamptz not null,
  offset_minutes smallint not null,
  cinema_id      text collate "C" not null,
  film_id        text collate "C" not null,
  title          text not null,
  screen_name    text
);
create index showtime_revision_cinema on showtime_revision (cinema_id) where withdrawn;
create index showtime_revision_film on showtime_revision (film_id) where withdrawn;
create index showtime_revision_start on showtime_revision (starts_at);

-- Both are planned for each call, because the first one of a session may be for no rows and the next for a million.
-- A calendar shows no withdrawal of what it did not show.
create function note_withdrawn() returns trigger language plpgsql as $$
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

create function note_moved() returns trigger language plpgsql as $$
begin
  if not exists (select from later) then
    return null;
  end if;
  execute
    'insert into showtime_revision as r (id, sequence, changed_at, withdrawn, starts_at, offset_minutes, cinema_id, film_id,
       title, screen_name)
     select l.id, 1, now(), false, l.starts_at, l.offset_minutes, l.cinema_id, l.film_id, '''', l.screen_name
     from later l join earlier e on e.id = l.id
     where l.starts_at <> e.starts_at and l.starts_at > now()
     on conflict (id) do update set
       sequence = r.sequence + 1 + r.withdrawn::integer, changed_at = excluded.changed_at, withdrawn = false,
       starts_at = excluded.starts_at';
  return null;
end
$$;

create trigger showtime_note_withdrawn after delete on showtime referencing old table as withdrawn
  for each statement execute function note_withdrawn();
create trigger showtime_note_moved after update on showtime referencing old table as earlier new table as later
  for each statement execute function note_moved();


-- Feeds of a place ---------------------------------------------------------------------------------------------------

-- When a film was first listed at a cinema on a day, from 05:00 to 05:00: what feeds tell of new films and dates at a place,
-- once each (docs/pages.md, "Feeds of a place"). A row never changes, whatever becomes of its showtimes, and goes a year
-- after its day.
create table first_listed (
  cinema_id text collate "C" not null,
  film_id   text collate "C" not null,
  day       date not null,
  listed_at timestamptz not null,
  primary key (cinema_id, film_id, day)
);
create index first_listed_order on first_listed (cinema_id, listed_at);

create function programme_day(starts_at timestamptz, offset_minutes smallint) returns date language sql immutable as $$
  select (starts_at at time zone 'UTC' + make_interval(mins => offset_minutes - 5 * 60))::date
$$;

-- Planned for each call, because the first one of a session may be for no rows and the next for a million.
create function note_first_listed() returns trigger language plpgsql as $$
begin
  execute format(
    'insert into first_listed
     select distinct l.cinema_id, l.film_id, programme_day(l.starts_at, l.offset_minutes), now()
     from later l %s
     where l.starts_at > now() and not l.hidden
     on conflict do nothing',
    case tg_op when 'UPDATE' then
      'join earlier e on e.id = l.id and (l.cinema_id, l.film_id, l.starts_at, l.offset_minutes, l.hidden)
         is distinct from (e.cinema_id, e.film_id, e.starts_at, e.offset_minutes, e.hidden)' end);
  return null;
end
$$;

create trigger showtime_first_listed after insert on showtime referencing new table as later
  for each statement execute function note_first_listed();
create trigger showtime_listed_again after update on showtime referencing old table as earlier new table as later
  for each statement execute function note_first_listed();


-- Access -------------------------------------------------------------------------------------------------------------

-- Who may read, and how often. Names compare exactly and sort by code point.

create table organization (
  name      text collate "C" primary key check (name ~ '^[A-Za-z0-9._-]{1,80}$'),
  suspended boolean not null default false,
  created   timestamptz not null default now()
);

-- Plans are data (docs/decisions/0105).
create table plan (
  name                text collate "C" primary key check (name ~ '^[a-z0-9._-]{1,80}$'),
  -- How many requests a minute all keys of an organization together may make; null is no limit.
  requests_per_minute integer check (requests_per_minute > 0),
  -- Whether the plan includes whole lists and bulk files (docs/operations.md, "Plans").
  bulk                boolean not null default true,
  -- Monthly quotas (docs/usage.md). They count what takes a token of the rate, so a plan with a quota has a rate.
  monthly_quota       bigint check (monthly_quota > 0),
  -- How many requests may be made at once (docs/api.md, "Rate limits"); null: those of a minute.
  burst               integer check (burst > 0),
  constraint plan_with_quota_has_rate check (monthly_quota is null or requests_per_minute is not null),
  constraint plan_with_burst_has_rate check (burst is null or requests_per_minute is not null)
);
insert into plan values ('trial', 60, false), ('standard', 600, true), ('unlimited', null, true);

-- The last grant of each organization: a grant replaces the one before.
create table entitlement (
  organization text collate "C" primary key references organization,
  plan         text not null references plan,
  valid_from   timestamptz not null,
  valid_until  timestamptz check (valid_until > valid_from)
);

-- Keys are never deleted, so that a list of them tells what was once valid.
create table api_key (
  id           text collate "C" primary key,
  hash         bytea not null unique check (octet_length(hash) = 32), -- SHA-256; the key itself is not kept
  organization text collate "C" not null references organization,
  label        text,
  created      timestamptz not null default now(),
  expires      timestamptz,
  revoked      timestamptz,
  -- A key may be for calendars alone.
  scope        text not null default 'api' check (scope in ('api', 'calendar')),
  -- The key that it gave way to.
  replaced_by  text collate "C" references api_key,
  -- The hour in which it was last used.
  last_used    timestamptz
);

-- The number of the last change of the tables above, raised in the same transaction, and a random mark as in `revision`.
create table access_revision (
  n    bigint not null,
  mark uuid not null default gen_random_uuid()
);
create unique index access_revision_has_one_row on access_revision ((true));
insert into access_revision values (0);

-- A changed plan reaches every gate in the way that a revoked key does.
create function plan_changed() returns trigger language plpgsql as $$
begin
  update access_revision set n = n + 1, mark = gen_random_uuid();
  return null;
end
$$;
create trigger plan_changed after insert or update or delete on plan
  for each statement execute function plan_changed();

-- `trial` bounds organizations without an active entitlement; `standard` is the plan of a grant that names none.
create function plan_is_needed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.name = old.name then
    return new;
  end if;
  raise exception 'Marquee needs the plan %: change its rate instead', old.name;
end
$$;
create trigger plan_is_needed before update or delete on plan
  for each row when (old.name in ('trial', 'standard')) execute function plan_is_needed();

-- How the nodes share the rates of organizations (docs/decisions/0161). Both tables are unlogged: they change many times a
-- second, and what is in them is worth a minute. A crash of the database empties them, which fills the buckets.

-- The nodes that serve. One that has not been seen for some seconds is gone.
create unlogged table rate_node (
  node bigint primary key,
  seen timestamptz not null
);

-- The token buckets in use. The three lists belong together: the share of each node.
create unlogged table rate_bucket (
  organization text collate "C" not null,
  plan         text collate "C" not null,
  quota        integer not null,
  burst        integer not null,
  -- Tokens that no node holds; negative while the nodes hold too many.
  undivided    double precision not null,
  settled      timestamptz not null,
  nodes        bigint[] not null,
  held         double precision[] not null,
  wanted       double precision[] not null,
  primary key (organization, plan, quota, burst)
);


-- Usage --------------------------------------------------------------------------------------------------------------

-- What organizations used (docs/usage.md). Nodes add to it every few seconds; each hour is kept for 25 months.
create table usage (
  organization text collate "C" not null,
  -- The id of the key; empty where an external gateway named the organization.
  key          text collate "C" not null,
  operation    text collate "C" not null,
  -- Its beginning.
  hour         timestamptz not null,
  requests     bigint not null,
  bytes        bigint not null,
  not_modified bigint not null,
  limited      bigint not null,
  errors       bigint not null,
  primary key (organization, hour, key, operation)
);
-- The oldest hours go first.
create index usage_hour on usage (hour);

-- What nodes have counted; each month is kept for 25 months.
create table quota_spent (
  organization text collate "C" not null,
  -- Its first day, in UTC.
  month        date not null,
  requests     bigint not null,
  primary key (organization, month)
);

-- The last addition that each writer has made to what was used, or spent: one that is repeated, since its commit was not
-- confirmed, adds nothing (docs/usage.md).
create table addition (
  -- A process, and what it counts.
  writer   text collate "C" primary key,
  number   bigint not null,
  added_at timestamptz not null default now()
);


-- Imports, and what nodes do one at a time ---------------------------------------------------------------------------

-- The history of imports.
create table run (
  id          text collate "C" primary key,
  provider    text collate "C" not null,
  format      text not null,
  started_at  timestamptz not null,
  ended_at    timestamptz not null,
  outcome     text not null,
  mode        text,
  observed_at timestamptz,
  revision    bigint,
  report      jsonb not null,
  -- The run that this one took back; that one's outcome is then 'undone'.
  undoes      text collate "C"
);
create index run_provider on run (provider, started_at);
-- The oldest runs go first (docs/operations.md).
create index run_started on run (started_at);

-- Who may do what only one may do. A row and a time, because a lock of a session is lost in poolers.
create table lease (
  name    text collate "C" primary key,
  holder  text not null,
  -- By the clock of the database: those of the nodes may differ.
  expires timestamptz not null
);

-- When the feeds of a provider were last collected, whatever came of it.
create table collected (
  provider text collate "C" primary key,
  -- When that began: the next time follows from it.
  begun_at timestamptz not null,
  ended_at timestamptz not null
);

-- The last backup, and what became of the last attempt (docs/backup.md): what `status` and the metrics show.
create table backup (
  only_row     boolean primary key default true check (only_row),
  -- When the last backup of the schedule was begun: the next time follows from it, on whichever node.
  begun_at     timestamptz,
  -- The last one that was made, on schedule or by hand.
  succeeded_at timestamptz,
  file         text,
  bytes        bigint,
  -- Why the last attempt failed; null where it did not.
  failure      text
);
insert into backup default values;


-- Audit --------------------------------------------------------------------------------------------------------------

-- Who changed what (docs/operations.md, "Who changed what"): a row a change, written in the transaction of the change.
create table audit (
  id     bigint generated always as identity primary key,
  at     timestamptz not null default clock_timestamp(),
  -- What was done, such as key.revoke, and to which record: a name or a public id.
  action text collate "C" not null,
  record text collate "C" not null,
  -- By whom: the user of the operating system; the name of the token, if one was needed.
  actor  text not null,
  token  text,
  -- From where: the machine, and the command or the way in.
  host   text not null,
  via    text not null,
  -- The record, as columns and values; null: there was none, or is none. Never a key, nor its hash.
  before jsonb,
  after  jsonb
);
create index audit_at on audit (at);


-- Alarms and webhooks ------------------------------------------------------------------------------------------------

-- Alarms (docs/alarms.md): what an operator is told of when it begins and when it ends. Kept for 90 days after that.
create table alarm (
  id       uuid primary key,
  -- What it is, such as source_failed, and of what: a provider or a node.
  code     text collate "C" not null,
  subject  text collate "C" not null,
  message  text not null,
  began_at timestamptz not null default clock_timestamp(),
  -- When a node found it last.
  seen_at  timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
-- One at a time: of several nodes that find the same, one enters it.
create unique index alarm_open on alarm (code, subject) where ended_at is null;

-- The ways in which nodes send alarms: webhook, mail, command.
create table alarm_channel (
  name    text collate "C" primary key,
  -- When a node said last that it sends in this way.
  seen_at timestamptz not null
);

-- The beginning or the end of an alarm, on one of these ways.
create table alarm_delivery (
  alarm    uuid not null references alarm on delete cascade,
  phase    text collate "C" not null check (phase in ('began', 'ended')),
  channel  text collate "C" not null,
  -- When it is tried next: while it is under way, when it may be tried again.
  due_at   timestamptz not null default clock_timestamp(),
  attempts integer not null default 0,
  failure  text,
  -- Null while it waits. With a failure: it was given up then.
  done_at  timestamptz,
  primary key (alarm, phase, channel)
);
create index alarm_delivery_due on alarm_delivery (channel, due_at) where done_at is null;

-- The id that the next alarm about the database itself will have. Nodes learn it while they can, so that all send the same one.
create table outage (
  only_row boolean primary key default true check (only_row),
  next_id  uuid not null default gen_random_uuid()
);
insert into outage default values;

-- Webhooks of customers (docs/webhooks.md): who is sent what changes, and how far that has come.
create table webhook (
  id            text collate "C" primary key,
  organization  text collate "C" not null references organization,
  url           text not null,
  -- Which changes; null: all.
  kinds         text,
  film          text collate "C",
  cinema        text collate "C",
  latitude      double precision,
  longitude     double precision,
  kilometres    double precision check (kilometres > 0),
  -- Signatures need the secrets themselves. The old one signs too until its time is over.
  secret        text not null,
  old_secret    text,
  old_until     timestamptz,
  created       timestamptz not null default clock_timestamp(),
  -- Behind what was sent last, as a cursor of /v1/changes; and the mark of the state in which nothing followed it.
  position      text not null,
  seen          uuid,
  delivered_at  timestamptz,
  -- When it is looked at next: while that is under way, when another node may.
  due_at        timestamptz not null default clock_timestamp(),
  attempts      integer not null default 0,
  failing_since timestamptz,
  failure       text,
  -- When it was switched off, for the reason in failure.
  disabled_at   timestamptz
);
create index webhook_due on webhook (due_at) where disabled_at is null;


-- Pages --------------------------------------------------------------------------------------------------------------

-- Reports of checks that somebody wants to show to others, for a week. They are of the moment: no backup has them.
create unlogged table kept_report (
  id      text primary key,
  made_at timestamptz not null default now(),
  page    bytea not null
);
