-- Alarms (docs/alarms.md): what an operator is told of when it begins and when it ends. Kept for 90 days after that.
create table alarm (
  id       uuid primary key,
  -- What it is, such as source_failed, and of what: a provider or a node.
  code     text collate "C" not null,
  subject  text collate "C" not null,
  message  text not null,
  began_at timestamptz not null default clock_timestamp(),
  -- When a node found it last.
  seen_at  timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
-- One at a time: of several nodes that find the same, one enters it.
create unique index alarm_open on alarm (code, subject) where ended_at is null;

-- The ways in which nodes send alarms: webhook, mail, command.
create table alarm_channel (
  name    text collate "C" primary key,
  -- When a node said last that it sends in this way.
  seen_at timestamptz not null
);

-- The beginning or the end of an alarm, on one of these ways.
create table alarm_delivery (
  alarm    uuid not null references alarm on delete cascade,
  phase    text collate "C" not null check (phase in ('began', 'ended')),
  channel  text collate "C" not null,
  -- When it is tried next: while it is under way, when it may be tried again.
  due_at   timestamptz not null default clock_timestamp(),
  attempts integer not null default 0,
  failure  text,
  -- Null while it waits. With a failure: it was given up then.
  done_at  timestamptz,
  primary key (alarm, phase, channel)
);
create index alarm_delivery_due on alarm_delivery (channel, due_at) where done_at is null;

-- The id that the next alarm about the database itself will have. Nodes learn it while they can, so that all send the same one.
create table outage (
  only_row boolean primary key default true check (only_row),
  next_id  uuid not null default gen_random_uuid()
);
insert into outage default values;
