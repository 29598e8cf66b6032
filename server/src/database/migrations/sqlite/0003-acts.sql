alter table entries add column spam integer not null default 0;
alter table entries add column duplicate_of integer references entries (id) on delete set null;
create index entries_duplicate_of on entries (duplicate_of) where duplicate_of is not null;
