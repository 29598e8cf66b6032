-- When the receipt of a complaint was acknowledged, and the day on which it was closed by its answer.
alter table entries add column acknowledged_on $day;
alter table entries add column answered_on $day;
-- So far the day of the last decision told it.
update entries set answered_on = renewed_on
  where kind = 'survey' and type = 'survey.type.complaint' and status = 'processed' and renewed_on is not null;
drop index entries_closed_complaints;
create index entries_answered on entries (answered_on)
  where kind = 'survey' and type = 'survey.type.complaint' and status = 'processed' and answered_on is not null;
