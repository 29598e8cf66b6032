-- Open complaints, and applications that are being dealt with, end too since then. Where one is old enough, the rule waits until
-- it is confirmed anew: an update erases nothing by itself.
sqlite: update retention_rules set confirmed_at = null, confirmed_by = null where name in ('complaint', 'application') and exists (
sqlite:   select 1 from entries where received_at < date('now', '-' || days || ' days') and (
sqlite:     name = 'complaint' and type = 'survey.type.complaint' and status = 'new'
sqlite:     or name = 'application' and application_step in ('to-meet', 'interview')));
postgres: update retention_rules set confirmed_at = null, confirmed_by = null where name in ('complaint', 'application') and exists (
postgres:   select 1 from entries where received_at < now() - make_interval(days => days) and (
postgres:     name = 'complaint' and type = 'survey.type.complaint' and status = 'new'
postgres:     or name = 'application' and application_step in ('to-meet', 'interview')));
