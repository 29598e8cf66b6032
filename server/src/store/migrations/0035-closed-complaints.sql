-- The complaints that were closed on a day. No list says that `renewed_on` is not null: it keeps its own index.
create index entries_closed_complaints on entries (renewed_on)
  where kind = 'survey' and type = 'survey.type.complaint' and status = 'processed' and renewed_on is not null;
