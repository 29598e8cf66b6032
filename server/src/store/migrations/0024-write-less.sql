-- Fewer pages for a new entry.

-- The ending of a phone number is a search term: its last eight digits from the last one, behind `_`. On SQLite words are
-- indexed by their first three letters alone, not also by two.
sqlite: alter table entry_words rename to earlier_words;
sqlite: create virtual table entry_words using fts5 (
sqlite:   words, content = '', contentless_delete = 1, detail = none, prefix = '3',
sqlite:   tokenize = "ascii tokenchars '@._+-'''"
sqlite: );
sqlite: create virtual table earlier_terms using fts5vocab (earlier_words, instance);
sqlite: insert into entry_words (rowid, words)
sqlite: select id, group_concat(term, ' ') from (
sqlite:   select doc as id, term from earlier_terms
sqlite:   union
sqlite:   select entry_id, '_' || substr(key, -1, 1) || substr(key, -2, 1) || substr(key, -3, 1) || substr(key, -4, 1)
sqlite:     || substr(key, -5, 1) || substr(key, -6, 1) || substr(key, -7, 1) || substr(key, -8, 1)
sqlite:   from entry_phones
sqlite: )
sqlite: group by id;
sqlite: insert into entry_words (entry_words) values ('optimize');
sqlite: drop table earlier_terms;
sqlite: drop table earlier_words;
postgres: insert into entry_words as stored (entry_id, words)
postgres: select entry_id, array_to_tsvector(array_agg(distinct '_' || reverse(right(key, 8)))) from entry_phones group by entry_id
postgres: on conflict (entry_id) do update set words = stored.words || excluded.words;
drop index entry_phones_ending;

-- The index says which leads are open; what else a list asks of them is read from their rows.
drop index entries_open;
create index entries_open on entries (kind, reached, id) where open = 1;
sqlite: delete from sqlite_stat1 where idx = 'entries_open';
sqlite: insert into sqlite_stat1 (tbl, idx, stat) values ('entries', 'entries_open', '50000 50000 25000 1');
sqlite: analyze sqlite_schema;

-- Which residences have a rule is cached; who was given the last entry is not.
sqlite: create trigger revise_assignment_rules_insert after insert on assignment_rules begin update revisions set number = number + 1 where subject = 'residences'; end;
sqlite: create trigger revise_assignment_rules_delete after delete on assignment_rules begin update revisions set number = number + 1 where subject = 'residences'; end;
postgres: create trigger revise_assignment_rules after insert or delete on assignment_rules
postgres:   for each statement execute function revise('residences');
