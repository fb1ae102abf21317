-- Since which feed upcoming showtimes of the cinema are held back: its days are not known in full (docs/decisions/0050). Null
-- where none are, and until the first feed after this migration.
alter table programme add column waiting_since timestamptz;
