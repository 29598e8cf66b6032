import { startService } from '/work/main/server/test/service.ts';
import { signIn } from '/work/main/server/test/desk.ts';
import { execute } from '/work/main/server/test/rows.ts';
const service = await startService('sqlite');
const N = 600000;
await execute(service.database, `
insert into entries (kind, establishment_id, caller_id, partner_id, type, status, flagged, test, contact_date, received_at, fields)
with recursive n(i) as (select 1 union all select i+1 from n where i < ${N})
select case when i%10<8 then 'commercial' when i%10=8 then 'survey' else 'postuler' end,
 case i%9 when 0 then 1 else (i%9)+2 end, 1, case when i%10<2 then 1 end,
 case when i%10=8 then 'survey.type.'||case i%3 when 0 then 'contact' when 1 then 'complaint' else 'survey' end else 'commercial.type.website' end,
 case when i%17=0 then 'new' else 'processed' end, case when i%50=0 then 1 else 0 end, 0, '2026-01-01', '2026-01-01T00:00:00.000Z', '{}' from n`);
const desk = await signIn(service);
const one = await signIn(service, [{ role: 'direction', establishmentId: 3 }]);
for (const [name, d] of [['all', desk], ['one', one]] as const)
for (const path of ['/desk/counts', '/desk/counts', '/desk/entries?kind=survey&type=survey.type.complaint&status=new&order=asc', '/desk/entries?kind=commercial&orientation=true&flagged=false', '/desk/entries?kind=commercial&orientation=true&flagged=true', '/desk/entries?kind=postuler&offer=unknown', '/desk/entries?kind=postuler&offer=none', '/desk/entries?kind=commercial&orientation=true&unassigned=true','/desk/entries?kind=survey&type=survey.type.survey']) {
  const runs = [];
  for (let i = 0; i < 4; i++) { const t = performance.now(); const a = await desk.headers && await service.app.inject({ method: 'GET', url: path, headers: d.headers }); runs.push(Math.round(performance.now() - t)); if (a.statusCode !== 200) console.log(a.body); }
  console.log(name, path, runs.join(' '));
}
await service.close();
