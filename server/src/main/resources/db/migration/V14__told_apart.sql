-- Showtimes that would share an id, because it is made of facts that they share: which of them has which id
-- (docs/decisions/0071).
create table told_apart (
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
create index told_apart_key on told_apart (provider_id, key_id);
