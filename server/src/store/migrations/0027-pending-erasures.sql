-- Erasures that are decided and not done yet. Until then the entry is limited, and the decision can be taken back.
create table pending_erasures (
  entry_id $bigint primary key references entries (id) on delete cascade,
  -- `request`, or the name of the retention rule.
  reason text not null,
  request_id $bigint references privacy_requests (id) on delete set null,
  -- Of the plan that was shown: the same act sent again finds it.
  digest text,
  decided_at $instant not null,
  decided_by text not null,
  -- Null while a second user has to confirm it.
  due_at $instant
) $strict;
create index pending_erasures_due on pending_erasures (due_at);
create index pending_erasures_request on pending_erasures (request_id) where request_id is not null;
