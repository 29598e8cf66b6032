-- Search and lists: the last digits of a phone number, and what leads are followed up by.

create index entry_phones_ending on entry_phones (substr(key, length(key) - 3), entry_id);

-- For the lists of the desk. These indexes hold every column they filter by, so that a list does not read the rows.
drop index entries_filters;
drop index entries_open;
create index entries_filters on entries (
  kind, id, establishment_id, contact_date, status, flagged, test, spam, suspicion, duplicate_of, type, sejour_type,
  resultat, motif, stage, partner_id, announcement_id, restriction, next_date, owner_id, application_step
);
create index entries_open on entries (
  kind, reached, id, establishment_id, contact_date, next_date, asleep_until, attempts, last_contact, owner_id, status,
  flagged, test, spam, duplicate_of, type, sejour_type, motif, stage, partner_id, restriction
) where open = 1;
create index entries_partner on entries (
  kind, id, establishment_id, status, flagged, test, spam, duplicate_of, restriction, open, reached, next_date, asleep_until
) where partner_id is not null;
create index entries_next on entries (kind, next_date, coalesce(next_time, '99:99'), id) where next_date is not null;

-- How many applied for a job offer.
create index entries_applied on entries (announcement_id)
  where announcement_id is not null and test = 0 and spam = 0 and duplicate_of is null and restriction is null;
