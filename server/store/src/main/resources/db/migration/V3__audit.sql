-- Who changed what (docs/operations.md, "Who changed what"): a row a change, written in the transaction of the change.
create table audit (
  id     bigint generated always as identity primary key,
  at     timestamptz not null default clock_timestamp(),
  -- What was done, such as key.revoke, and to which record: a name or a public id.
  action text collate "C" not null,
  record text collate "C" not null,
  -- By whom: the user of the operating system; the name of the token, if one was needed.
  actor  text not null,
  token  text,
  -- From where: the machine, and the command or the way in.
  host   text not null,
  via    text not null,
  -- The record, as columns and values; null: there was none, or is none. Never a key, nor its hash.
  before jsonb,
  after  jsonb
);
create index audit_at on audit (at);
