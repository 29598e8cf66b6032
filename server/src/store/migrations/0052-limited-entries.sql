-- Fields that were corrected without trace, which the ledger names.
alter table orientations add column ignored $json;
sqlite: update orientations set ignored = (
sqlite:   select json_group_array(distinct path.value) from erasures c
sqlite:     join entries e on e.id = c.entry_id and e.received_at = c.received_at,
sqlite:     json_each(c.paths) kind, json_each(kind.value) path where c.entry_id = orientations.entry_id)
postgres: update orientations set ignored = (
postgres:   select json_agg(distinct path.value) from erasures c
postgres:     join entries e on e.id = c.entry_id and e.received_at = c.received_at,
postgres:     json_each(c.paths) kind, json_array_elements_text(kind.value) path where c.entry_id = orientations.entry_id)
where entry_id in (select entry_id from erasures where paths is not null);
-- Messages that waited for the officer: staff read them in the history, what an update said among the unnamed fields.
insert into history (entry_id, at, author, change, detail)
sqlite: select entry_id, received_at, author, 'followup', case kind when 'followup' then message
sqlite:   else json_object('state', null, 'reason', null, 'extra', json(message)) end
postgres: select entry_id, received_at, author, 'followup', case kind when 'followup' then message
postgres:   else json_build_object('state', null, 'reason', null, 'extra', message) end
from withheld_messages order by id;
update entries set flagged = 1 where id in (select entry_id from withheld_messages);
drop table withheld_messages;
drop table message_hashes;
-- Nothing reads them.
drop index conversions_retracted;
alter table conversions drop column retracted_at;
drop table coming_erasures;
-- Its rows are in violations.csv (saved-breaches.ts).
drop table breaches;
-- The list stands in the program alone (privacy/sensitive-names.ts).
drop table sensitive_terms;
-- A request concerns entries alone.
alter table privacy_requests drop column user_id;
-- Each text that was withheld had a reason of its own.
sqlite: update privacy_request_entries set withheld = json_object('reason', withheld ->> '$[0].reason')
sqlite:   where json_type(withheld) = 'array';
postgres: update privacy_request_entries set withheld = json_build_object('reason', withheld -> 0 ->> 'reason')
postgres:   where json_typeof(withheld) = 'array';
-- Figures are counted from the entries.
drop table lead_counts;
drop table delay_counts;
drop index entries_restricted;
drop index entries_dated;
create index entries_dated on entries (
  kind, contact_date, id, restriction, establishment_id, type, advertised, caller_id, partner_id, resultat, motif,
  received_at
) where test = 0 and spam = 0 and duplicate_of is null;
sqlite: delete from sqlite_stat1 where idx in ('entries_dated', 'entries_restricted');
sqlite: insert into sqlite_stat1 (tbl, idx, stat) values
sqlite:   ('entries', 'entries_dated', '1000000 1000000 300 1 1 1 1 1 1 1 1 1 1');
sqlite: analyze sqlite_schema;
-- What a restore does not undo.
create table decisions (
  id $id,
  subject $text not null,
  at $instant not null,
  decision $text not null unique
) $strict;
create index decisions_subject on decisions (subject, at);
