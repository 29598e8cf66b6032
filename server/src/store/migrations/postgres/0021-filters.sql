-- For the lists of the desk: filters by sender and by advertisement read this index too, instead of every row.

drop index entries_filters;
create index entries_filters on entries (
  kind, id, establishment_id, contact_date, status, flagged, test, spam, suspicion, duplicate_of, type, sejour_type,
  resultat, motif, stage, partner_id, announcement_id, restriction, next_date, owner_id, application_step, caller_id,
  advertised
);
