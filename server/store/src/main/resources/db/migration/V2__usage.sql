-- What organizations used (docs/usage.md). Nodes add to it every few seconds; each hour is kept for 25 months.
create table usage (
  organization text collate "C" not null,
  -- The id of the key; empty where an external gateway named the organization.
  key          text collate "C" not null,
  operation    text collate "C" not null,
  -- Its beginning.
  hour         timestamptz not null,
  requests     bigint not null,
  bytes        bigint not null,
  not_modified bigint not null,
  limited      bigint not null,
  errors       bigint not null,
  primary key (organization, hour, key, operation)
);
-- The oldest hours go first.
create index usage_hour on usage (hour);
