-- Whether the result of an entry was an admission once and no longer is: conversions took it from the history.
alter table entries add column admission_revoked $flag not null default 0;
update entries set admission_revoked = 1 where id in (
  select entry_id from history where detail -> 'changes' -> 'resultat' ->> 'from' = 'commercial.resultat.realisee'
);
