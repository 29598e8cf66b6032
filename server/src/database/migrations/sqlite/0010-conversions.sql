-- How conversions are exported; no row until an administrator has chosen something. Amounts in cents.
create table conversion_settings (
  id integer primary key check (id = 1),
  enabled integer not null,
  consent_assured integer not null,
  qualified_name text not null,
  qualified_cents integer,
  admitted_name text not null,
  admitted_cents integer,
  password_hash text,
  password_made_at text,
  pulled_at text
) strict;

-- What has been served, as it was. Its entry may be deleted since: what was served is taken back then.
create table conversions (
  id integer primary key autoincrement,
  entry_id integer not null,
  milestone text not null check (milestone in ('qualified', 'admitted')),
  converted_at text not null,
  name text not null,
  cents integer,
  first_served_at text not null,
  retracted_at text,
  unique (entry_id, milestone)
) strict;
create index conversions_served on conversions (first_served_at, id);
create index conversions_retracted on conversions (retracted_at, id) where retracted_at is not null;

-- Entries that came with a click and that something has been done for.
create index entries_conversions on entries (received_at, id)
  where kind = 'commercial' and test = 0 and stage is not null
    and (gclid is not null or extra ->> 'gbraid' is not null or extra ->> 'wbraid' is not null);
