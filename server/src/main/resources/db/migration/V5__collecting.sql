-- Feeds that are fetched on a schedule, by one node at a time (docs/collecting.md).

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

-- The run that this one took back; that one's outcome is then 'undone'.
alter table run add column undoes text collate "C";
