-- The ledger also has corrections without trace: the places of the values that they took out. The erasure of one related person
-- has become one. The texts that were rewritten with it are in no place that a line names: they are to be corrected again.
alter table erasures add column paths $json;
sqlite: update erasures set paths = '{"removed":["relations.' || relation || '"],"corrected":['
sqlite:   || case when counts like '%"text:%' then '"texts"' else '' end || ']}' where relation is not null;
postgres: update erasures set paths = ('{"removed":["relations.' || relation || '"],"corrected":['
postgres:   || case when counts::text like '%"text:%' then '"texts"' else '' end || ']}')::json where relation is not null;
alter table erasures drop column relation;
