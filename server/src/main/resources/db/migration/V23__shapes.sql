-- Whole lists and bulk files are for some plans only; and calendars show what was withdrawn.

-- Whether the plan includes whole lists and bulk files (docs/operations.md, "Plans").
alter table plan add column bulk boolean not null default true;
-- No older program has to stop because of this.
alter table plan disable trigger plan_changed;
update plan set bulk = false where name = 'trial';
alter table plan enable trigger plan_changed;

-- Showtimes to come that were moved or withdrawn after they were published: what calendars show of that (RFC 5545,
-- 3.8.7.4; docs/decisions/0147). One that is stored again after it was withdrawn is not withdrawn, whatever stands here.
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
     where w.starts_at > now()
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
