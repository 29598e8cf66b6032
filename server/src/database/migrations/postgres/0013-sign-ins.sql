-- Addresses that users have signed in from: whatever strangers try, they may sign in from there. `hash`: the keyed hash of
-- the user's e-mail address and the network address.
create table known_addresses (
  hash text primary key,
  user_id bigint not null references users (id) on delete cascade,
  seen_at timestamptz not null
);
create index known_addresses_user on known_addresses (user_id, seen_at);
