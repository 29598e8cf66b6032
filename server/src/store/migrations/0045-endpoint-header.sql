-- A header of the receiver's own, `name: value`, encrypted.
alter table endpoints add column header text;
