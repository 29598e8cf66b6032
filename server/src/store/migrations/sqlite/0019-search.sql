-- The last four digits of a phone number find its entries.
create index entry_phones_ending on entry_phones (substr(key, length(key) - 3), entry_id);
