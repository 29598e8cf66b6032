-- Authors that are users stand by id, `user:12`: the name is that of the user. A name that two users have stays as it is, as
-- does one that others than users sign with.
create table named_users as
  select case when count(*) = 1 then 'user:' || min(id) else name end as author, name from users
  where name not in ('visitor', 'accueil', 'command line') and name not like 'partner:%'
  group by name;
create index named_users_name on named_users (name);

update history set author = (select n.author from named_users n where n.name = history.author)
where author in (select name from named_users);
update actions set author = (select n.author from named_users n where n.name = actions.author)
where author in (select name from named_users);
update entries set comment_by = (select n.author from named_users n where n.name = entries.comment_by)
where comment_by in (select name from named_users);
update holds set author = (select n.author from named_users n where n.name = holds.author)
where author in (select name from named_users);
update holds set ended_by = (select n.author from named_users n where n.name = holds.ended_by)
where ended_by in (select name from named_users);
update privacy_request_steps set author = (select n.author from named_users n where n.name = privacy_request_steps.author)
where author in (select name from named_users);
-- These had the e-mail address.
update register_texts set author = (select 'user:' || u.id from users u where u.email = register_texts.author)
where author in (select email from users);
update retention_rules set confirmed_by = (select 'user:' || u.id from users u where u.email = retention_rules.confirmed_by)
where confirmed_by in (select email from users);

-- The history has the ids of owners, but for its oldest lines. Their names go from all.
sqlite: update history set detail = json_remove(detail, '$.owner') where detail like '%"owner":{"from":%';
postgres: update history set detail = coalesce(
postgres:   (select json_object_agg(d.key, d.value) from json_each(detail) d where d.key <> 'owner'), '{}')
postgres: where json_typeof(detail -> 'owner') = 'object';

-- Who planned an action that another has done. The jsonb functions of PostgreSQL would change the order of fields.
sqlite: update history set detail = json_replace(detail, '$.actions', json((
sqlite:   select json_group_object(a.key, json_replace(a.value,
sqlite:     '$.author.from',
sqlite:     coalesce((select n.author from named_users n where n.name = a.value ->> '$.author.from'), a.value ->> '$.author.from'),
sqlite:     '$.author.to',
sqlite:     coalesce((select n.author from named_users n where n.name = a.value ->> '$.author.to'), a.value ->> '$.author.to')))
sqlite:   from json_each(detail, '$.actions') a)))
sqlite: where detail like '%"author":{"from":%';
postgres: update history set detail = (
postgres:   select json_object_agg(d.key, case d.key when 'actions' then (
postgres:     select json_object_agg(a.key, (
postgres:       select json_object_agg(f.key, case f.key when 'author' then json_build_object(
postgres:         'from', coalesce((select n.author from named_users n where n.name = f.value ->> 'from'), f.value ->> 'from'),
postgres:         'to', coalesce((select n.author from named_users n where n.name = f.value ->> 'to'), f.value ->> 'to'))
postgres:       else f.value end) from json_each(a.value) f))
postgres:     from json_each(d.value) a)
postgres:   else d.value end) from json_each(detail) d)
postgres: where detail::text like '%"author":{"from":%' and json_typeof(detail -> 'actions') = 'object';
drop table named_users;
