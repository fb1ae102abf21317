-- Monthly quotas (docs/usage.md). They count what takes a token of the rate, so a plan with a quota has a rate.
alter table plan add column monthly_quota bigint check (monthly_quota > 0);
alter table plan add constraint plan_with_quota_has_rate check (monthly_quota is null or requests_per_minute is not null);

-- What nodes have counted; each month is kept for 25 months.
create table quota_spent (
  organization text collate "C" not null,
  -- Its first day, in UTC.
  month        date not null,
  requests     bigint not null,
  primary key (organization, month)
);
