drop index entries_listed;
drop index entries_listed_all;
drop index entries_dated;
drop index entries_waiting;
drop index entries_flagged;
drop index entries_aside;
drop index entries_reasoned;
drop index entries_staged;
drop index entries_ended;
drop index entries_oriented;
-- Everything that lists filter by: a list reads this instead of the rows, which are seven times as wide.
create index entries_filters on entries (
  kind, id, establishment_id, contact_date, status, flagged, test, spam, suspicion, duplicate_of, type, sejour_type,
  resultat, motif, stage, partner_id, announcement_id
);
create index entries_dated on entries (kind, contact_date, id)
  where test = 0 and spam = 0 and duplicate_of is null;
create index entries_waiting on entries (kind, id)
  where status = 'new' and test = 0 and spam = 0 and duplicate_of is null;
create index entries_flagged on entries (kind, id)
  where flagged = 1 and test = 0 and spam = 0 and duplicate_of is null;
