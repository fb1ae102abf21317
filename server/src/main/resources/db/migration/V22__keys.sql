-- A key may be for calendars alone, may have been replaced by another one, and was last used in an hour.
alter table api_key
  add column scope text not null default 'api' check (scope in ('api', 'calendar')),
  add column replaced_by text collate "C" references api_key,
  add column last_used timestamptz;

-- Programs before this migration would take a key for calendars for a key of the whole interface: from the first one on,
-- they may not use the database.
create function calendar_key_is_new() returns trigger language plpgsql as $$
begin
  update compatibility set oldest_program = greatest(oldest_program, 22);
  return null;
end
$$;
create trigger calendar_key_is_new after insert on api_key
  for each row when (new.scope = 'calendar') execute function calendar_key_is_new();
