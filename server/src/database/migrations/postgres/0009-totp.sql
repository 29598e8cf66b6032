-- A second factor beside the password, for users who want one: the secret of their authenticator app, encrypted.
-- `totp_since`: null until a first code has shown that the app has it. `totp_step`: the newest half minute whose code was
-- used; each is good once.
alter table users add column totp_secret text;
alter table users add column totp_since timestamptz;
alter table users add column totp_step integer;

-- For who has lost the app: each is deleted when it is used.
create table recovery_codes (
  hash text primary key,
  user_id bigint not null references users (id) on delete cascade
);
create index recovery_codes_user on recovery_codes (user_id);
