-- A cinema whose feed has no country code or no locality may go in with those of its position, or with the operator's
-- (docs/decisions/0198). They stay apart, so that nothing is ever linked by them.
alter table cinema_source add column missing_country text, add column missing_locality text;
