-- The last backup, and what became of the last attempt (docs/backup.md): what `status` and the metrics show.
create table backup (
  only_row     boolean primary key default true check (only_row),
  -- When the last backup of the schedule was begun: the next time follows from it, on whichever node.
  begun_at     timestamptz,
  -- The last one that was made, on schedule or by hand.
  succeeded_at timestamptz,
  file         text,
  bytes        bigint,
  -- Why the last attempt failed; null where it did not.
  failure      text
);
insert into backup default values;
