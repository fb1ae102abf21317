-- Who directed a film tells it from another of the same title (docs/decisions/0030). As the provider writes it, a line for
-- each text; null where it says nothing, or has not been asked yet.
alter table film_word add column directors text;
