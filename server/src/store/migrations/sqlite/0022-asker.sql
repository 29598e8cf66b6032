-- Who asks: the person, somebody who acts for them, or the controller of its own accord.
alter table privacy_requests add column asker text not null default 'self'
  check (asker in ('self', 'representative', 'controller'));
-- For whom a representative asks, and by what right.
alter table privacy_requests add column represented text;
