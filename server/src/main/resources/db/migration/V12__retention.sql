-- How long the history is kept, and whose feeds are never renewed (docs/operations.md, docs/collecting.md).

-- The oldest runs go first.
create index run_started on run (started_at);

-- Providers of whom no newer feed is expected: no age of their last one is an alarm.
create table never_renewed (
  provider text collate "C" primary key
);
