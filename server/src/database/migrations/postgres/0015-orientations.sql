-- The newest follow-ups of an orientation, however many updates it has had.
create index history_followups on history (entry_id, id) where change = 'followup';
-- When an attempt last failed: a clock that has jumped by half a year must not make a failure of minutes one of days.
alter table endpoints add column failed_at timestamptz;
