-- How feeds that were not made for us are followed from one version to the next (docs/decisions/0050 and 0051).

-- Cinemas whose programme shrank as that of a broken source does: they keep what they had until the source recovers.
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

-- Showtimes that go on under the id they had when they were known by another external id: `key_id` is the id that their
-- present external id would have, `id` the one that they have. Nothing is ever taken out: no id is used again.
create table rekeyed (
  provider_id integer not null,
  key_id      text collate "C" primary key,
  id          text collate "C" not null
);
create index rekeyed_id on rekeyed (id);
