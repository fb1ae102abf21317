-- The last addition that each writer has made to what was used, or spent: one that is repeated, since its commit was not
-- confirmed, adds nothing (docs/usage.md).
create table addition (
  -- A process, and what it counts.
  writer   text collate "C" primary key,
  number   bigint not null,
  added_at timestamptz not null default now()
);
