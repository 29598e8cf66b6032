-- Whoever among the staff has taken charge of an entry; only complaints have somebody.
alter table entries add column owner_id integer references users (id);
