-- What staff have dealt with, by each thing that lists filter by, the entries that have none of it too: a list of which
-- little is wanted reads what it shows, whichever filters it has. In the order of ids within each combination of the
-- first columns: lists that name only one of them read each value of the other (desk/entries/list-parts.ts).
create index entries_typed on entries (
  kind, type, sejour_type, id, establishment_id, contact_date, flagged, resultat, motif, stage, partner_id
) where status = 'processed' and test = 0 and spam = 0 and duplicate_of is null;

-- What arrives with an action, a result or a reason is in no other list than that of what waits.
drop index entries_staged;
create index entries_staged on entries (
  kind, stage, id, establishment_id, contact_date, flagged, type, sejour_type, resultat, motif, partner_id
) where status = 'processed' and test = 0 and spam = 0 and duplicate_of is null;

-- By the result and the reason in one: an index less.
drop index entries_ended;
drop index entries_reasoned;
create index entries_ended on entries (
  kind, resultat, motif, id, establishment_id, contact_date, flagged, type, sejour_type, stage, partner_id
) where status = 'processed' and test = 0 and spam = 0 and duplicate_of is null;
