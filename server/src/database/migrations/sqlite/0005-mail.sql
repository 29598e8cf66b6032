-- How often a user wants to be told by e-mail of what arrives; null until they have chosen.
alter table users add column mail text check (mail in ('at-once', 'digest', 'none'));

-- Something that staff are to be told of, written with the entry. `told`: whoever wants to know at once has a mail for it.
-- `digested`: a digest has counted it.
create table notices (
  id integer primary key autoincrement,
  entry_id integer not null references entries (id) on delete cascade,
  created_at text not null,
  told integer not null default 0,
  digested integer not null default 0
) strict;
create index notices_entry on notices (entry_id);
create index notices_untold on notices (id) where told = 0;
create index notices_undigested on notices (id) where digested = 0;

create table mails (
  id integer primary key autoincrement,
  message_id text not null unique,
  user_id integer not null references users (id),
  entry_id integer references entries (id) on delete cascade,
  subject text not null,
  body text not null,
  created_at text not null,
  state text not null check (state in ('pending', 'sent', 'failed')),
  attempts integer not null,
  next_at text,
  finished_at text,
  cause text
) strict;
create index mails_due on mails (next_at) where state = 'pending';
create index mails_state on mails (state, id);
create index mails_entry on mails (entry_id);
