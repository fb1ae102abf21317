-- A number alone does not name a state: a replica that is promoted without the last transactions gives their numbers out
-- again. Each state has a random mark beside its number (docs/decisions/0084).

alter table revision add column mark uuid not null default gen_random_uuid();

-- The mark of the state that this revision was made from; null where an older program made it. With the mark in
-- `revision` these are the history: a node whose number and mark are not in it has another past and reads everything.
alter table revision_at add column follows uuid;

alter table access_revision add column mark uuid not null default gen_random_uuid();
