-- A planned action that was done stood under who had planned it. The history says who made it done.
update actions set author = made.author
from (
  select distinct on (h.entry_id, a.key) h.entry_id, a.key::integer as position, h.author
  from history h, json_each(h.detail -> 'actions') a
  where h.change = 'updated' and h.detail::text like '%"done":{"from":false,"to":true}%'
    and a.value -> 'done' ->> 'from' = 'false' and a.value -> 'done' ->> 'to' = 'true'
  order by h.entry_id, a.key, h.id desc
) made
where actions.entry_id = made.entry_id and actions.position = made.position
  and actions.done = 1 and actions.author not in ('', 'visitor');
