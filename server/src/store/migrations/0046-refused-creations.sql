-- Creations that were answered 400, for staff.
create table refused_creations (
  id $id,
  caller_id $bigint not null references callers (id),
  establishment_id $bigint references establishments (id) on delete set null,
  kind text not null check (kind in ('survey', 'commercial', 'postuler')),
  reason text not null,
  browser $flag not null check (browser in (0, 1)),
  first_at $instant not null,
  last_at $instant not null,
  times $bigint not null,
  state text not null default 'open' check (state in ('open', 'handled', 'set-aside')),
  content_hash text not null unique,
  keys text not null,
  body text not null
) $strict;
create index refused_creations_state on refused_creations (state, establishment_id, last_at);
create index refused_creations_last on refused_creations (last_at);
create index refused_creations_caller on refused_creations (caller_id, establishment_id, first_at);
