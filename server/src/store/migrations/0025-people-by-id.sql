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

-- The history has the ids of owners beside their names, which came first.
sqlite: update history set detail = '{' || substr(detail, instr(detail, '"ownerId":'))
sqlite: where detail like '{"owner":{"from":%},"ownerId":%';
postgres: update history set detail = cast('{' || substr(detail::text, strpos(detail::text, '"ownerId":')) as json)
postgres: where detail::text like '{"owner":{"from":%},"ownerId":%';

-- Who planned an action that another has done. Each user is tried twice: first as the one who planned it, behind whom `to`
-- is marked as `@`, then as the one who has done it.
create table rewritten_details as
  with recursive turns (turn, author, name) as (
    select row_number() over (order by round, name),
sqlite:   json_quote(author), json_quote(name)
postgres:   to_json(author)::text, to_json(name)::text
    from named_users cross join (select 1 as round union all select 2) rounds
  ), steps (id, detail, turn) as (
    select id, cast(detail as text), cast(0 as bigint) from history
    where cast(detail as text) like '%"author":{"from":%'
    union all
    select s.id, replace(replace(s.detail,
      '"author":{"from":' || t.name || ',"to":', '"author":{"from":' || t.author || ',"@":'),
      '"@":' || t.name || '}', '"to":' || t.author || '}'), t.turn
    from steps s join turns t on t.turn = s.turn + 1
  )
  select id, replace(detail, '"@":', '"to":') as detail from steps
  where turn = (select count(*) from turns);
update history set detail = cast(r.detail as $json) from rewritten_details r where r.id = history.id;
drop table rewritten_details;
drop table named_users;
