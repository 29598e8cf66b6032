-- A planned action that was done stood under who had planned it. The history says who made it done.
update actions set author = made.author
from (
  -- With max(), SQLite takes the other columns from the same row.
  select h.entry_id, cast(a.key as integer) as position, h.author, max(h.id)
  from history h, json_each(h.detail, '$.actions') a
  where h.change = 'updated' and h.detail like '%"done":{"from":false,"to":true}%'
    and json_extract(a.value, '$.done.from') = 0 and json_extract(a.value, '$.done.to') = 1
  group by h.entry_id, a.key
) made
where actions.entry_id = made.entry_id and actions.position = made.position
  and actions.done = 1 and actions.author not in ('', 'visitor');
