-- Who may read, and how often. Names compare exactly and sort by code point.

create table organization (
  name text collate "C" primary key check (name ~ '^[A-Za-z0-9._-]{1,80}$'),
  suspended boolean not null default false,
  created timestamptz not null default now()
);

-- The last grant of each organization: a grant replaces the one before.
create table entitlement (
  organization text collate "C" primary key references organization,
  plan text not null check (plan in ('trial', 'standard', 'unlimited')),
  valid_from timestamptz not null,
  valid_until timestamptz check (valid_until > valid_from)
);

-- Keys are never deleted, so that a list of them tells what was once valid.
create table api_key (
  id text collate "C" primary key,
  hash bytea not null unique check (octet_length(hash) = 32), -- SHA-256; the key itself is not kept
  organization text collate "C" not null references organization,
  label text,
  created timestamptz not null default now(),
  expires timestamptz,
  revoked timestamptz
);

-- The number of the last change of the tables above, raised in the same transaction.
create table access_revision (n bigint not null);
create unique index access_revision_has_one_row on access_revision ((true));
insert into access_revision values (0);
