-- The officer's changes of the list of sensitive names: a term with its kind, or null for one that is off the list.
create table sensitive_terms (
  term text primary key,
  kind text check (kind in ('health', 'identity')),
  author text not null,
  changed_at $instant not null
) $clustered;

-- Unnamed fields that are removed everywhere, and dropped when they are sent.
create table refused_fields (
  id $id,
  name text not null,
  author text not null,
  refused_at $instant not null,
  -- Entries up to this one have been gone through, and how many of them had it.
  purged_to $bigint not null default 0,
  purged_count $bigint not null default 0,
  purged_at $instant,
  ended_at $instant,
  ended_by text
) $strict;
create unique index refused_fields_name on refused_fields (name) where ended_at is null;

create table breaches (
  id $id,
  noticed_at $instant not null,
  facts text not null,
  people text not null,
  consequences text not null,
  measures text not null,
  cnil_told_on $day,
  persons_told_on $day,
  reason text not null,
  author text not null,
  created_at $instant not null,
  closed_at $instant
) $strict;

-- Which fields are refused is cached.
insert into revisions (subject, number) values ('refused-fields', 1);
sqlite: create trigger revise_refused_fields_insert after insert on refused_fields begin update revisions set number = number + 1 where subject = 'refused-fields'; end;
sqlite: create trigger revise_refused_fields_update after update of ended_at on refused_fields begin update revisions set number = number + 1 where subject = 'refused-fields'; end;
sqlite: create trigger revise_refused_fields_delete after delete on refused_fields begin update revisions set number = number + 1 where subject = 'refused-fields'; end;
postgres: create trigger revise_refused_fields after insert or update of ended_at or delete on refused_fields
postgres:   for each statement execute function revise('refused-fields');
