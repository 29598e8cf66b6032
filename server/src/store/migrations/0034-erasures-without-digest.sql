-- What a plan has shown stands with the erasure that is decided, and is compared there alone.
alter table erasures drop column digest;
