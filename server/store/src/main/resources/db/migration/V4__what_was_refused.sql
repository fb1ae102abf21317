-- What a provider writes in brackets behind a title and nobody knows: `Murnau` of "Nosferatu (Murnau)"
-- (docs/decisions/0020). Null where nothing stands there, and of a record that no feed has listed since this migration:
-- such a title is compared as one without brackets, as before.
alter table film_source add column bracket text;

-- Since which feed showtimes of the cinema are refused or held back: its days are not known in full
-- (docs/decisions/0050). Null where the last full feed had none, and until the first feed after this migration.
alter table programme add column lacking_since timestamptz;
