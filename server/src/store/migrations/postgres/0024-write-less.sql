-- Fewer pages for a new entry.

-- The ending of a phone number is a search term: its last eight digits from the last one, behind `_`.
insert into entry_words as stored (entry_id, words)
select entry_id, array_to_tsvector(array_agg(distinct '_' || reverse(right(key, 8)))) from entry_phones group by entry_id
on conflict (entry_id) do update set words = stored.words || excluded.words;
drop index entry_phones_ending;

-- The index says which leads are open; what else a list asks of them is read from their rows.
drop index entries_open;
create index entries_open on entries (kind, reached, id) where open = 1;

-- Which residences have a rule is cached; who was given the last entry is not.
create trigger revise_assignment_rules after insert or delete on assignment_rules
  for each statement execute function revise('residences');
