-- How many requests may be made at once (docs/api.md, "Rate limits"); null: those of a minute.
alter table plan add column burst integer check (burst > 0);
alter table plan add constraint plan_with_burst_has_rate check (burst is null or requests_per_minute is not null);

-- The buckets in use are unlogged: each begins full again.
delete from rate_bucket;
alter table rate_bucket drop constraint rate_bucket_pkey;
alter table rate_bucket add column burst integer not null;
alter table rate_bucket add primary key (organization, plan, quota, burst);
