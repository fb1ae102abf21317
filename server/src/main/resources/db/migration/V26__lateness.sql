-- After how long without a newer feed a provider is late, where its schedule says so (docs/collecting.md, `every`; docs/decisions/0174).
-- Without a row it is two days; those of never_renewed are never late.
create table lateness (
  provider text collate "C" primary key,
  seconds  bigint not null check (seconds > 0)
);
