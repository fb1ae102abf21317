-- An import reads what its provider has and what its feed lists, however much other providers have (docs/decisions/0003).
create index showtime_film_provider on showtime (film_id, provider_id);
drop index showtime_source_film;
create index showtime_source_film on showtime_source (film_id, provider_id);
create index film_source_provider on film_source (provider_id);
create index film_source_key on film_source (title_key);
create index cinema_source_provider on cinema_source (provider_id);
create index chain_provider on chain (provider_id);
create index programme_provider on programme (provider_id);
create index rekeyed_provider on rekeyed (provider_id);
create index held_back_kind on held_back (kind) where kind <> 'showtime';
-- What an import has written by then.
create index film_source_written on film_source (written);
create index cinema_source_written on cinema_source (written);
create index showtime_source_written on showtime_source (written);
create index film_source_unjudged on film_source (id) where not judged;
create index cinema_source_unjudged on cinema_source (id) where not judged;
-- Providers whose held-back records wait for a look: what they waited for may be there.
create table release_due (
  provider_id integer primary key
);
insert into release_due select distinct provider_id from held_back;
