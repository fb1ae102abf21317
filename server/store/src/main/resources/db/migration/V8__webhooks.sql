-- Webhooks of customers (docs/webhooks.md): who is sent what changes, and how far that has come.
create table webhook (
  id            text collate "C" primary key,
  organization  text collate "C" not null references organization,
  url           text not null,
  -- Which changes; null: all.
  kinds         text,
  film          text collate "C",
  cinema        text collate "C",
  latitude      double precision,
  longitude     double precision,
  kilometres    double precision check (kilometres > 0),
  -- Signatures need the secrets themselves. The old one signs too until its time is over.
  secret        text not null,
  old_secret    text,
  old_until     timestamptz,
  created       timestamptz not null default clock_timestamp(),
  -- Behind what was sent last, as a cursor of /v1/changes; and the mark of the state in which nothing followed it.
  position      text not null,
  seen          uuid,
  delivered_at  timestamptz,
  -- When it is looked at next: while that is under way, when another node may.
  due_at        timestamptz not null default clock_timestamp(),
  attempts      integer not null default 0,
  failing_since timestamptz,
  failure       text,
  -- When it was switched off, for the reason in failure.
  disabled_at   timestamptz
);
create index webhook_due on webhook (due_at) where disabled_at is null;
