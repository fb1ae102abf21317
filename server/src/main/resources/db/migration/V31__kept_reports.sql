-- Reports of checks that somebody wants to show to others, for a week. They are of the moment: no backup has them.
create unlogged table kept_report (
  id text primary key,
  made_at timestamptz not null default now(),
  page bytea not null
);
