-- 1 for an entry that came with a browser password. Entries from before count as sent with a full one: nothing tells them apart.
alter table entries add column browser integer not null default 0;
-- A customId names first what came with a full password, then what is no spam, then the newest.
drop index entries_custom_id;
create index entries_custom_id on entries (caller_id, custom_id, browser, spam, id desc) where custom_id is not null;

-- How many bytes of CVs and large entries came with browser passwords. `address`: a keyed hash; empty for all together.
create table upload_bytes (
  day text not null,
  address text not null,
  bytes integer not null,
  primary key (day, address)
) strict, without rowid;

-- What a user is to be told of in one mail, because too many mails went to them within the hour.
create table held_notices (
  user_id integer not null references users (id) on delete cascade,
  entry_id integer not null references entries (id) on delete cascade,
  held_at text not null,
  primary key (user_id, entry_id)
) strict, without rowid;
create index held_notices_entry on held_notices (entry_id);
create index held_notices_held on held_notices (held_at);
create index mails_user on mails (user_id, created_at);
