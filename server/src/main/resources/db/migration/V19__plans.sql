-- Plans are data: how many requests a minute all keys of an organization together may make; null is no limit.
create table plan (
  name text collate "C" primary key check (name ~ '^[a-z0-9._-]{1,80}$'),
  requests_per_minute integer check (requests_per_minute > 0)
);
insert into plan values ('trial', 60), ('standard', 600), ('unlimited', null);

alter table entitlement drop constraint entitlement_plan_check;
alter table entitlement add foreign key (plan) references plan;

-- A changed plan reaches every gate in the way that a revoked key does. Programs before this migration know the three
-- plans above and no other ones: they may use the database until somebody changes a plan (docs/decisions/0105).
create function plan_changed() returns trigger language plpgsql as $$
begin
  update access_revision set n = n + 1, mark = gen_random_uuid();
  update compatibility set oldest_program = greatest(oldest_program, 19);
  return null;
end
$$;
create trigger plan_changed after insert or update or delete on plan
  for each statement execute function plan_changed();

-- `trial` bounds organizations without an active entitlement; `standard` is the plan of a grant that names none.
create function plan_is_needed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.name = old.name then
    return new;
  end if;
  raise exception 'Marquee needs the plan %: change its rate instead', old.name;
end
$$;
create trigger plan_is_needed before update or delete on plan
  for each row when (old.name in ('trial', 'standard')) execute function plan_is_needed();
