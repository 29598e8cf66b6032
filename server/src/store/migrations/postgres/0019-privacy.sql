-- What retention will erase within 30 days, as the last run found it.
create table coming_erasures (
  entry_id bigint primary key references entries (id) on delete cascade,
  rule text not null,
  day text not null
);

-- Keyed hashes of the messages of partners, by which they are recognized after an erasure.
create table message_hashes (
  entry_id bigint not null references entries (id) on delete cascade,
  hash text not null,
  primary key (entry_id, hash)
);
