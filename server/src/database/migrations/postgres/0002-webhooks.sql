-- Events on entries, and how they reach those who sent the entries.
alter table entries add column sequence integer not null default 0;

alter table endpoints add column events json;
alter table endpoints add column previous_secret text;
alter table endpoints add column previous_until timestamptz;
alter table endpoints add column state text not null default 'on' check (state in ('on', 'held', 'off'));
alter table endpoints add column reason text;
alter table endpoints add column last_failed smallint not null default 0;
alter table endpoints add column failing_since timestamptz;
create index endpoints_caller on endpoints (caller_id);

create table outbox (
  id bigint generated always as identity primary key,
  endpoint_id bigint not null references endpoints (id),
  entry_id bigint references entries (id),
  webhook_id text not null unique,
  event text not null,
  sequence integer not null,
  body text not null,
  created_at timestamptz not null,
  state text not null check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null,
  next_at timestamptz,
  finished_at timestamptz
);
create index outbox_due on outbox (endpoint_id, next_at) where state = 'pending';
create index outbox_failed on outbox (finished_at) where state = 'failed';
create index outbox_entry on outbox (entry_id);

create table attempts (
  id bigint generated always as identity primary key,
  outbox_id bigint not null references outbox (id) on delete cascade,
  at timestamptz not null,
  status integer,
  ms integer not null,
  cause text,
  answer text not null
);
create index attempts_outbox on attempts (outbox_id);
