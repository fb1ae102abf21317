-- A cinema whose feed has no postcode may go in with a text in its place (docs/decisions/0079). The word keeps that text
-- apart, so that nothing is ever linked or found by it.
alter table cinema_word add column missing_postcode text;
-- Whether the published postcode is such a text. Then it has no key, and no place in search_text.
alter table cinema add column postcode_missing boolean not null default false;
alter table cinema alter column postcode_key drop not null;
