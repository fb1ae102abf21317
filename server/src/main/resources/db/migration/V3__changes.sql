-- Which records each revision changed: whoever keeps a copy need not read everything again (docs/decisions/0014).

-- Appended in the order of n, by the triggers below. A record that is touched several times may stand here several
-- times. No key on the id: ids are random, and nobody asks for one.
create table change (
  n    bigint not null,
  -- As in feeds: the name of the record's table.
  kind text collate "C" not null,
  id   text collate "C" not null,
  -- + added, ~ changed, - withdrawn, = observed: nothing but when the record itself was last confirmed.
  what "char" not null
);
create index change_order on change (n);

-- The log has every change of the revisions after this one.
alter table revision add column changes_after bigint not null default 0;
update revision set changes_after = n;

-- When each revision was made: tells which part of the log is old.
create table revision_at (
  n       bigint not null,
  made_at timestamptz not null
);
create index revision_at_order on revision_at (made_at);

-- Triggers, so that nothing that writes a record can forget the log; one call for each statement, whatever it writes.
-- The revision has been raised before, in the same transaction.
create function log_added() returns trigger language plpgsql as $$
begin
  insert into change (n, kind, id, what)
  select r.n, tg_table_name, a.id, '+' from revision r, added a;
  return null;
end
$$;

create function log_withdrawn() returns trigger language plpgsql as $$
begin
  insert into change (n, kind, id, what)
  select r.n, tg_table_name, w.id, '-' from revision r, withdrawn w;
  return null;
end
$$;

-- Whatever columns there are, by now or later: two of them are an observation. Planned for each call, because the
-- first one of a session may be for no rows and the next for a million.
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
    'insert into change (n, kind, id, what)
     select r.n, %L, l.id, case when %s then ''='' else ''~'' end
     from revision r, later l join earlier e on e.id = l.id', tg_table_name, content);
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
