-- Whom a provider wants to be named, and the licence of its data (docs/collecting.md, "Whom to name").
create table source_terms (
  provider        text collate "C" primary key,
  attribution     text,
  attribution_url text,
  licence         text,
  licence_url     text
);
