-- What a database of 0.10.0 has otherwise than one that is created anew.
sqlite: create table settings_by_name (name text primary key, value text not null) strict, without rowid;
sqlite: insert into settings_by_name select name, value from settings;
sqlite: drop table settings;
sqlite: alter table settings_by_name rename to settings;
-- Names of constraints from before their table or column was renamed.
postgres: do $$ declare earlier record; begin
postgres:   for earlier in select conrelid::regclass as of, conname as name from pg_constraint
postgres:     where connamespace = current_schema::regnamespace
postgres:       and conname ~ '^(pending_erasures_dated|privacy_requests_(asks_as|decided))_' loop
postgres:     execute format('alter table %s rename constraint %I to %I', earlier.of, earlier.name, replace(replace(replace(
postgres:       earlier.name, 'erasures_dated_', 'erasures_'), 'asks_as_', 'asker_'), 'requests_decided_', 'requests_decision_'));
postgres:   end loop;
postgres: end $$;
