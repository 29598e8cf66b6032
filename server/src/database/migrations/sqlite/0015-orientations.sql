-- The newest follow-ups of an orientation, however many updates it has had.
create index history_followups on history (entry_id, id) where change = 'followup';
