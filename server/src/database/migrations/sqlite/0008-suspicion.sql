-- Why an entry is presumed spam; null for one that is not, and once staff have decided.
alter table entries add column suspicion text check (suspicion in ('trap', 'haste'));
