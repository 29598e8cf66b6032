-- The day of the newest message of its partner, or decision of staff, from which retention counts anew.
alter table entries add column renewed_on text;
-- A day of Paris may be one later than that of UTC. A contact without a day counts on the day on which it was noted.
update entries set renewed_on = (
  select max(date(h.at, '+2 hours')) from history h
  where h.entry_id = entries.id and (
    h.author glob 'partner:*' or h.change in ('processed', 'converted')
    or h.detail -> 'changes' -> 'spam' is not null or h.detail -> 'changes' -> 'suspicion' is not null
    or h.detail -> 'changes' -> 'applicationStep' is not null
    or (entries.type = 'survey.type.complaint' and h.detail -> 'changes' -> 'status' is not null)
    or (h.detail -> 'actions' is not null and exists (
      select 1 from actions a where a.entry_id = entries.id and a.done = 1 and a.date is null and a.author is not null
        and a.author <> 'visitor' and (a.outcome = 'reached'
          or (a.outcome is null and a.stage in ('Prise de contact', 'Visite', 'Admission réalisé', 'Parti')))
    ))
  )
)
where id in (select entry_id from history);

-- A shorter duration, and the day from which it applies.
alter table retention_rules add column next_days integer;
alter table retention_rules add column next_from text;
