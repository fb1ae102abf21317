-- A backup of a build whose migrations are one by now (docs/upgrading.md, "From an older build"): what they did with rows,
-- where the backup has not been through them. No trigger runs.

-- A decision of a review is a correction.
insert into correction (kind, record, what, value, note, made_by, made_at)
select case when one like 'fi\_%' then 'film' else 'cinema' end, one, case when same then 'merge' else 'split' end, other,
  'decided at a review', '?', made_at
from decision where correction is null order by made_at, one, other;
update decision d set correction = c.id from correction c
where d.correction is null and c.record = d.one and c.value = d.other;

-- What is held back is looked at once.
insert into release_due select distinct provider_id from held_back on conflict do nothing;

-- Details that have columns are published.
update film f set details = j.details from (
  select w.record_id, joined_details(array_agg(d.said order by p.rank desc, w.born, w.id), array_agg(p.name order by p.rank desc, w.born, w.id),
    min(o.name), '{titles,links}') as details
  from film_source w join provider p on p.id = w.provider_id join film r on r.id = w.record_id
    join provider o on o.id = r.provider_id cross join lateral (select said_details(w) as said) d
  where d.said is not null group by w.record_id) j
where f.id = j.record_id and f.details is null;
update cinema c set details = corrected_details(j.details,
  case when c.time_zone is distinct from j.details ->> 'timeZone' then jsonb_build_object('timeZone', c.time_zone) end)
from (
  select w.record_id, joined_details(array_agg(d.said order by p.rank desc, w.born, w.id), array_agg(p.name order by p.rank desc, w.born, w.id),
    min(o.name), '{}') as details
  from cinema_source w join provider p on p.id = w.provider_id join cinema r on r.id = w.record_id
    join provider o on o.id = r.provider_id cross join lateral (select said_details(w) as said) d
  where d.said is not null group by w.record_id) j
where c.id = j.record_id and c.details is null;

-- When what is there was first listed is not known: it is no news.
insert into first_listed
select distinct cinema_id, film_id, programme_day(starts_at, offset_minutes), 'epoch'::timestamptz from showtime
on conflict do nothing;
