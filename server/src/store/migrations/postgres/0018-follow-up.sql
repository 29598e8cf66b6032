-- Follow-up: the state of every open lead, owners, outcomes, targets, the agenda.

-- Somebody was reached, or staff have marked it so.
alter table entries add column reached integer not null default 0 check (reached in (0, 1));
-- The earliest planned action.
alter table entries add column next_date date;
alter table entries add column next_time text;
-- Attempts without an answer since the last contact.
alter table entries add column attempts integer not null default 0;
-- The day of the newest contact.
alter table entries add column last_contact date;
-- The first day after its sleep.
alter table entries add column asleep_until date;
alter table entries add column asleep_reason text;
-- A contact form that staff have dealt with: it has no result.
alter table entries add column closed integer not null default 0 check (closed in (0, 1));
-- What the family wrote, kept when staff write a comment of their own.
alter table entries add column original_comment text;
alter table entries add column application_step text
  check (application_step in ('to-meet', 'interview', 'refused', 'hired'));
-- When direction was notified that the first call is overdue.
alter table entries add column overdue_notified_at timestamptz;
-- Whether it is an open lead.
alter table entries add column open integer not null generated always as (
  case when (kind = 'commercial' or (kind = 'survey' and type = 'survey.type.contact'))
    and resultat is null and closed = 0 and test = 0 and spam = 0 and duplicate_of is null
    and (restriction is null or restriction <> 'erased')
  then 1 else 0 end
) stored;

alter table actions add column outcome text
  check (outcome in ('reached', 'no-answer', 'voicemail', 'wrong-number', 'no-show', 'cancelled'));
-- The user who is to do it.
alter table actions add column assignee_id bigint references users (id);
drop index actions_planned;
create index actions_planned on actions (date, entry_id) where done = 0 and outcome is null;
-- The agenda: what staff have noted with a day, planned or done.
create index actions_dated on actions (date, entry_id) where author is not null;

-- What earlier versions knew. Only staff's actions are contacts; an entry that was marked as processed counts as reached.
update entries set
  reached = case when status = 'processed' or exists (
    select 1 from actions a where a.entry_id = entries.id and a.done = 1 and a.author is not null and a.author <> 'visitor'
      and a.stage in ('Prise de contact', 'Visite', 'Admission réalisé', 'Parti')
  ) then 1 else 0 end,
  last_contact = (
    select max(a.date) from actions a where a.entry_id = entries.id and a.done = 1 and a.author is not null
      and a.author <> 'visitor' and a.stage in ('Prise de contact', 'Visite', 'Admission réalisé', 'Parti')
  )
where kind = 'commercial' or type = 'survey.type.contact';
update entries set (next_date, next_time) = (
  select coalesce(a.date, entries.contact_date), a.time from actions a
  where a.entry_id = entries.id and a.done = 0
  order by coalesce(a.date, entries.contact_date), coalesce(a.time, '') limit 1
)
where id in (select entry_id from actions where done = 0);

-- The last four digits of a phone number.
create index entry_phones_ending on entry_phones (substr(key, length(key) - 3), entry_id);

-- For the lists of the desk, and the states of open leads. These indexes hold every column they filter by, so that a list
-- does not read the rows.
drop index entries_filters;
create index entries_filters on entries (
  kind, id, establishment_id, contact_date, status, flagged, test, spam, suspicion, duplicate_of, type, sejour_type,
  resultat, motif, stage, partner_id, announcement_id, restriction, next_date, owner_id, application_step, caller_id,
  advertised
);
create index entries_open on entries (
  kind, reached, id, establishment_id, contact_date, next_date, asleep_until, attempts, last_contact, owner_id, status,
  flagged, test, spam, duplicate_of, type, sejour_type, motif, stage, partner_id, restriction
) where open = 1;
create index entries_partner on entries (
  kind, id, establishment_id, status, flagged, test, spam, duplicate_of, restriction
) where partner_id is not null;
create index entries_next on entries (kind, next_date, coalesce(next_time, '99:99'), id) where next_date is not null;

-- How many applied for a job offer.
create index entries_applied on entries (announcement_id)
  where announcement_id is not null and test = 0 and spam = 0 and duplicate_of is null and restriction is null;
create index entries_owner on entries (owner_id, id) where owner_id is not null;

-- To whom new entries of a residence are given: to one user, or in turn to those who are not away.
create table assignment_rules (
  establishment_id integer primary key references establishments (id),
  mode text not null check (mode in ('user', 'turn')),
  user_id bigint references users (id),
  last_user_id bigint references users (id)
);

-- Times within which a lead is to be followed up. Without group and establishment: for all.
create table targets (
  id bigint generated always as identity primary key,
  group_id integer references groups (id),
  establishment_id integer references establishments (id),
  first_call_minutes integer not null,
  after_visit_days integer not null,
  stale_days integer not null
);

create table calendar_tokens (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  -- Keyed.
  hash text not null unique,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index calendar_tokens_user on calendar_tokens (user_id);

-- What administrators switch on.
create table settings (
  name text primary key,
  value json not null
);

alter table users add column last_sign_in_at timestamptz;
alter table users add column away_from date;
alter table users add column away_until date;
alter table passwords add column label text;
alter table passwords add column last_used_on date;
alter table tokens add column label text;
alter table tokens add column last_used_on date;

-- Two new roles.
alter table grants drop constraint grants_role_check;
alter table grants add constraint grants_role_check
  check (role in ('administrator', 'direction', 'commercial', 'reader', 'privacy', 'call-centre', 'marketing'));

-- A mail with a link that opens an account: its body is encrypted, and goes when the mail is finished.
alter table mails add column secret smallint not null default 0;
-- Statistics know who sent a lead and why it was lost. The key changes, so the counts begin again from the entries.
drop table lead_counts;
create table lead_counts (
  year integer not null,
  establishment_id integer not null references establishments (id),
  month integer not null,
  type text not null,
  advertised smallint not null,
  sender text not null,
  resultat text not null,
  motif text not null,
  reached integer not null,
  count integer not null,
  primary key (year, establishment_id, month, type, advertised, sender, resultat, motif, reached)
);
insert into lead_counts
select extract(year from e.contact_date)::integer, e.establishment_id, extract(month from e.contact_date)::integer, coalesce(e.type, ''), e.advertised,
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
