-- What a user's next mail lists as given to them by a colleague.
alter table deferred_notifications add column given $flag not null default 0 check (given in (0, 1));
