-- Who asks for a person, and by what paper; how the identity was established; the answer.

alter table privacy_requests add column asks_as text not null default 'self' check (asks_as in (
  'self', 'relative', 'guardian', 'family-authorization', 'agent', 'heir', 'representative', 'controller'));
update privacy_requests set asks_as = asker;
alter table privacy_requests drop column asker;
alter table privacy_requests rename column asks_as to asker;
-- So far the words about the represented person named the paper too.
alter table privacy_requests add column authority text;
update privacy_requests set authority = represented;

alter table privacy_requests add column identity_kind text check (identity_kind in (
  'called-back', 'in-person', 'known-email', 'paper', 'mandate', 'other', 'failed'));
update privacy_requests set identity_kind = 'other' where identity_check is not null;

-- « Nous ne détenons rien » is a decision too.
alter table privacy_requests add column decided text check (decided in ('granted', 'partial', 'refused', 'nothing'));
update privacy_requests set decided = decision;
alter table privacy_requests drop column decision;
alter table privacy_requests rename column decided to decision;

alter table privacy_requests add column answered_on $day;
alter table privacy_requests add column answer_channel text check (answer_channel in ('mail', 'letter', 'phone', 'desk'));
-- The user of the desk whose own data the request is about.
alter table privacy_requests add column user_id $bigint;
-- How many days before it was due the last reminder was written.
alter table privacy_requests add column reminded_days integer;
