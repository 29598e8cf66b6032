-- Statistics know who sent a lead and why it was lost. The key changes, so the counts begin again from the entries.
drop table lead_counts;
create table lead_counts (
  year integer not null,
  establishment_id integer not null references establishments (id),
  month integer not null,
  type text not null,
  advertised integer not null,
  sender text not null,
  resultat text not null,
  motif text not null,
  reached integer not null,
  count integer not null,
  primary key (year, establishment_id, month, type, advertised, sender, resultat, motif, reached)
) strict, without rowid;
insert into lead_counts
select cast(substr(e.contact_date, 1, 4) as integer), e.establishment_id, cast(substr(e.contact_date, 6, 2) as integer), coalesce(e.type, ''), e.advertised,
  case when e.caller_id is not null then 'caller:' || e.caller_id
    when e.partner_id is not null then 'partner:' || e.partner_id else 'staff' end,
  coalesce(e.resultat, ''), coalesce(e.motif, ''),
  coalesce((
    select max(case coalesce(a.stage, 'Prise de contact')
      when 'Validé' then 1 when 'Prise de contact' then 2 when 'Visite' then 3 else 4 end)
    from actions a
    where a.entry_id = e.id and a.done = 1
      and (a.stage in ('Validé', 'Prise de contact', 'Visite', 'Admission réalisé', 'Parti')
        or (a.stage is null and a.author is null))
  ), case when e.resultat is null then 0 else 1 end),
  count(*)
from entries e
where e.kind = 'commercial' and e.test = 0 and e.spam = 0 and e.duplicate_of is null and e.establishment_id is not null
group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
