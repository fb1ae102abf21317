-- The tables of what each provider says are called what the field calls them (docs/glossary.md): source records.
alter table film_word rename to film_source;
alter table cinema_word rename to cinema_source;
alter table showtime_word rename to showtime_source;
alter table showtime rename column said_film_id to source_film_id;
alter table showtime_source rename column said_film_id to source_film_id;
alter view showtime_said rename to provider_showtime;
alter view provider_showtime rename column said_film_id to source_film_id;
alter table told_apart rename to key_collision;

do $$
declare
  found record;
begin
  for found in
    select oid::regclass as index, replace(replace(relname::text, '_word', '_source'), 'told_apart', 'key_collision') as name
    from pg_class
    where relkind = 'i' and relnamespace = current_schema()::regnamespace
      and (relname like '%\_word%' or relname like 'told\_apart%')
  loop
    execute format('alter index %s rename to %I', found.index, found.name);
  end loop;
end
$$;
alter trigger film_word_gone on film_source rename to film_source_gone;

update compatibility set oldest_program = 18;
