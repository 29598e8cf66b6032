-- Fewer pages for a new entry.

-- The ending of a phone number is a search term: its last eight digits from the last one, behind `_`. Words are indexed by
-- their first three letters alone, not also by two.
alter table entry_words rename to earlier_words;
create virtual table entry_words using fts5 (
  words, content = '', contentless_delete = 1, detail = none, prefix = '3',
  tokenize = "ascii tokenchars '@._+-'''"
);
create virtual table earlier_terms using fts5vocab (earlier_words, instance);
insert into entry_words (rowid, words)
select id, group_concat(term, ' ') from (
  select doc as id, term from earlier_terms
  union
  select entry_id, '_' || substr(key, -1, 1) || substr(key, -2, 1) || substr(key, -3, 1) || substr(key, -4, 1)
    || substr(key, -5, 1) || substr(key, -6, 1) || substr(key, -7, 1) || substr(key, -8, 1)
  from entry_phones
)
group by id;
insert into entry_words (entry_words) values ('optimize');
drop table earlier_terms;
drop table earlier_words;
drop index entry_phones_ending;

-- The index says which leads are open; what else a list asks of them is read from their rows.
drop index entries_open;
create index entries_open on entries (kind, reached, id) where open = 1;
delete from sqlite_stat1 where idx = 'entries_open';
insert into sqlite_stat1 (tbl, idx, stat) values ('entries', 'entries_open', '50000 50000 25000 1');
analyze sqlite_schema;

-- Which residences have a rule is cached; who was given the last entry is not.
create trigger revise_assignment_rules_insert after insert on assignment_rules begin update revisions set number = number + 1 where subject = 'residences'; end;
create trigger revise_assignment_rules_delete after delete on assignment_rules begin update revisions set number = number + 1 where subject = 'residences'; end;
