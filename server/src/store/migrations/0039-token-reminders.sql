-- How many days before its end the last reminder of a token was written.
alter table tokens add column reminded_days integer;
