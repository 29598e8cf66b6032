import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onPostgres } from '../harness/command.ts';
import { startProcess } from '../harness/service-process.ts';
import { median } from '../harness/statistics.ts';
import { load, row } from './closed-loop.ts';
import type { Plan } from './plan.ts';
import { leadBody } from './requests.ts';

const run = promisify(execFile);
const customId = 'bench-00000000-0000000000';
const { commercialrelations, commercialactions, comment, ...fields } = leadBody(customId, '06 39 98 12 34');

/** The single-row statements of one creation. pgbench replaces `:n` by a number. */
const statements = [
  `insert into entries (id, kind, establishment_id, caller_id, custom_id, type, sejour_type, status, flagged, test,
    contact_date, received_at, comment, gclid, fields)
   values (:n, 'commercial', 3, 1, '${customId}' || :n, 'commercial.type.website', 'commercial.sejourType.permanent', 'new', 0, 0,
    '2026-03-04', now(), '${comment}', 'Cj0KCQiA-demo', '${JSON.stringify(fields)}')`,
  `insert into idempotency_keys (sender, key, content_hash, entry_id, expires_at)
   values ('c1', 'customId' || chr(58) || '${customId}' || :n, '${'x'.repeat(43)}', :n, now() + interval '30 days')`,
  ...['261911234', '639981234', '639985678'].map(
    (key) => `insert into entry_phones (key, entry_id) values ('${key}', :n)`,
  ),
  `insert into relations (entry_id, position, fields) values (:n, 0, '${JSON.stringify(commercialrelations[0])}')`,
  `insert into actions (entry_id, position, date, comment, done)
   values (:n, 0, '2026-03-04', '${commercialactions[0]?.comment}', 1)`,
  `insert into contact_counts (year, establishment_id, total, has_action) values (2026, 3, 1, 1)
   on conflict (year, establishment_id) do update set total = contact_counts.total + 1, has_action = contact_counts.has_action + 1`,
];

/** Creations over HTTP, against pgbench with one transaction of single-row statements per entry. */
export async function measurePostgres({ folder, rounds, seconds, print }: Plan): Promise<void> {
  if (spawnSync('pgbench', ['--version']).status !== 0) {
    print('PostgreSQL: not measured, pgbench is not installed');
    return;
  }
  await onPostgres(async (DATABASE_URL) => {
    const accueil = await startProcess({ env: { DATABASE_URL } });
    const rival = pgbench(DATABASE_URL, folder);
    const best = await bestConnections(rival, seconds);
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < rounds; round++) {
      ours.push(await load({ url: accueil.url, kind: 'commercial', seconds, entries: 1 }));
      theirs.push(await rival(best, seconds));
    }
    const what = 'create commercial on PostgreSQL, over HTTP';
    print(row(what, median(ours), median(theirs), `pgbench, ${best} connections,`));
    await accueil.stop();
  });
}

/** Runs a number of connections for some seconds. Returns transactions per second. */
type Rival = (connections: number, seconds: number) => Promise<number>;

async function bestConnections(rival: Rival, seconds: number): Promise<number> {
  let best = { connections: 1, perSecond: 0 };
  for (const connections of [2, 4, 8, 16, 32]) {
    const perSecond = await rival(connections, seconds);
    if (perSecond > best.perSecond) best = { connections, perSecond };
  }
  return best.connections;
}

function pgbench(url: string, folder: string): Rival {
  const script = join(folder, 'lead.sql');
  const draw = '\\set n random(1000000000, 9000000000000000)';
  writeFileSync(
    script,
    [
      draw,
      'begin;',
      ...statements.map((text) => `${text.replaceAll('\n', ' ').replaceAll(':n', 'cast(:n as bigint)')};`),
      'commit;',
      '',
    ].join('\n'),
  );
  return async (connections, seconds) => {
    const options = ['-n', '-Mprepared', `-f${script}`, `-c${connections}`, '-j2', `-T${seconds}`];
    const { stdout } = await run('pgbench', [...options, url]);
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  };
}
