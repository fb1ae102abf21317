-- What is published, where it came from, and which state it is in.
--
-- Ids and sorting keys compare by code point (collate "C"), so every order is the same on every node. There are no
-- foreign keys: all writing goes through one reconciliation, which checks references for whole feeds at a time.

-- One row, locked by the transaction that reconciles a feed: revisions are in commit order, without a gap.
create table revision (
  only_row boolean primary key default true check (only_row),
  epoch    uuid not null,
  n        bigint not null default 0,
  made_at  timestamptz not null default now()
);
insert into revision (epoch) values (gen_random_uuid());

-- When any record of a kind was last observed: what an empty page claims.
create table kind_observed (
  kind   text collate "C" primary key,
  newest timestamptz not null
);

create table provider (
  id                integer generated always as identity primary key,
  name              text collate "C" not null unique,
  -- The last full feed without limits: it confirmed the films and chains that have no observation of their own.
  observed_at       timestamptz,
  source_updated_at timestamptz,
  -- The last feed of any kind.
  last_feed_at      timestamptz
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
  primary key (cinema_id, provider_id)
);

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
  observed_updated_at timestamptz
);
create index chain_order on chain (sort_key, id);

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
  postcode_key        text collate "C" not null,
  address             text,
  latitude            double precision,
  longitude           double precision,
  -- Folded name, locality, postcode, and postcode without spaces, a line each: no search holds a line break.
  search_text         text collate "C" not null,
  source_updated_at   timestamptz,
  observed_at         timestamptz,
  observed_updated_at timestamptz
);
create index cinema_order on cinema (sort_key, id);
create index cinema_chain on cinema (chain_id, sort_key, id);
create index cinema_postcode on cinema (postcode_key);
create index cinema_latitude on cinema (latitude);

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
  observed_updated_at timestamptz
);
create index film_order on film (sort_key, id);

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
  unique (cinema_id, external_id)
);
create index screen_order on screen (cinema_id, sort_key, id);

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
  observed_updated_at timestamptz
) with (fillfactor = 80);
create index showtime_order on showtime (starts_at, id);
create index showtime_cinema on showtime (cinema_id, starts_at, id);
create index showtime_film on showtime (film_id, starts_at, id);
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

-- Records that are sound but wait for something: laid out as a feed gave them, to be tried again with each later feed of
-- their provider.
create table held_back (
  provider_id integer not null,
  kind        text collate "C" not null,
  id          text collate "C" not null,
  cinema_id   text collate "C",
  film_id     text collate "C",
  -- When it starts, or would if its local time were in UTC: decides whether a full feed still has to list it.
  starts_at   timestamptz,
  reason      text not null,
  record      jsonb not null,
  observed_at timestamptz not null,
  observed_updated_at timestamptz,
  primary key (id)
);
create index held_back_provider on held_back (provider_id);

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
  report      jsonb not null
);
create index run_provider on run (provider, started_at);
