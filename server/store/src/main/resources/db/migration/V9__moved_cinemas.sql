-- The country and the time zone that the provider gave before, where it moved the cinema: perhaps another one has the id
-- now (docs/matching.md, "A cinema that moves").
alter table cinema_source add column moved_from text;
